"""The prompt of a character, over HTTP."""

from __future__ import annotations

from tests.api.profiles.cast import GAP, Cast


def test_prompt_is_told_with_its_parts(cast: Cast) -> None:
    """Biography and request as they were sent; who wrote what stands between them is said."""  # ACCEPTANCE 0.20
    cast.talk(1, 6)
    cast.say("Player: Good morning, Lynly.", after=GAP)
    cast.work()

    answer = cast.post("characters/Lynly/prompt", biography="A bard.", request="Sing.", visible=1).json()

    [summary] = answer["summaries"]
    assert answer["prompt"].startswith("## Biography\nA bard.\n\n## Earlier conversations\n- world time 72000")
    assert answer["prompt"].endswith("- Player: Good morning, Lynly.\n\n## Now\nSing.\n")
    assert (summary["author"], answer["reflection"], len(answer["lines"])) == ("rules", None, 1)
    assert (answer["summaries_left_out"], answer["lines_left_out"]) == (0, 0)


def test_prompt_that_cannot_be_is_refused(cast: Cast) -> None:
    """No such space, a biography that does not fit, too many conversations, and fields that there are not."""
    assert cast.client.post("/v1/spaces/no/characters/Lynly/prompt", json={}).status_code == 404
    small = cast.post("characters/Lynly/prompt", biography="A bard of the north. " * 50, budget_tokens=64)
    assert (small.status_code, "biography and request take" in small.json()["detail"]) == (422, True)
    for body in ({"summaries_max": 11}, {"budget_tokens": 10}, {"mood": "sad"}):
        assert cast.client.post("/v1/spaces/tale/characters/Lynly/prompt", json=body).status_code == 422


def test_who_has_not_spoken_hears_what_is_visible(cast: Cast) -> None:
    """Nobody but the caller knows that a character is there to answer the first line."""  # ACCEPTANCE 0.16
    cast.say("Player: Good morning, Lynly.")

    def lines(**more: object) -> int:
        return len(cast.post("characters/Lynly/prompt", **more).json()["lines"])

    assert (lines(), lines(visible=1), lines(visible=5), lines(visible=1, chat="other")) == (0, 1, 1, 0)


def test_unknown_character_knows_nothing(cast: Cast) -> None:
    """Somebody who never spoke has heard nothing; an empty prompt is an answer."""
    cast.talk(1, 6)

    answer = cast.post("characters/Nobody/prompt").json()

    assert (answer["prompt"], answer["tokens"], answer["summaries"], answer["lines"]) == ("", 0, [], [])
