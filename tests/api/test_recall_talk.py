"""What recall tells again, and what it keeps of it."""

from __future__ import annotations

from datetime import timedelta

from tests.api.recall_caller import Caller, on

DAWN = ("What is the Dawn phenomenon?", "Hormones raise the sugar in the morning.")


def told_again(caller: Caller, *messages: str) -> None:
    """A conversation of these messages, each with a reply, that ends; what comes later is asked days later."""
    for message in messages:
        caller.ask(message)
        body = {"role": "assistant", "content": "The Dawn phenomenon: hormones raise the sugar. Glucagon, too."}
        assert caller.http.post("/v1/spaces/s/messages", json={"chat": "now", "messages": [body]}).status_code == 200
    assert caller.ask("Thanks, that's all")["kind"] == "satisfied"
    caller.now += timedelta(days=3)


def test_what_was_told_again_is_the_first_one(caller: Caller) -> None:
    """A conversation in which a past one was only told again is not another match, nor another of the last ones."""
    id = caller.past("a", on(10, 5), *DAWN)
    told_again(caller, "What was that Dawn phenomenon again?")

    for question in ("What did we say about the Dawn phenomenon?", "What was the last thing we talked about?"):
        found = caller.ask(question, record=False)
        assert (found["kind"], found["past"]["conversation"]) == ("recall", id)


def test_what_was_told_again_is_noted_once(caller: Caller) -> None:
    """A question that is sent again writes nothing."""
    caller.past("a", on(10, 5), *DAWN)
    store, writes = caller.service.knowledge.store, []
    for _ in range(2):
        before = store.seq("s")
        assert caller.ask("What did we say about the Dawn phenomenon?")["kind"] == "recall"
        writes.append(store.seq("s") - before)

    assert writes == [2, 0]


def test_what_was_researched_anew_is_another_one(caller: Caller) -> None:
    """It is not hidden behind the one that was known before."""
    id = caller.past("a", on(10, 5), *DAWN)
    told_again(caller, "What is the Dawn phenomenon?", "Yes, do new research")

    found = caller.ask("What did we say about the Dawn phenomenon?", record=False)
    assert found["kind"] == "several"
    assert len(found["pasts"]) == 2 and id in {past["conversation"] for past in found["pasts"]}
    assert caller.ask("What did we say about glucagon?", record=False)["past"]["conversation"] != id
