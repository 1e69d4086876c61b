"""Merging the extractions of several extractors: properties over all inputs, and what each strategy is for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, Reference, TimeMention
from extractors.merge import Strategy, merge
from graph_schema.model import FactKind, Modality, Polarity

SPEAKER = EntityRef("Ana", "person", Reference.SPEAKER)


def fact(
    predicate: str = "likes",
    value: str = "tea",
    start: int = 0,
    end: int = 10,
    confidence: float = 0.8,
    extractor: str = "rules",
    polarity: Polarity = Polarity.POSITIVE,
) -> FactCandidate:
    return FactCandidate(
        subject=SPEAKER,
        predicate=predicate,
        object=None,
        value=value,
        kind=FactKind.FACT,
        polarity=polarity,
        modality=Modality.ASSERTED,
        valid=None,
        occurs=None,
        confidence=confidence,
        start=start,
        end=end,
        text=f"Ana {predicate} {value}",
        extractor=extractor,
    )


def mention(start: int, end: int, type_: str = "person", confidence: float = 0.8, extractor: str = "rules") -> Mention:
    return Mention("x" * (end - start), start, end, type_, "x", confidence, extractor)


spans = st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda pair: (pair[0], pair[0] + pair[1]))
sureness = st.sampled_from((0.5, 0.6, 0.7, 0.8, 0.9))


def apart(mentions: list[Mention]) -> tuple[Mention, ...]:
    kept: list[Mention] = []
    for one in sorted(mentions, key=lambda m: m.start):
        if not kept or kept[-1].end <= one.start:
            kept.append(one)
    return tuple(kept)


def extractions(name: str) -> st.SearchStrategy[Extraction]:
    mentions = st.lists(
        st.builds(
            lambda span, type_, sure: mention(*span, type_, sure, name),
            spans,
            st.sampled_from(("person", "location")),
            sureness,
        ),
        max_size=5,
    ).map(apart)
    facts = st.lists(
        st.builds(
            lambda span, predicate, value, sure, polarity: fact(predicate, value, *span, sure, name, polarity),
            spans,
            st.sampled_from(("likes", "lives_in")),
            st.sampled_from(("tea", "green tea", "Rome")),
            sureness,
            st.sampled_from(Polarity),
        ),
        max_size=5,
    ).map(tuple)
    return st.builds(
        lambda m, f, language: Extraction(language, m, (), f, f"{name}@1"),
        mentions,
        facts,
        st.sampled_from(("en", "und")),
    )


batches = st.tuples(extractions("rules"), extractions("openai"), extractions("gliner"))


def overlaps(one: Mention | FactCandidate, other: Mention | FactCandidate) -> bool:
    return one.start < other.end and other.start < one.end


@given(batches, st.sampled_from(Strategy))
def test_everything_kept_was_found_and_nothing_is_kept_twice(found: tuple[Extraction, ...], strategy: Strategy) -> None:
    merged = merge(found, strategy)
    assert set(merged.facts) <= {f for e in found for f in e.facts}
    assert set(merged.mentions) <= {m for e in found for m in e.mentions}
    assert len({(m.start, m.end, m.type) for m in merged.mentions}) == len(merged.mentions)
    assert list(merged.mentions) == sorted(merged.mentions, key=lambda m: (m.start, m.end))
    assert list(merged.facts) == sorted(merged.facts, key=lambda f: (f.start, f.end))


@settings(max_examples=200, deadline=None)
@given(batches, st.sampled_from(Strategy))
def test_merging_again_changes_nothing(found: tuple[Extraction, ...], strategy: Strategy) -> None:
    once = merge(found, strategy)
    assert merge([once], strategy) == once
    assert merge([once, once], strategy) == once


@given(batches)
def test_union_holds_every_claim_and_place(found: tuple[Extraction, ...]) -> None:
    merged = merge(found, Strategy.UNION)
    claims = {(f.predicate, f.value, f.polarity) for f in merged.facts}
    assert claims == {(f.predicate, f.value, f.polarity) for e in found for f in e.facts}
    assert {(m.start, m.end, m.type) for m in merged.mentions} == {
        (m.start, m.end, m.type) for e in found for m in e.mentions
    }


@given(batches)
def test_in_a_cascade_nothing_of_a_later_extractor_stands_where_an_earlier_one_read(
    found: tuple[Extraction, ...],
) -> None:
    merged = merge(found, Strategy.CASCADE)
    claims = {(f.predicate, f.value, f.polarity) for f in merged.facts}
    assert {(f.predicate, f.value, f.polarity) for f in found[0].facts} <= claims
    for one in merged.mentions:
        if one.extractor != "rules":
            others = [m for m in found[0].mentions if overlaps(one, m)]
            assert all((m.start, m.end, m.type) == (one.start, one.end, one.type) for m in others)
            assert all(m.confidence < one.confidence for m in others)


@given(batches)
def test_the_surest_mention_of_all_is_always_kept(found: tuple[Extraction, ...]) -> None:
    merged = merge(found, Strategy.HIGHEST_CONFIDENCE)
    everything = [m for e in found for m in e.mentions]
    if everything:
        surest = max(everything, key=lambda m: m.confidence)
        assert surest in merged.mentions
    for one in merged.mentions:
        assert all(one is other or not overlaps(one, other) for other in merged.mentions)


@given(batches, st.sampled_from(Strategy))
def test_of_one_finding_the_surest_reading_is_kept(found: tuple[Extraction, ...], strategy: Strategy) -> None:
    for one in merge(found, strategy).mentions:
        same = [m for e in found for m in e.mentions if (m.start, m.end, m.type) == (one.start, one.end, one.type)]
        assert one.confidence == max(m.confidence for m in same)


def test_an_agreed_fact_keeps_the_surer_extractors_name() -> None:
    rules = Extraction("en", facts=(fact(confidence=0.7),), extractor_version="r1")
    model = Extraction("en", facts=(fact(start=2, confidence=0.9, extractor="openai"),), extractor_version="m1")
    for strategy in Strategy:
        (kept,) = merge([rules, model], strategy).facts
        assert (kept.extractor, kept.confidence) == ("openai", 0.9)


def test_values_that_exclude_each_other_leave_the_surer_one() -> None:
    rules = Extraction("en", facts=(fact("lives_in", "Rome", confidence=0.9),))
    model = Extraction("en", facts=(fact("lives_in", "Paris", confidence=0.8, extractor="openai"),))
    assert [f.value for f in merge([model, rules], Strategy.HIGHEST_CONFIDENCE).facts] == ["Rome"]
    assert [f.value for f in merge([model, rules], Strategy.CASCADE).facts] == ["Paris"]
    assert {f.value for f in merge([model, rules], Strategy.UNION).facts} == {"Rome", "Paris"}


def test_values_that_go_together_all_stay_in_the_surest() -> None:
    rules = Extraction("en", facts=(fact(value="tea"), fact(value="coffee")))
    model = Extraction("en", facts=(fact(value="milk", extractor="openai"), fact(value="green tea", confidence=0.9)))
    found = merge([rules, model], Strategy.HIGHEST_CONFIDENCE).facts
    assert {f.value for f in found} == {"green tea", "coffee", "milk"}


def test_language_times_and_version_come_from_all() -> None:
    time = TimeMention("May", 0, 3, "", "daterange", None)
    later = TimeMention("in May", 0, 6, "", "daterange", None)
    other = replace(later, start=10, end=16)
    merged = merge(
        [Extraction("und", times=(time,), extractor_version="a"), Extraction("fr", (), (later, other), (), "b")],
        Strategy.UNION,
    )
    assert (merged.language, merged.times, merged.extractor_version) == ("fr", (time, other), "a+b")


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="at least one"):
        merge([], Strategy.UNION)
