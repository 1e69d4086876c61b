"""What a user asks of the memory in so many words: to remember, to forget, not to store; in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from graph_schema.model import Role
from service.documents.source import DOCUMENT


class Asked(StrEnum):
    """What is asked."""

    REMEMBER = "remember"
    FORGET = "forget"
    NOT_STORE = "not_store"


@dataclass(frozen=True, slots=True)
class Request:
    """A request and where it stands.

    Attributes:
        start, end: of the words to leave out so that the rest reads as if said plainly; equal where nothing has to go.
        what: what is to be forgotten; empty otherwise.
    """

    asked: Asked
    start: int
    end: int
    what: str = ""


_BEGIN = r"(?:\A|(?<=[.!?;…\n。！？；]))\s*"
_POLITE = r"(?:(?:hey|hi|hello|ok|okay|so|also|and|oh|well|now|please|btw|by the way|one more thing)\b[\s,.!:—-]*)*"
_COULD = r"(?:(?P<could>can|could|would|will)\s+you\s+)?(?:please\s+|kindly\s+|just\s+|always\s+)*"
_LATER = r"(?:\s+(?:this|the following|for (?:later|the future|next time|future reference)))?"
_CLAUSE = r"(?=(?:i|i['’]?(?:m|ve|d|ll)|my|we|our|he|she|his|her|they|their|the|it|its|you|your|this|there)\b)"
_STRONG = r"remember|keep in mind|bear in mind|do(?:n['’]?t| not) forget|never forget"
_WEAK = r"note|make a note|take note|memori[sz]e|store|save|write down|for future reference|for the record"

_REMEMBER = re.compile(
    rf"{_BEGIN}{_POLITE}{_COULD}(?:"
    rf"(?:{_STRONG}){_LATER}\s*(?:\bthat\b,?\s+(?!(?:time|day|night|one|summer|trip)\b)|[:,—-]\s*|\s+{_CLAUSE})|"
    rf"(?:{_WEAK}){_LATER}\s*(?:\bthat\b,?\s+|[:,—-]\s*))",
    re.IGNORECASE,
)
_REMEMBER_TO = re.compile(rf"{_BEGIN}{_POLITE}{_COULD}(?:{_STRONG})\s+to\s", re.IGNORECASE)
_REMINISCENCE = re.compile(r"\s*(?:the (?:time|day|night|first time|last time|one)\b|when\b|how\b)", re.IGNORECASE)

_FORGET = re.compile(
    rf"{_BEGIN}{_POLITE}{_COULD}(?:(?:forget|disregard|stop remembering)\b(?:\s+about)?\s+"
    r"(?P<what>(?!to\b|it[\s.!?]*(?:$|[.!?\n]))[^\n]+?)|"
    r"(?:delete|erase|remove|wipe)\s+(?P<wiped>[^\n]+?)\s+(?:from|in)\s+(?:your\s+|the\s+)?memory)"
    r"(?P<close>[.!?]+(?=\s|\Z)|(?=\n|\Z))",
    re.IGNORECASE,
)
_NOT_STORE = re.compile(
    r"(?:\A|(?<=[.!?;,:—–\n(\-]))\s*(?:and\s+|but\s+|so\s+|ok(?:ay)?,?\s+)?(?:please\s+|pls\s+)?"
    r"(?:do not|don['’]?t|never)\s+"
    r"(?:store|save|remember|record|memori[sz]e|log|write down|note down|note)\s+"
    r"(?:this|that|it|these|any of (?:this|that|it)|what i (?:just |am about to )?(?:said|say|wrote|told you))"
    r"(?:\s+(?:message|one|part|conversation|chat|turn|please|pls|down|anywhere|either|okay|though|in memory))*"
    r"\s*(?:[.!?,;:)—–\n-]|\Z)|"
    r"(?:\A|(?<=[.!?\n]))\s*(?:this is\s+)?off the record\b",
    re.IGNORECASE,
)

_POLITE_ZH = (
    r"(?:(?:请|麻烦(?:你|您)?|帮我|你|您|要|一定|务必|给我|能不能|可不可以|可以|能|那|对了|另外|还有|好)[，, ]?)*"
)
_REMEMBER_ZH = re.compile(
    rf"{_BEGIN}{_POLITE_ZH}(?:(?:记住|记下来?|记一下|记着|牢记|谨记|记好)(?:一下|这个|这件事|这点|这一点)?(?![了没吗过来])[：:，,\s]*|"
    r"(?:别|不要|不能)忘(?:记|了)?[：:，,\s]*(?=[我咱他她它这那您你]))"
)
_REMEMBER_TO_ZH = re.compile(rf"{_BEGIN}{_POLITE_ZH}(?:别|不要|不能)忘(?:记|了)?")
_PLEASE_ZH = r"(?:(?:请|麻烦|帮我|把|能不能|可以|可不可以|你|您|都|就)\s*)*"
_FORGET_ZH = re.compile(
    rf"{_BEGIN}(?:{_PLEASE_ZH}(?:忘掉|忘记(?=[我这那它他她刚之以关所上])|忘了(?=[我这那它他她刚之以关所上]))(?P<what>[^。！？!?\n]*?(?<![了过吗]))|"
    r"(?:请|麻烦|帮我)?把(?P<moved>[^。！？!?\n]{1,40}?)(?:忘掉|忘了|忘记|从记忆(?:里|中)?删(?:掉|除)|删(?:掉|除))吧?|"
    rf"{_PLEASE_ZH}(?:删除|删掉|清除|抹掉)(?P<wiped>[^。！？!?\n]*记忆[^。！？!?\n]*))(?=[。！？!?\n]|\Z)[。！？!?]*"
)
_NOT = r"(?:不要|别|不用|不许|不准|勿|不必)"
_KEEP = r"(?:记录|记住|记下来?|存储|储存|保存|存下来?|存起来|记|存)"
_THIS = r"(?:这|它|以上|以下|刚才|上面|我(?:刚|说))"
_NOT_STORE_ZH = re.compile(
    rf"(?:\A|(?<=[。！？!?，,；;：:\n\s（(]))(?:请|麻烦|但|但是|所以|也|都|，)*(?:"
    rf"{_NOT}{_KEEP}(?:下来|起来)?{_THIS}|{_NOT}把{_THIS}[^。！？!?，,\n]{{0,12}}?{_KEEP}|"
    rf"{_THIS}[^。！？!?，,\n]{{0,10}}?(?:请|就|都)?{_NOT}{_KEEP}(?!在|恨|仇|挂|错|得)|{_NOT}(?:记|存|录)(?:下来|起来|下|录)(?=[。！？!?，,\s]|\Z))"
)


def requests(content: str, role: Role, source: str | None = None) -> tuple[Request, ...]:
    """What the turn asks of the memory, in order; only users ask, and not in the documents they hand over."""
    if role is not Role.USER or source == DOCUMENT:
        return ()
    if _NOT_STORE.search(content) or _NOT_STORE_ZH.search(content):
        return (Request(Asked.NOT_STORE, 0, 0),)
    found = [*_forgotten(content), *_remembered(content)]
    kept: list[Request] = []
    for request in sorted(found, key=lambda r: (r.start, -r.end)):
        free = kept[-1].end + (request.start == request.end) if kept else 0
        if request.start >= free:
            kept.append(request)
    return tuple(kept)


def requests_of(episode: dict[str, Any]) -> tuple[Request, ...]:
    """What a stored turn, given by its properties, asks of the memory."""
    return requests(episode["content"], Role(episode["role"]), episode.get("source"))


def plainly(content: str, asked: Iterable[Request]) -> str:
    """The turn as extractors should read it: "remember that" and sentences that ask to forget are blanked out.

    Offsets stay: what is left out becomes spaces.
    """
    for request in asked:
        content = content[: request.start] + " " * (request.end - request.start) + content[request.end :]
    return content


def _forgotten(content: str) -> list[Request]:
    found: list[Request] = []
    for pattern in (_FORGET, _FORGET_ZH):
        for match in pattern.finditer(content):
            groups = match.groupdict()
            if pattern is _FORGET and "?" in match["close"] and not groups["could"]:
                continue
            what = next(groups[name] for name in ("what", "wiped", "moved") if groups.get(name))
            found.append(Request(Asked.FORGET, _begin(match), match.end(), what.strip(" .!?。！？，,")))
    return found


def _remembered(content: str) -> list[Request]:
    found: list[Request] = []
    for pattern in (_REMEMBER, _REMEMBER_ZH):
        for match in pattern.finditer(content):
            asks = _asks(content, match.end()) and not match.groupdict().get("could")
            if not (asks or _REMINISCENCE.match(content, match.end())) and content[match.end() :].strip():
                found.append(Request(Asked.REMEMBER, _begin(match), match.end()))
    for pattern in (_REMEMBER_TO, _REMEMBER_TO_ZH):
        ends = (match.end() for match in pattern.finditer(content))
        found += [Request(Asked.REMEMBER, end, end) for end in ends if not _asks(content, end)]
    return found


def _begin(match: re.Match[str]) -> int:
    text = match.group()
    return match.start() + len(text) - len(text.lstrip())


def _asks(content: str, start: int) -> bool:
    """Whether the sentence that goes on at `start` is a question."""
    end = re.compile(r"[.!?。！？\n]").search(content, start)
    return end is not None and end.group() in "?？"
