"""Who we are to a store that is a server."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Login:
    """A user of a server, and the database of it that holds our spaces. Printing it does not print the password."""

    user: str
    password: str = field(repr=False)
    database: str = "neo4j"
