"""A login carries a secret and never shows it."""

from __future__ import annotations

from graph.store.login import Login


def test_password_is_not_printed() -> None:
    """Whoever prints a login, in a log or a traceback, does not print the password."""
    login = Login("ada", "sesame")

    assert "sesame" not in f"{login} {login!r}"
    assert login == Login("ada", "sesame", "neo4j")
