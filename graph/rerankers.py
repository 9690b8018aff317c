"""Models that read a question with each text and put the texts in a new order: in this process, or a provider's."""

import os
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from graph.embedders.model_embedder import check_installed
from graph.errors import BadInput, RerankerError
from graph.text.analysis import without_surrogates


class Reranker(Protocol):
    """A model that reads a question and a text together; it is loaded on first use. Safe to use from any thread."""

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question: higher is better, on any scale. Raises RerankerError."""


TIMEOUT_SECONDS: Final = 10.0
"""A turn stops waiting for the answer long before; this only makes the request end."""

Results = Sequence[Mapping[str, float]]


class ProviderReranker:
    """A provider's model. LiteLLM is imported on first use; a request that fails is not repeated."""

    def __init__(self, model: str, *, call: Callable[[str, list[str]], Results] | None = None) -> None:
        if call is None:
            check_installed("litellm", "llm")
        self._name = model
        self._call = call or self._request

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """One request. A text that the provider does not mention ranks below all others. Raises RerankerError."""
        results = self._call(without_surrogates(question), [without_surrogates(text) or "." for text in texts])
        try:
            found = {int(each["index"]): float(each["relevance_score"]) for each in results}
        except (KeyError, TypeError, ValueError) as e:
            raise RerankerError(f"reranker {self._name} answered {results!r:.200}, expected index and score") from e
        if not set(found) <= set(range(len(texts))):
            raise RerankerError(f"reranker {self._name} scored text {max(found)}, expected at most {len(texts) - 1}")
        return [found.get(place, float("-inf")) for place in range(len(texts))]

    def _request(self, question: str, texts: list[str]) -> Results:
        # Without this, the import fetches a price list from the network.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        import litellm  # noqa: PLC0415

        failures = (*litellm.exceptions.LITELLM_EXCEPTION_TYPES, ValueError, OSError)
        try:
            response = litellm.rerank(
                model=self._name,
                query=question,
                documents=cast(list[str | dict[str, object]], texts),
                top_n=len(texts),
                timeout=TIMEOUT_SECONDS,
                max_retries=0,
            )
        except failures as e:
            raise RerankerError(f"reranker {self._name} failed: {e}") from e
        return cast(Results, response.results or [])


BATCH: Final = 16

_FAILURES: Final = (OSError, ValueError, RuntimeError, TypeError, KeyError, ImportError, AttributeError)


class PairModel(Protocol):
    """What we use of a CrossEncoder."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """One score for each pair."""


class CrossEncoderReranker:
    """A model by its public name or in a folder, which serves one caller at a time, on one thread."""

    def __init__(self, model: str, *, load: Callable[[str], PairModel] | None = None) -> None:
        if load is None:
            check_installed("sentence_transformers", "embeddings")
        self._name = model
        self._load = load or _load
        self._model: PairModel | None = None
        self._lock = Lock()

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Of a text longer than the model's window, only the beginning counts. Raises RerankerError."""
        pairs = [(without_surrogates(question), without_surrogates(text)) for text in texts]
        try:
            with self._lock:
                if self._model is None:
                    self._model = self._load(self._name)
                found = self._model.predict(pairs, batch_size=BATCH, show_progress_bar=False)
        except _FAILURES as e:
            raise RerankerError(f"cross-encoder {self._name} failed: {e}") from e
        if found.shape != (len(texts),):
            raise RerankerError(
                f"cross-encoder {self._name} gave scores of shape {found.shape}, expected one for each of {len(texts)} "
                "texts; use a model with a single label"
            )
        if not np.isfinite(found).all():  # A model overflows in half precision; its order would be none.
            raise RerankerError(f"cross-encoder {self._name} gave scores that are no numbers")
        return [float(score) for score in found]


def _load(name: str) -> PairModel:
    import torch  # noqa: PLC0415
    from sentence_transformers import CrossEncoder  # noqa: PLC0415

    torch.set_num_threads(1)  # As for embedders: more threads than free cores make it slower.
    return cast(PairModel, CrossEncoder(name, device="cpu"))


def open_reranker(spec: str) -> Reranker | None:
    """The reranker that `spec` names; None for "none".

    "cross-encoder:NAME-OR-FOLDER" runs in this process, "litellm:MODEL" asks a provider. Raises BadInput for anything
    else, MissingExtra if the package is not installed.
    """
    kind, _, model = spec.strip().partition(":")
    match kind, bool(model):
        case "none", False:
            return None
        case "cross-encoder", True:
            return CrossEncoderReranker(model)
        case "litellm", True:
            return ProviderReranker(model)
    raise BadInput(f'reranker "{spec}" is unknown, expected "none", "cross-encoder:NAME-OR-FOLDER" or "litellm:MODEL"')
