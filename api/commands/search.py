"""`remembrancer search`: items by words and meaning, with scores and reasons."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.item_list import text_of
from api.commands.opening import JsonOption, SpaceArgument, StoreOption, checked, opened, settings_with
from api.commands.paging import LimitOption, PageOption, page_numbered, print_page
from api.http.listing import page_of_search
from api.http.queries import ItemLabel, SearchQuery
from api.http.responses import FoundAnswer
from graph.values.items import FactKind, FactStatus


def run(
    space: SpaceArgument,
    q: Annotated[str, typer.Argument(metavar="QUESTION", help="Words, a name, or a question.")],
    label: Annotated[list[ItemLabel] | None, typer.Option("--label", help="Only items of these labels.")] = None,
    kind: Annotated[FactKind | None, typer.Option("--kind", help="Only facts of this kind.")] = None,
    status: Annotated[FactStatus | None, typer.Option("--status", help="Only facts of this status.")] = None,
    page: PageOption = 1,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Find items by words and, with an embedder, by meaning, best first. Also finds what no longer holds."""
    with opened(settings_with(store=store), read_only=True) as service:
        asked = checked(SearchQuery, q=q, label=label or [], kind=kind, status=status, limit=limit)
        answer = page_numbered(page, asked, lambda asked: page_of_search(service, space, asked))
    rows = [_cells_of_found(each) for each in answer.items]
    if_none = f"Nothing in {space} has to do with that."
    print_page(answer, page, ("id", "label", "score", "text"), rows, as_json=as_json, if_none=if_none)


def _cells_of_found(found: FoundAnswer) -> tuple[str, str, str, str]:
    text = " ".join(text_of(found.item).split())
    return found.id, str(found.label), f"{found.score:.2f}", f"{text} ({found.reason})"
