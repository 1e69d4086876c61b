"""The step of the pipeline that proposes what a GLiNER model takes for names, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from extractors.candidates import Mention
from extractors.document import Document
from extractors.mentions.gliner.engine import Engine, GlinerError, Span
from extractors.mentions.gliner.particles import without_particle
from extractors.mentions.gliner.plausible import is_plausible
from extractors.mentions.gliner.settings import GlinerSettings
from extractors.mentions.gliner.view import View, view_of
from extractors.mentions.gliner.windows import Window, apart, windows
from extractors.mentions.names import canonical, trimmed
from extractors.mentions.reconcile import THRESHOLD
from graph_schema.vocabulary import GroupVocabulary

NAME = "mentions.gliner"
_PROPOSER = "gliner"
_SUREST = 0.95
"""Confidence of a name that the model gives its highest score."""


class GlinerMentions:
    """Proposes mentions by a GLiNER model; JSON is left out."""

    name = NAME
    assigns = ("proposals",)
    requires = ("language", "sentences", "tokens")

    def __init__(self, engine: Engine, settings: GlinerSettings) -> None:
        """Fits the settings to the engine, without loading the model.

        Raises:
            GlinerError: the engine cannot do what is asked.
        """
        if settings.least < engine.least_score:
            raise GlinerError(
                f"the engine gives no names under a score of {engine.least_score:g}, and the threshold is "
                f"{settings.least:g}: raise EVERWHEN_GLINER_THRESHOLD, or set EVERWHEN_GLINER_ENGINE=gliner"
            )
        self._most = min(settings.window_words, engine.max_words)
        if self._most <= 2 * engine.max_width:
            raise GlinerError(
                f"a GLiNER window of {self._most} words is too small for names of up to {engine.max_width}: "
                f"set EVERWHEN_GLINER_WINDOW_WORDS above {2 * engine.max_width}"
            )
        self._engine = engine
        self._settings = settings
        self.version = f"1+{engine.version}+{settings.digest}"

    def load(self) -> None:
        """Has the model in memory, so that a fault shows now.

        Raises:
            GlinerError: the model cannot be loaded.
        """
        self._engine.load()

    def process(self, documents: Sequence[Document]) -> None:
        """Sets the proposals of `gliner`; a group's own entity types are asked for beside the settings' labels."""
        vocabularies = {document.turn.vocabulary.digest: document.turn.vocabulary for document in documents}
        for digest, vocabulary in vocabularies.items():
            alike = [document for document in documents if document.turn.vocabulary.digest == digest]
            self._process(alike, {**own_labels(vocabulary), **self._settings.labels})

    def _process(self, documents: Sequence[Document], labels: Mapping[str, str]) -> None:
        """Reads the parts of all documents in batches, by length."""
        views = [None if document.structured is not None else view_of(document) for document in documents]
        jobs = [
            (index, view, window)
            for index, view in enumerate(views)
            if view is not None
            for window in windows(view.text, self._most, self._engine.max_width)
        ]
        jobs.sort(key=lambda job: job[2].end - job[2].start)
        spans: dict[int, list[Span]] = {index: [] for index in range(len(documents))}
        for batch in _batches(jobs, self._settings.batch_windows):
            texts = [view.text[window.start : window.end] for _, view, window in batch]
            for (index, _, window), found in zip(
                batch, self._engine.find(texts, tuple(labels), self._settings.least), strict=True
            ):
                spans[index].extend(window.own(found))
        for index, (document, view) in enumerate(zip(documents, views, strict=True)):
            found = self._mentions(document, view, spans[index], labels) if view is not None else ()
            document.proposals[_PROPOSER] = tuple(found)

    def _mentions(
        self, document: Document, view: View, spans: Iterable[Span], labels: Mapping[str, str]
    ) -> Iterator[Mention]:
        sure = (span for span in spans if span.score >= self._settings.threshold_of(labels[span.label]))
        last = 0
        for span in apart(sure):
            kind = labels[span.label]
            start, end = _place(document, *view.place(span.start, span.end))
            text = document.content[start:end]
            if start >= last and is_plausible(text, kind):
                name = canonical(text) if document.language == "en" else " ".join(text.split())
                yield Mention(text, start, end, kind, name, self._confidence(span.score, kind), _PROPOSER)
                last = end

    def _confidence(self, score: float, kind: str) -> float:
        """On the scale of the other recognisers: the threshold is just enough for reconciliation."""
        threshold = self._settings.threshold_of(kind)
        return round(THRESHOLD + (_SUREST - THRESHOLD) * (score - threshold) / (1 - threshold), 2)


def own_labels(vocabulary: GroupVocabulary) -> dict[str, str]:
    """A group's own entity types by the labels that name them to a model."""
    return {entry.name.replace("_", " "): entry.name for entry in vocabulary.entity_types}


Job = tuple[int, View, Window]
"""A document's position, its view and the window to read."""


def _batches(jobs: Sequence[Job], size: int) -> Iterator[Sequence[Job]]:
    for begin in range(0, len(jobs), size):
        yield jobs[begin : begin + size]


def _place(document: Document, start: int, end: int) -> tuple[int, int]:
    """Without punctuation at the ends, articles and possessives in English, particles in Korean."""
    left, right = trimmed(document.content[start:end], determiners=document.language == "en")
    start, end = start + left, start + right
    if document.language == "ko":
        end = start + len(without_particle(document.content[start:end]))
    return start, end
