"""An edit changes the chunks near it and no others, and each chunk keeps its id as long as it is the same passage."""

from __future__ import annotations

import random

from service.documents.align import align, new_id
from service.documents.markdown import parse_markdown
from service.documents.plain import parse_plain
from service.documents.split import split

MOST = 400


def paragraphs(count: int, seed: int = 1) -> list[str]:
    made = random.Random(seed)
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    return [f"Paragraph {n} says {' '.join(made.choices(words, k=made.randint(5, 30)))}." for n in range(count)]


def chunks(texts: list[str]) -> list[str]:
    return [chunk.text for chunk in split(parse_plain("\n\n".join(texts)), MOST)]


def test_an_insertion_changes_few_chunks() -> None:
    before = paragraphs(60)
    old = chunks(before)
    assert len(old) > 15
    for at in (0, 7, 31, 60):
        new = chunks([*before[:at], "A new paragraph that nobody has seen so far.", *before[at:]])
        assert len(set(new) - set(old)) <= 4, at
        assert len(set(old) - set(new)) <= 4, at


def test_a_change_in_one_section_leaves_the_others() -> None:
    def made(text: str) -> dict[tuple[str, ...], list[str]]:
        found: dict[tuple[str, ...], list[str]] = {}
        for chunk in split(parse_markdown(f"# T\n## A\n{text}\n## B\nThe second one.\n## C\nThe third one."), MOST):
            found.setdefault(chunk.headings, []).append(chunk.text)
        return found

    one, two = made("The first one."), made("The first one, and more. " * 40)
    assert {name for name in two if one.get(name) != two[name]} == {("A",)}


def test_equal_moved_changed_and_removed_chunks_are_told_apart() -> None:
    old = [("t", name) for name in "abcde"]
    found = align(old, [("t", name) for name in ("a", "x", "c", "e", "d", "new")])
    assert found.continues == (0, 1, 2, 4, 3, None)
    assert found.removed == ()
    assert align(old, [("t", "b"), ("t", "d")]).removed == (0, 2, 4)
    assert align([], [("t", "a")]).continues == (None,)


def test_every_stored_chunk_has_one_successor_or_is_removed() -> None:
    made = random.Random(3)
    for _ in range(300):
        old = [("t", made.choice("abcdef")) for _ in range(made.randint(0, 12))]
        new = [("t", made.choice("abcdefgh")) for _ in range(made.randint(0, 12))]
        found = align(old, new)
        kept = [index for index in found.continues if index is not None]
        assert len(kept) == len(set(kept))
        assert sorted([*kept, *found.removed]) == list(range(len(old)))
        equal = sum(old[index] == new[at] for at, index in enumerate(found.continues) if index is not None)
        assert equal == sum(min(old.count(key), new.count(key)) for key in set(new))


def test_new_ids_are_free() -> None:
    first = new_id("d", ("t", "a"), set())
    assert first.startswith("d#")
    assert new_id("d", ("t", "a"), {first}) == f"{first}-2"
    assert new_id("d", ("t", "b"), {first}) not in {first, f"{first}-2"}
