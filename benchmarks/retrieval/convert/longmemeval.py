"""LongMemEval: one person's many chats with an assistant; each haystack is a space, each of its sessions a chat.

The evidence of a question is the turns marked `has_answer` in the sessions that it names. In a session without marks
it is the turn that says the most of the answer's words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

from benchmarks.retrieval.convert.values import Value, files_in, read_json
from benchmarks.retrieval.folder import Asked, Folder, Told
from graph.intake.recognise import Line
from graph.text.search_terms import query_terms
from graph.values.items import Role

LINE_SECONDS = 60
TIME = "%Y/%m/%d (%a) %H:%M"


def convert(path: Path) -> Iterator[Folder]:
    """A folder for each haystack."""
    for file in files_in(path, "longmemeval*.json"):
        for haystack in read_json(file).each():
            yield _folder(haystack)


def _folder(haystack: Value) -> Folder:
    messages: list[Told] = []
    marked: dict[str, list[str]] = {}
    sessions: dict[str, list[Told]] = {}
    dates = haystack.of("haystack_dates").each()
    names = [name.text() for name in haystack.of("haystack_session_ids").each()]
    for name, date, session in zip(names, dates, haystack.of("haystack_sessions").each(), strict=True):
        key = name if name not in sessions else f"{name}+{len(sessions)}"
        sessions[key] = []
        for number, said in enumerate(session.each()):
            body = said.of("content").text().strip() or "…"
            at = date.time(TIME) + timedelta(seconds=LINE_SECONDS * number)
            line = Line(role=Role(said.of("role").text()), body=body, sent_at=at)
            told = Told(conversation=key, id=f"{key}:{number}", line=line)
            sessions[key].append(told)
            if (mark := said.find("has_answer")) is not None and mark.held is True:
                marked.setdefault(key, []).append(told.id)
        messages += sessions[key]
    return Folder(haystack.of("question_id").text(), messages, list(_questions(haystack, sessions, marked)))


def _questions(haystack: Value, sessions: dict[str, list[Told]], marked: dict[str, list[str]]) -> Iterator[Asked]:
    """One question, or several independent ones about the same haystack."""
    several = haystack.find("questions")
    asked = [haystack.of("question")] if several is None else several.each()
    answers = [haystack.of("answer")] if several is None else haystack.of("answers").each()
    named = [haystack.of("answer_session_ids")] if several is None else haystack.of("answer_session_ids").each()
    for number, (question, answer, ids) in enumerate(zip(asked, answers, named, strict=True)):
        held = [id.text() for id in ids.each()]
        evidence = [turn for id in held for turn in marked.get(id) or _telling(sessions.get(id, ()), answer.text())]
        if evidence:
            yield Asked(
                question=question.text(),
                at=haystack.of("question_date").time(TIME),
                conversation=None,
                evidence=tuple(dict.fromkeys(evidence)),
                category=haystack.of("question_type").text() if number == 0 else "single turn",
                answer=answer.text(),
            )


def _telling(turns: Sequence[Told], answer: str) -> list[str]:
    """The first turn that says the most of the answer."""
    wanted = set(query_terms(answer))
    counts = [len(wanted & set(query_terms(told.line.body))) for told in turns]
    return [turns[counts.index(max(counts))].id] if turns and max(counts) else []
