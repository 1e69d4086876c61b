"""Explanations in plain words, one line each."""

from __future__ import annotations

from datetime import datetime

from graph_schema.model import Precision
from service.contract import EntityView, EpisodeView, Evidence, FactView, HitStatus, OperationView, VersionView
from service.documents.place import place_words

_LONGEST_QUOTE = 240
_FORMATS = {
    Precision.DECADE: "%Y",
    Precision.YEAR: "%Y",
    Precision.QUARTER: "%Y-%m",
    Precision.SEASON: "%Y-%m",
    Precision.MONTH: "%Y-%m",
    Precision.WEEK: "%Y-%m-%d",
    Precision.DAY: "%Y-%m-%d",
    Precision.PART_OF_DAY: "%Y-%m-%d",
}
_STATUS = {
    HitStatus.CURRENT: "It holds now.",
    HitStatus.SUPERSEDED: "It no longer holds.",
    HitStatus.PLANNED: "It is planned.",
    HitStatus.DUE: "It was planned, and its date has come; nothing said yet whether it happened.",
    HitStatus.LAPSED: "It was planned, its date is past, and nothing said that it happened.",
    HitStatus.ARCHIVED: "It is archived.",
}


def fact_lines(fact: FactView, operations: tuple[OperationView, ...]) -> tuple[str, ...]:
    """What is claimed and since when, who said it, what it replaced, what replaced it, and what was done to it."""
    lines = [f"{fact.text}: {_validity(fact)}; {_belief(fact)}.", _STATUS[fact.status]]
    if fact.occurs_from is not None:
        until = f" to {_time(fact.occurs_to)}" if fact.occurs_to else ""
        lines.append(f"It takes place {_time(fact.occurs_from)}{until}.")
    lines += [_evidence(item) for item in fact.evidence]
    lines += [f'It replaced "{one.text}" from {_time(one.at)}, because {one.reason}.' for one in fact.supersedes]
    lines += [f'"{one.text}" replaced it from {_time(one.at)}, because {one.reason}.' for one in fact.superseded_by]
    lines += [_past(version) for version in fact.versions if version.expired_at is not None]
    lines += [operation_line(operation) for operation in operations]
    return tuple(lines)


def episode_lines(episode: EpisodeView, facts: tuple[FactView, ...]) -> tuple[str, ...]:
    """Who said it when, how far it was read, and what was read out of it."""
    session = f" in session {episode.session_id}" if episode.session_id else ""
    reason = f" ({episode.state_reason})" if episode.state_reason else ""
    speaker = episode.actor or episode.role.value.capitalize()
    lines = [
        f'{speaker} said on {_time(episode.valid_at)}{session}: "{_short(episode.content)}"',
        f"It was stored on {_time(episode.created_at)}; its state is {episode.state.value}{reason}.",
    ]
    if episode.revises:
        lines.append(f"It is a later version of episode {episode.revises}.")
    lines += [f"{fact.text} was read out of it; {_validity(fact)}." for fact in facts]
    return tuple(lines)


def entity_lines(entity: EntityView, facts: tuple[FactView, ...]) -> tuple[str, ...]:
    """What it is called, where it was named, and what is known about it."""
    names = f", also called {', '.join(entity.aliases)}" if entity.aliases else ""
    seen = f"between {_time(entity.first_seen_at)} and {_time(entity.last_seen_at)}"
    lines = [
        f"{entity.name} is remembered as {entity.type}{names}.",
        f"Mentioned {entity.mention_count} times, first and last seen {seen}.",
    ]
    if entity.merged_into is not None:
        lines.append(f"It is one with entity {entity.merged_into}, which has its facts; `undo` or a split parts them.")
    if entity.members:
        lines.append(f"Merged into it: {', '.join(f'entity {uuid}' for uuid in entity.members)}.")
    lines += [f"{fact.text}: {_validity(fact)}." for fact in facts]
    return tuple(lines)


def operation_line(operation: OperationView) -> str:
    """What was done by whom, when and why."""
    undone = f"; undone by operation {operation.undone_by}" if operation.undone_by else ""
    return f"Operation {operation.kind} by {operation.actor} on {_time(operation.at)}: {operation.reason}{undone}."


def _validity(fact: FactView) -> str:
    version = next((v for v in fact.versions if v.valid_at == fact.valid_at and v.created_at == fact.created_at), None)
    precision = version.precision if version else Precision.SECOND
    if fact.valid_at is None:
        since = "always so far as known"
    elif precision is Precision.TURN:
        since = f"since {_time(fact.valid_at)}, when it was said, no date being given"
    else:
        since = f"since {_at_precision(fact.valid_at, precision)} ({precision.value.replace('_', ' ')} precision)"
    return f"{since}, until {_time(fact.invalid_at)}" if fact.invalid_at else since


def _belief(fact: FactView) -> str:
    if fact.expired_at is not None:
        return f"believed from {_time(fact.created_at)} to {_time(fact.expired_at)}"
    return f"believed since {_time(fact.created_at)}"


def _evidence(item: Evidence) -> str:
    episode = item.episode
    return (
        f'Read by {item.extractor} (confidence {item.confidence:.2f}) from "{_short(item.quote)}", '
        f"{_source(item)} on {_time(episode.valid_at)}."
    )


def _source(item: Evidence) -> str:
    if item.place is None:
        return f"said by {item.episode.actor or item.episode.role.value}"
    author = f" by {item.episode.actor}" if item.episode.actor else ""
    return f"in the document {place_words(item.place)}{author}, as it was"


def _past(version: VersionView) -> str:
    began = _time(version.valid_at) if version.valid_at else "always"
    ended = _time(version.invalid_at) if version.invalid_at else "still"
    believed = f"From {_time(version.created_at)} to {_time(version.expired_at)} it was believed to hold"
    return f"{believed} from {began} to {ended}: {version.reason}."


def _at_precision(value: datetime, precision: Precision) -> str:
    return value.strftime(_FORMATS.get(precision, "%Y-%m-%d %H:%M UTC"))


def _time(value: datetime | None) -> str:
    """A moment to the minute; midnight is just the day."""
    if value is None:
        return "now"
    midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
    return value.strftime("%Y-%m-%d" if midnight else "%Y-%m-%d %H:%M UTC")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"
