"""A request under a key is answered once, also by two at a time, and its answer is kept for a while."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from fastapi import Response
from pydantic import BaseModel

from api.http.idempotency import answered_once, prune_answers
from api.wiring import Service
from graph.errors import IdReused
from graph.intake.recognise import Line
from graph.intake.request_key import RequestKey
from graph.store.verbs import Label
from graph.values.items import Role


class Told(BaseModel):
    """An answer."""

    number: int


class Ask(BaseModel):
    """A request."""

    text: str = "ask"


def counting() -> Callable[[RequestKey | None], Told]:
    """Answers that differ each time."""
    numbers = iter(range(100))
    return lambda key: Told(number=next(numbers))


def asked(
    service: Service, key: str | None, answer: Callable[[RequestKey | None], Told], text: str = "ask"
) -> Response:
    """The answer over HTTP."""
    told = answered_once(service.knowledge, "ada", key, Ask(text=text), answer, now=service.now())
    assert isinstance(told, Response)
    return told


def kept_count(service: Service) -> int:
    """How many requests are kept in the space."""
    return len(service.knowledge.store.find("ada", Label.REQUEST, limit=100))


@pytest.fixture(autouse=True)
def ada(service: Service) -> None:
    """There is a space."""
    service.knowledge.create_space("ada", now=service.now())


def test_second_request_gets_the_first_answer(service: Service) -> None:
    """What is asked again under its key is not done again."""
    answer = counting()

    first = asked(service, "k1", answer)
    second = asked(service, "k1", answer)
    other = asked(service, "k2", answer)

    assert (first.body, second.body, other.body) == (b'{"number":0}', b'{"number":0}', b'{"number":1}')


def test_without_a_key_each_request_is_answered(service: Service) -> None:
    """Nothing is kept of a request without a key."""
    answer = counting()

    told = [answered_once(service.knowledge, "ada", None, Ask(), answer, now=service.now()) for _ in range(2)]

    assert (told, kept_count(service)) == ([Told(number=0), Told(number=1)], 0)


def test_a_retry_after_a_crash_appends_nothing(service: Service) -> None:
    """The messages of a request whose answer was never kept are not stored again, and one node holds both."""

    def append(key: RequestKey | None) -> Told:
        lines = [Line(role=Role.USER, body="ok")]
        return Told(number=len(service.knowledge.append("ada", lines, now=service.now(), key=key).new))

    append(RequestKey("k1", 'Ask {"text":"ask"}'))
    service.knowledge.append("ada", [Line(role=Role.USER, body="go on")], now=service.now())
    told = asked(service, "k1", append)

    assert (told.body, asked(service, "k1", append).body, kept_count(service)) == (b'{"number":0}', b'{"number":0}', 1)


def test_key_of_another_request_is_refused(service: Service) -> None:
    """The error says when the key was used first."""
    asked(service, "k1", counting())

    with pytest.raises(IdReused, match="at 2026-03-01T18:30:00"):
        asked(service, "k1", counting(), "ask more")


def test_two_at_a_time_get_one_answer(service: Service) -> None:
    """When both have worked, the answer that was kept first is given to both."""
    answer = counting()

    def overtaken(key: RequestKey | None) -> Told:
        asked(service, "k1", answer)
        return answer(key)

    told = asked(service, "k1", overtaken)

    assert (told.body, told.headers["idempotency-replayed"]) == (b'{"number":0}', "true")


@pytest.mark.parametrize(("age_hours", "dropped"), [(23.9, 0), (24.0, 0), (24.1, 3)])
def test_answers_are_kept_for_their_time(service: Service, age_hours: float, dropped: int) -> None:
    """Answers and the keys of messages go together, a day after they were made."""
    line = Line(role=Role.USER, body="Hi.")
    service.knowledge.append("ada", [line], key=RequestKey("k0", "Hi."), now=service.now())
    for key in ("k1", "k2"):
        asked(service, key, counting())

    now = service.now() + timedelta(hours=age_hours)

    assert prune_answers(service.knowledge, "ada", keep_hours=24, now=now) == dropped
    assert kept_count(service) == 3 - dropped
