"""Mentions that form alone gives away, in any language (addresses, paths, identifiers, titles), and known names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from extractors.candidates import Mention
from extractors.document import Document
from graph_schema.vocabulary import EntityType

_NAME = "rules"
_CHINESE = "\u4e00-\u9fff"
_IS_CHINESE = re.compile(f"[{_CHINESE}]")
_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = (
    (
        "url",
        0.99,
        re.compile(
            r"(?<![A-Za-z0-9])(?:https?|ftp)://[^\s<>\"'“”‘’（）()，。！？、]+|\bwww\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>\"'，。！？、]*)?"
        ),
    ),
    (
        "email",
        0.99,
        re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}(?![\w-])"),
    ),
    ("file", 0.9, re.compile(r"(?<![\w/\\.:~])(?:~|\.{1,2})?(?:/[\w.@+-]+){2,}/?|\b[A-Za-z]:\\[\w.@+ \\-]*[\w-]")),
    (
        "file",
        0.85,
        re.compile(
            r"(?<![\w/@.\\-])(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*\.(?:py|js|ts|tsx|jsx|go|rs|java|kt|c|h|cpp|cs|rb|php|sh|sql|md|txt|csv|tsv|json|"
            r"jsonl|yaml|yml|toml|xml|html|css|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp[34]|zip|tar|gz|log|ipynb|cypher|env|ini|cfg)(?![\w.])",
            re.ASCII,
        ),
    ),
    ("ticket", 0.95, re.compile(r"(?<![\w-])[A-Z][A-Z0-9]{1,9}-\d{1,8}(?:-\d+)*(?![\w-])", re.ASCII)),
    (
        "ticket",
        0.9,
        re.compile(
            r"(?i:\b(?:order|ticket|issue|invoice|case|booking|tracking|reservation|confirmation|flight|PR|bug)\b"
            r"\s*(?:number|no\.?|id|code)?\s*:?\s*)"
            r"(?P<it>#?(?=[A-Z0-9-]*\d)[A-Z0-9](?:[A-Z0-9-]{2,}[A-Z0-9])|#\d+)(?![\w-])",
            re.ASCII,
        ),
    ),
    (
        "ticket",
        0.9,
        re.compile(
            r"(?:订单|工单|单号|编号|发票|快递|航班|车次|预订|确认)(?:号码?|编号)?\s*(?:是|为|[:：#])?\s*(?P<it>(?=[A-Za-z0-9-]*\d)[A-Za-z0-9][A-Za-z0-9-]{2,}[A-Za-z0-9])",
            re.ASCII,
        ),
    ),
    ("tag", 0.9, re.compile(r"(?<![\w&/#])#(?P<it>[^\W\d_][\w]{1,49})")),
    ("code", 0.9, re.compile(r"(?<!`)`(?P<it>[^`\n]{1,80})`(?!`)")),
    (
        "code",
        0.8,
        re.compile(r"(?<![\w./@#-])(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\(\)|[a-z]+(?:_[a-z0-9]+)+)(?![\w/@])", re.ASCII),
    ),
    ("work", 0.9, re.compile(r"《(?P<it>[^《》\n]{1,60})》")),
    (
        "work",
        0.7,
        re.compile(
            r"(?i:\b(?:read|reading|watch|watched|watching|seen|saw|finished|called|titled|named|book|novel|movie|film|song|album|series|show|"
            r"game|podcast|painting|play|poem|article)\b[^\"“”.!?\n]{0,30})[\"“](?P<it>[A-Z][^\"“”\n]{1,60}?)[,.!?]?[\"”]"
        ),
    ),
)


class RuleMentions:
    """Proposes mentions by form, and the names of the speaker, of participants and of the group's own types."""

    name = "mentions.rules"
    version = "1"
    assigns = ("proposals",)
    requires = ("language",)

    def process(self, documents: Sequence[Document]) -> None:
        """Sets the proposals of `rules`."""
        for document in documents:
            found = [*_by_form(document.content), *_participants(document), *_known(document)]
            document.proposals[_NAME] = tuple(sorted(found, key=lambda mention: mention.start))


def _by_form(content: str) -> Iterator[Mention]:
    for kind, confidence, pattern in _PATTERNS:
        for match in pattern.finditer(content):
            group = "it" if "it" in pattern.groupindex else 0
            text = match[group].rstrip(".,;:!?") if kind in ("url", "file") else match[group]
            start = match.start(group)
            if text.strip():
                yield Mention(text, start, start + len(text), kind, text.strip(), confidence, _NAME)


def _known(document: Document) -> Iterator[Mention]:
    """The names that the group says are of a type of its own."""
    for kind in document.turn.vocabulary.entity_types:
        for pattern, name in _names(kind):
            for match in pattern.finditer(document.content):
                yield Mention(match[0], match.start(), match.end(), kind.name, name, 0.98, _NAME)


@lru_cache(maxsize=1024)
def _names(kind: EntityType) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(_apart(name), re.IGNORECASE), name) for name in kind.names)


def _apart(name: str) -> str:
    """The name as a pattern that no longer word contains; a Chinese character beside it is no part of its word."""
    before = rf"(?:(?<![^\W_])|(?<=[{_CHINESE}]))" if not _IS_CHINESE.match(name[0]) else ""
    after = rf"(?:(?![^\W_])|(?=[{_CHINESE}]))" if not _IS_CHINESE.match(name[-1]) else ""
    return f"{before}{re.escape(name)}{after}"


def _participants(document: Document) -> Iterator[Mention]:
    turn = document.turn
    for name in (*turn.participants, *([turn.actor] if turn.actor else [])):
        if len(name.strip()) < 2:
            continue
        for surface, confidence in _surfaces(name.strip()):
            for match in _whole(surface).finditer(document.content):
                yield Mention(match[0], match.start(), match.end(), "person", name.strip(), confidence, _NAME)


def _surfaces(name: str) -> Iterator[tuple[str, float]]:
    """The name as given and, of a full Latin name, the given name alone."""
    yield name, 0.97
    given, _, rest = name.partition(" ")
    if rest and len(given) > 2 and given[0].isupper():
        yield given, 0.85


def _whole(surface: str) -> re.Pattern[str]:
    body = re.escape(surface)
    if surface[0].isascii():
        body = rf"(?<![^\W_])(?<!['’@#/.-]){body}"
    return re.compile(rf"{body}(?![^\W_])(?![@/])" if surface[-1].isascii() else body)
