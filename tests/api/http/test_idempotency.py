"""A request under a key is answered once, also by two at a time, and its answer is kept for a while."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from pydantic import BaseModel

from api.http.idempotency import answered_once, prune_answers
from api.wiring import Service
from graph.errors import IdReused
from graph.intake.recognise import Line
from graph.store.verbs import Label
from graph.values.items import Role


class Told(BaseModel):
    """An answer."""

    number: int


def counting() -> Callable[[], Told]:
    """Answers that differ each time."""
    numbers = iter(range(100))
    return lambda: Told(number=next(numbers))


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

    first = answered_once(service.knowledge, "ada", "k1", "ask", answer, now=service.now())
    second = answered_once(service.knowledge, "ada", "k1", "ask", answer, now=service.now())
    other = answered_once(service.knowledge, "ada", "k2", "ask", answer, now=service.now())

    assert (first.body, second.body, other.body) == (b'{"number":0}', b'{"number":0}', b'{"number":1}')


def test_key_of_another_request_is_refused(service: Service) -> None:
    """The error says when the key was used first."""
    answered_once(service.knowledge, "ada", "k1", "ask", counting(), now=service.now())

    with pytest.raises(IdReused, match="at 2026-03-01T18:30:00"):
        answered_once(service.knowledge, "ada", "k1", "ask more", counting(), now=service.now())


def test_two_at_a_time_get_one_answer(service: Service) -> None:
    """When both have worked, the answer that was kept first is given to both."""
    answer = counting()

    def overtaken() -> Told:
        answered_once(service.knowledge, "ada", "k1", "ask", answer, now=service.now())
        return answer()

    told = answered_once(service.knowledge, "ada", "k1", "ask", overtaken, now=service.now())

    assert (told.body, told.headers["idempotency-replayed"]) == (b'{"number":0}', "true")


@pytest.mark.parametrize(("age_hours", "dropped"), [(23.9, 0), (24.0, 0), (24.1, 3)])
def test_answers_are_kept_for_their_time(service: Service, age_hours: float, dropped: int) -> None:
    """Answers and the keys of messages go together, a day after they were made."""
    line = Line(role=Role.USER, body="Hi.")
    service.knowledge.append("ada", [line], key="k0", now=service.now())
    for key in ("k1", "k2"):
        answered_once(service.knowledge, "ada", key, "ask", counting(), now=service.now())

    now = service.now() + timedelta(hours=age_hours)

    assert prune_answers(service.knowledge, "ada", keep_hours=24, now=now) == dropped
    assert kept_count(service) == 3 - dropped
