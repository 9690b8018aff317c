"""XQuAD: passages, each told as a message, and questions that one of them answers; the whole file is a space."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.retrieval.convert.values import files_in, read_json
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

FIRST_AT = datetime(2024, 1, 1, tzinfo=UTC)  # The passages have no time, and all must count as equally old.


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each language."""
    for file in files_in(path, "xquad*.json"):
        messages: list[Told] = []
        questions: list[Asked] = []
        for article in read_json(file).of("data").each():
            for passage in article.of("paragraphs").each():
                id = f"p{len(messages)}"
                body = passage.of("context").text().lstrip("\ufeff")
                line = Line(role=Role.USER, body=body, sent_at=FIRST_AT + timedelta(seconds=len(messages)))
                messages.append(Told(conversation=file.stem, id=id, line=line))
                for asked in passage.of("qas").each():
                    answer = asked.of("answers").each()[0].of("text").text()
                    questions.append(
                        Asked(
                            question=asked.of("question").text(),
                            at=None,
                            conversation=None,
                            evidence=(id,),
                            category="passage",
                            answer=answer,
                        )
                    )
        yield Folder(file.stem, messages, questions)
