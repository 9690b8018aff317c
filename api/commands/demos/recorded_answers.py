"""A model whose answers were recorded: a careful reader's, played back through the path of any model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files

from archivists.models.provider import Purpose, Reply, Request
from archivists.questions.link import LinkAnswer
from archivists.questions.read import ReadAnswer
from archivists.questions.write import WriteAnswer
from graph.text.tokens import count_tokens

SHAPES = {Purpose.READ: ReadAnswer, Purpose.LINK: LinkAnswer, Purpose.WRITE: WriteAnswer}


class RecordedAnswers:
    """Answers each kind of question from a file of `api/samples`, in the order in which it is asked."""

    name = "recorded"

    def __init__(self, sample: str) -> None:
        recorded = json.loads((files("api.samples") / sample).read_text(encoding="utf-8"))
        self._answers: dict[object, Iterator[object]] = {
            shape: iter(recorded.get(str(purpose), ())) for purpose, shape in SHAPES.items()
        }

    def complete(self, request: Request) -> Reply:
        """The next recorded answer to this kind of question; an empty one when there is none left."""
        answer = json.dumps(next(self._answers.get(request.answer, iter(())), {}), ensure_ascii=False)
        asked = sum(count_tokens(line.text) for line in request.lines)
        return Reply(text=answer, tokens_in=asked, tokens_out=count_tokens(answer))
