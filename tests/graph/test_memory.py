"""Memory that was freed goes back to the system."""

from graph.memory import give_back


def test_giving_back_changes_nothing() -> None:
    """Nothing that is in use is touched, and a second time there is nothing left to give."""
    kept = [bytes([number % 256]) * 1000 for number in range(1000)]

    give_back()
    give_back()

    assert kept == [bytes([number % 256]) * 1000 for number in range(1000)]
