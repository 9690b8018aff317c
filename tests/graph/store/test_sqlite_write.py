"""What one write does to the rows; what it promises is in the contract."""

from __future__ import annotations

from graph.store import sqlite_write
from graph.store.checks import batch_of
from graph.store.sqlite_connections import Connections
from graph.store.verbs import Label, PutNode, Value


def test_update_touches_only_what_changes() -> None:
    """A put sets the columns whose values are new: an index of the others is not written."""
    connections = Connections(None, read_only=False)
    statements: list[str] = []

    def write(**properties: Value) -> None:
        with connections.writing() as db:
            sqlite_write.write(db, "s", batch_of([PutNode(Label.MESSAGE, "m1", properties)]))

    write(chat="a", position=1.0, body="text")
    with connections.writing() as db:
        db.set_trace_callback(statements.append)
    write(chat="b", position=1.0, container="s1")
    connections.close()

    (update,) = [statement for statement in statements if statement.startswith("UPDATE nodes")]
    assert "find_chat = 'b'" in update
    assert "find_position" not in update
    assert "body" not in update
