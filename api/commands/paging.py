"""For commands that list page by page: their options, and a page by its number, since the service has only cursors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

import typer

from api.commands.printing import listing, out, say
from api.http.queries import PageQuery
from api.http.responses import PageAnswer
from graph.errors import NotFound

PageOption = Annotated[int, typer.Option("--page", min=1, help="Which page.")]
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=200, help="How many entries a page has.")]


Q = TypeVar("Q", bound=PageQuery)
A = TypeVar("A", bound=PageAnswer)


def page_numbered(number: int, asked: Q, page_of: Callable[[Q], A]) -> A:
    """The page of this number, from 1. One read for each page up to it. Raises NotFound if there are fewer pages."""
    page = page_of(asked)
    for at in range(1, number):
        if page.next_cursor is None:
            raise NotFound(f"there is no page {number}, the last one is {at}")
        page = page_of(asked.model_copy(update={"cursor": page.next_cursor}))
    return page


def print_page(
    page: PageAnswer,
    number: int,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    if_none: str,
) -> None:
    """Print the page of this number as a list, and tell a person at a terminal how to get the next one."""
    if not rows:
        say(if_none)
    else:
        listing(headings, rows)
        if page.next_cursor is not None and out.is_terminal:
            say(f"There is more: --page {number + 1}")
