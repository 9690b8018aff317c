"""Reranking by a provider through LiteLLM."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from graph.embedders.model_embedder import check_installed
from graph.errors import RerankerError
from graph.text.analysis import without_surrogates

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
