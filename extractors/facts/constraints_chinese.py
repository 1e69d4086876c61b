"""Rules in Chinese sentences: 必须, 应, 不得, 严禁 and the like, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extractors.document import Document, Sentence, Token
from extractors.facts.rule import Rule

_STRICT = frozenset(
    ("必须", "须", "务必", "应当", "应", "不得", "不应", "不应当", "严禁", "禁止", "不准", "不许", "不允许")
)
_SOFT = frozenset(("应该", "不应该", "宜", "不宜"))
_DENIED = frozenset(("允许", "应", "应当", "应该", "宜", "得", "许", "准"))
"""Words that make a rule word with 不 where the tagger cuts the two apart."""
_SPEAKERS = frozenset(("我", "我们", "咱们", "本人"))
_PRONOUNS = (
    frozenset(re.findall(r"\w+", "你 您 他 她 它 你们 他们 她们 它们 大家 这 那 这个 那个 其 自己 此 该")) | _SPEAKERS
)
_JOINS = frozenset(("和", "与", "或", "及", "以及", "或者"))
_LINKS = frozenset(
    re.findall(r"\w+", "且 并 并且 而且 同时 也 还 均 都 又 则 亦 但 但是 其中 此外 另外 即 就 才 一律 和 或 或者 及")
)
_CONDITION = re.compile(r"\s*(?:如果|若|如|当|一旦|除非|除|凡|假如|只要|对于|在)")
_HYPOTHESIS = re.compile(r"\s*(?:如果|若|假如|要是|除非|是否|有没有|据说|听说|据称|有人说|传言)")
_NUMBER = re.compile(
    r"\s*(?:[-*•]\s*)?(?:(?:[A-Z]{1,8}[-_ ]?\d[\w.-]*|\d+(?:\.\d+)*|[（(]?[一二三四五六七八九十\d]{1,3}[)）、.])"
    r"[.、:：)）\s]*)?"
)
_CUT = frozenset(("p", "d", "c", "f"))
_CLAUSE = re.compile(r"[^，,；;：:。！!]+")
_QUESTION = re.compile(r"[？?]\s*[”’」』）)]*\Z|(?:吗|呢)[。？?！!]*\Z")
_LONGEST_SUBJECT = 24


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause with its rule word, if it has one: that is `content[word_start:word_end]`."""

    start: int
    end: int
    word_start: int = -1
    word_end: int = -1
    strict: bool = True


def chinese_rules(document: Document) -> Iterator[Rule]:
    """The rules of the Chinese sentences, in order; a clause without a subject has that of the clause before."""
    for sentence in document.in_language("zh"):
        if not _QUESTION.search(document.text(sentence)):
            yield from _of_sentence(document, sentence)


def _of_sentence(document: Document, sentence: Sentence) -> Iterator[Rule]:
    words = document.words(sentence)
    clauses = [
        _clause(document.content, match.start(), match.end(), words)
        for match in _CLAUSE.finditer(document.content, sentence.start, sentence.end)
    ]
    subject: str | None = None
    condition = ""
    for index, clause in enumerate(clauses):
        text = document.content[clause.start : clause.end]
        if clause.word_start < 0:
            condition = text.strip() if _CONDITION.match(text) else condition if index else ""
            continue
        if _HYPOTHESIS.match(text):
            continue
        own, rest = _subject(document.content, clause, words)
        if own in _SPEAKERS:
            continue
        subject = own or subject
        yield _rule(document.content, clauses, index, (subject, rest, condition))


def _clause(content: str, start: int, end: int, words: Sequence[Token]) -> _Clause:
    start += len(content[start:end]) - len(content[start:end].lstrip())
    inside = [word for word in words if start <= word.start and word.end <= end]
    for index, word in enumerate(inside):
        following = inside[index + 1] if index + 1 < len(inside) else None
        stop = word.end
        known = word.text in _STRICT | _SOFT
        if following and word.text == "不" and following.text in _DENIED:
            known, stop = True, following.end
            following = inside[index + 2] if index + 2 < len(inside) else None
        denied = index > 0 and inside[index - 1].text in ("不", "无", "未")
        if known and not denied and following is not None and following.text not in ("的", "是", "得"):
            text = content[word.start : stop]
            return _Clause(start, end, word.start, stop, text not in _SOFT)
    return _Clause(start, end)


def _subject(content: str, clause: _Clause, words: Sequence[Token]) -> tuple[str | None, str]:
    """The subject before the rule word, and what limits it there ("在生产环境中")."""
    before = [word for word in words if clause.start <= word.start and word.end <= clause.word_start]
    numbered = _NUMBER.match(content, clause.start, clause.word_start)
    begin = numbered.end() if numbered else clause.start
    before = [word for word in before if word.start >= begin and word.text.strip()]
    while before and before[0].text in _LINKS:
        before = before[1:]
    named = not before or before[0].pos[:1] != "p"
    cut = next((i for i, word in enumerate(before) if i and _limits(word)), len(before)) if named else 0
    name = content[before[0].start : before[cut - 1].end].strip() if cut else ""
    rest = [word for word in before[cut:] if word.text not in _LINKS]
    limit = content[rest[0].start : clause.word_start].strip() if rest else ""
    if name in _SPEAKERS:
        return name, limit
    known = name and name not in _PRONOUNS and len(name) <= _LONGEST_SUBJECT
    return (name if known else None), limit


def _limits(word: Token) -> bool:
    """Whether the subject ends before this word."""
    return word.text not in _JOINS and (word.pos[:1] in _CUT or word.text in _LINKS)


def _rule(content: str, clauses: Sequence[_Clause], index: int, parts: tuple[str | None, str, str]) -> Rule:
    """The rule with the clauses up to the next one that has a rule word of its own."""
    subject, limit, condition = parts
    clause = clauses[index]
    end = clause.end
    for later in clauses[index + 1 :]:
        lead = content[end : later.start]
        if later.word_start >= 0 or "；" in lead or ";" in lead:
            break
        following = clauses[clauses.index(later) + 1 :]
        if _CONDITION.match(content, later.start, later.end) and any(c.word_start >= 0 for c in following):
            break
        end = later.end
    word = content[clause.word_start : clause.word_end]
    body = content[clause.word_end : end].strip().rstrip("。；，,;！!")
    text = f"{limit}{word}{body}" if limit else f"{word}{body}"
    text += f"（{condition}）" if condition else ""
    return Rule(
        subject, text, clause.start, clause.word_end + len(content[clause.word_end : end].rstrip()), clause.strict, True
    )
