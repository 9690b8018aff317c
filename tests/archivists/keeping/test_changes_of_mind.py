"""What people correct, take back or return to: of all that was said about one thing only the last holds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph.values.changes import DisputeFacts, MergeFacts, NewFact, SupersedeFact
from tests.archivists.linking_windows import judged, known, noted, told

TALKS = {
    "back at the old job": (
        "I work at Fernweh Travel.",
        "I started a new job at Lumen Labs.",
        "I'm back at Fernweh Travel, Lumen Labs did not work out.",
    ),
    "a slip of the pen": ("Ich heiße Furkan.", "Mein Name ist Furkan.", "Ich heiße Ferkan, nicht Furkan."),
    "a count of years": ("I have worked at Halden for 5 years.", "I have worked at Halden for 6 years."),
    "a plan that is off": ("My cousin Otto is getting married in June.", "Otto is not getting married in June."),
    "two wordings of a home": (
        "I live in Leeds.",
        "I live in Leeds, in a small flat.",
        "We live in York now, not in Leeds.",
    ),
    "bir evden taşınma": ("Leeds'te yaşıyorum.", "Leeds'te küçük bir evdeyim.", "Artık York'tayım, Leeds'te değilim."),
}


@pytest.mark.parametrize("said", TALKS.values(), ids=TALKS)
@pytest.mark.parametrize("stored", [0, 1, 2])
def test_only_the_last_holds(said: Sequence[str], stored: int) -> None:
    """Whether the earlier ones are known or of the same window: each ends by a later one, and none is disputed."""
    before, now = said[: min(stored, len(said) - 1)], said[min(stored, len(said) - 1) :]
    facts = [known(text, id=f"f{number}") for number, text in enumerate(before, start=1)]
    ties = [(newer, "replaces", older) for place, newer in enumerate(said) for older in said[:place] if newer in now]

    changes = judged(noted(told(*now, facts=facts)), *ties).changes

    ended = [each.fact for each in changes if isinstance(each, SupersedeFact)]
    assert len({*ended}) == len(ended) == len(said) - 1
    assert not any(isinstance(each, DisputeFacts | MergeFacts) for each in changes)
    [last] = [each.ref for each in changes if isinstance(each, NewFact) and each.body == said[-1]]
    assert last not in ended
