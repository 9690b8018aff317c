"""User, password and database for a server."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Login:
    """A user of a server, and the database that holds our spaces. Its repr hides the password."""

    user: str
    password: str = field(repr=False)
    database: str = "neo4j"
