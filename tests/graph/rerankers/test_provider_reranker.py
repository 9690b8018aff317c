"""Question and texts are read by a provider."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import ClassVar

import pytest

from graph.errors import RerankerError
from graph.rerankers.provider_reranker import ProviderReranker, Results


def test_scores_come_in_the_order_of_the_texts() -> None:
    """Providers answer best first, and may leave out the worst."""

    def call(question: str, texts: list[str]) -> Results:
        assert (question, texts) == ("q", ["a", ".", "c"])
        return [{"index": 2, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]

    assert ProviderReranker("m", call=call).scores("q", ["a", "", "c"]) == [0.1, float("-inf"), 0.9]


@pytest.mark.parametrize("answer", [[{"index": 5, "relevance_score": 1}], [{"rank": 1}], [{"index": "x"}]])
def test_an_answer_of_another_shape_is_an_error(answer: Results) -> None:
    """Scores of texts that were not sent, or without a place, are not guessed at."""
    with pytest.raises(RerankerError, match="m "):
        ProviderReranker("m", call=lambda question, texts: answer).scores("q", ["a"])


class Scripted(BaseHTTPRequestHandler):
    """Answers as Cohere's /rerank does: the longer a text, the better."""

    asked: ClassVar[list[dict[str, object]]] = []
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        """One answer for each request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Scripted.asked.append(body)
        results = [{"index": at, "relevance_score": len(text) / 10} for at, text in enumerate(body["documents"])]
        answer = json.dumps({"id": "r1", "results": sorted(results, key=lambda each: -each["relevance_score"])})
        self.send_response(Scripted.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.mark.llm
@pytest.mark.parametrize("status", [200, 500])
def test_a_real_request_is_made(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """LiteLLM sends one request; an error of the provider is one of ours, and is not tried again."""
    server = HTTPServer(("127.0.0.1", 0), Scripted)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("COHERE_API_KEY", "test-key")
    monkeypatch.setenv("COHERE_API_BASE", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setattr(Scripted, "status", status)
    monkeypatch.setattr(Scripted, "asked", [])
    reranker = ProviderReranker("cohere/rerank-v3.5")
    try:
        if status == 200:
            assert reranker.scores("which kite?", ["red", "a red kite"]) == [0.3, 1.0]
        else:
            with pytest.raises(RerankerError, match="cohere/rerank"):
                reranker.scores("which kite?", ["red", "a red kite"])
    finally:
        server.shutdown()
        server.server_close()

    assert len(Scripted.asked) == 1
    assert Scripted.asked[0]["query"] == "which kite?"
