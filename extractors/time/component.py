"""Assigns each turn its time expressions, resolved from the turn's time in the speaker's zone."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version as package_version

from extractors.document import Document
from extractors.time import chinese, english
from extractors.time.common import local_now, to_mention

_LANGUAGES = {"en": english, "zh": chinese}


class TimeComponent:
    """Finds and resolves time expressions in English and Chinese sentences."""

    name = "times"
    assigns = ("times",)
    requires = ("sentences", "syntax", "tokens")

    @property
    def version(self) -> str:
        """Changes with the libraries."""
        return f"1+date-wrangler-{package_version('date-wrangler')}+jionlp-time-{package_version('jionlp-time')}"

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `times`."""
        for document in documents:
            now = local_now(document.turn)
            document.times = [
                to_mention(document.turn, found, language.direction(document, sentence, found.start))
                for sentence in document.sentences
                if (language := _LANGUAGES.get(sentence.language))
                for found in language.find(document.content, sentence.start, sentence.end, now)
            ]
