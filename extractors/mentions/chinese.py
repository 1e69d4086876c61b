"""Chinese names by the cutword tagger, with general corrections of its spans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extractors.candidates import Mention
from extractors.document import Document, Sentence
from extractors.mentions import cutword_model
from extractors.words import words

_TYPES = {
    "PERSON": ("person", 0.85),
    "ORG": ("organization", 0.8),
    "LOC": ("location", 0.85),
    "FOOD": ("food", 0.7),
    "CREATURE": ("animal", 0.65),
    "CREATION": ("work", 0.65),
    "MANUFACTURE": ("product", 0.65),
    "COMMERCIAL": ("product", 0.55),
    "INCIDENT": ("event", 0.65),
    "AFFAIR": ("event", 0.55),
}
_NAME = "cutword"
_KIN_NAME = "kinship"
_MAX_PIECES = 256
_BATCH_PIECES = 2048
_COMMON_LENGTH = {"person": 4, "location": 4, "organization": 3}
"""Up to this many characters, a name made of common words alone is none."""
_LATIN = re.compile(
    r"(?<![A-Za-z0-9_@#./-])[A-Z][A-Za-z0-9+#.]*[A-Za-z0-9+#](?:[ -][A-Z0-9][A-Za-z0-9+#.]*)*(?![A-Za-z0-9_@/])"
)
_EMPLOYER_AFTER = re.compile(r"\s*(?:公司)?(?:工作|上班|实习|任职|当|做|担任)")
_EMPLOYER_BEFORE = re.compile(r"(?:加入|入职|就职于|任职于)了?\s*$")
_COMMON = words("n f s m q v vn a an b d t r c p u uj")
_SPACES = re.compile(r"\s")
_NO_NAME = re.compile(r"^[\W\d_]*$")
_PRONOUNS = words("我 你 您 他 她 它 我们 你们 他们 她们 咱们 自己 大家 人家 别人 谁 某人 本人")
_GENERIC_PEOPLE = re.compile(
    r"^(?:[男女]?(?:孩子|人|生|士|友|朋友)|小孩|孩子|宝宝|客人|老人|学生|老师|同学|同事|医生|客户)们?$"
)
_KINSHIP = (
    "妈妈|母亲|爸爸|父亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|儿子|女儿|老公|老婆|丈夫|妻子|"
    "叔叔|阿姨|舅舅|舅妈|姑姑|姑妈|伯伯|婶婶|侄子|侄女|外甥|外甥女|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|"
    "男朋友|女朋友|未婚夫|未婚妻|岳父|岳母|公公|婆婆|孙子|孙女|老板|室友|导师"
)
_MY_KIN = re.compile(rf"(?P<owner>我们?|咱)(?:的|家)?(?P<kin>{_KINSHIP})")
_ORGANIZATION = re.compile(
    r".(?:公司|集团|银行|大学|学院|医院|中学|小学|研究院|研究所|委员会|协会|基金会|科技|俱乐部)$"
)


class ChineseMentions:
    """Proposes mentions in Chinese sentences."""

    name = "mentions.chinese"
    assigns = ("proposals",)
    requires = ("sentences", "tokens")

    @property
    def version(self) -> str:
        """Changes with the tagger's weights."""
        return f"1+cutword-{cutword_model.version()}"

    def process(self, documents: Sequence[Document]) -> None:
        """Sets the proposals of `cutword` in documents with Chinese sentences; sentences are tagged in batches."""
        jobs = [
            (document, part)
            for document in documents
            for sentence in document.in_language("zh")
            for part in _pieces(document, sentence)
        ]
        found: dict[int, list[Mention]] = {id(document): [] for document, _ in jobs}
        jobs.sort(key=lambda job: len(job[1]))
        for batch in _batches(jobs):
            labels = cutword_model.tagger().tag([[piece for piece, _ in part] for _, part in batch])
            for (document, part), tags in zip(batch, labels, strict=True):
                found[id(document)].extend(_decode(document, part, tags))
        for document in documents:
            mentions = found.get(id(document))
            if mentions is not None:
                mentions.extend([*_kin(document), *_latin(document)])
                document.proposals[_NAME] = tuple(sorted(mentions, key=lambda mention: mention.start))


Piece = tuple[str, int]
"""What the tagger reads and where it starts in the content."""


def _pieces(document: Document, sentence: Sentence) -> Iterator[list[Piece]]:
    """The sentence as words that the tagger knows and single characters elsewhere, in parts it can take."""
    tagger = cutword_model.tagger()
    part: list[Piece] = []
    for word in document.words(sentence):
        text = word.text.lower()
        if len(text) != len(word.text):
            text = word.text
        known = tagger.knows(text) and not text.isspace()
        part.extend([(text, word.start)] if known else [(char, word.start + at) for at, char in enumerate(text)])
        if len(part) >= _MAX_PIECES:
            yield part
            part = []
    if part:
        yield part


def _batches(jobs: list[tuple[Document, list[Piece]]]) -> Iterator[list[tuple[Document, list[Piece]]]]:
    batch: list[tuple[Document, list[Piece]]] = []
    for job in jobs:
        if batch and (len(batch) + 1) * len(job[1]) > _BATCH_PIECES:
            yield batch
            batch = []
        batch.append(job)
    if batch:
        yield batch


def _decode(document: Document, part: list[Piece], tags: list[str]) -> Iterator[Mention]:
    """The mentions of one part, those left out whose words are all common nouns, directions and the like."""
    begun: tuple[int, str] | None = None
    for (text, start), tag in zip(part, tags, strict=True):
        place, _, label = tag.partition("_")
        end = start + len(text)
        if place == "S":
            yield from _mention(document, start, end, label)
        elif place == "E" and begun and begun[1] == label:
            yield from _mention(document, begun[0], end, label)
        begun = (start, label) if place == "B" else begun if place == "M" else None


def _mention(document: Document, start: int, end: int, label: str) -> Iterator[Mention]:
    text = document.content[start:end]
    if label not in _TYPES or _NO_NAME.match(text) or text in _PRONOUNS or _GENERIC_PEOPLE.match(text):
        return
    kind, confidence = _TYPES[label]
    if _ORGANIZATION.search(text):
        kind, confidence = "organization", max(confidence, 0.8)
    if (len(text) == 1 and kind != "animal") or (
        len(text) <= _COMMON_LENGTH.get(kind, 0) and _common(document, start, end)
    ):
        return
    yield Mention(text, start, end, kind, text if text.isascii() else _SPACES.sub("", text), confidence, _NAME)


def _common(document: Document, start: int, end: int) -> bool:
    """Whether every word of the span is in the dictionary as anything but a name."""
    words = [token for token in document.tokens if token.start < end and start < token.end]
    return bool(words) and all(token.pos in _COMMON for token in words)


def _latin(document: Document) -> Iterator[Mention]:
    """Capitalised Latin names within Chinese, which the tagger hardly knows."""
    for sentence in document.in_language("zh"):
        for match in _LATIN.finditer(document.content, sentence.start, sentence.end):
            employer = _EMPLOYER_AFTER.match(document.content, match.end()) or _EMPLOYER_BEFORE.search(
                document.content[max(0, match.start() - 4) : match.start()]
            )
            kind, confidence = ("organization", 0.8) if employer else ("thing", 0.6)
            yield Mention(match[0], match.start(), match.end(), kind, match[0], confidence, "rules")


def _kin(document: Document) -> Iterator[Mention]:
    """`我妈妈` as a person of the speaker's, under a name that no other speaker's mother shares."""
    owner = document.turn.actor or "我"
    for sentence in document.in_language("zh"):
        for match in _MY_KIN.finditer(document.content, sentence.start, sentence.end):
            name = f"{owner}的{match['kin']}"
            yield Mention(match[0], match.start(), match.end(), "person", name, 0.75, _KIN_NAME)
