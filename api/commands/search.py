"""`remembrancer search`: items by words and meaning, with scores and reasons."""

from __future__ import annotations

from api.commands.command import Answers, command
from api.commands.item_list import text_of
from api.commands.opening import SpaceArgument
from api.commands.paging import PageOption, page_numbered, print_page
from api.http.listing import page_of_search
from api.http.queries import SearchQuery
from api.http.responses import FoundAnswer
from api.wiring import Service


@command()
def run(service: Service, space: SpaceArgument, asked: SearchQuery, page: PageOption = 1) -> Answers:
    """Find items by words and, with an embedder, by meaning, best first. Also finds what no longer holds."""
    answer = page_numbered(page, asked, lambda asked: page_of_search(service, space, asked))
    yield answer
    rows = [_cells_of_found(each) for each in answer.items]
    print_page(answer, page, ("id", "label", "score", "text"), rows, if_none=f"Nothing in {space} has to do with that.")


def _cells_of_found(found: FoundAnswer) -> tuple[str, str, str, str]:
    text = " ".join(text_of(found.item).split())
    return found.id, str(found.label), f"{found.score:.2f}", f"{text} ({found.reason})"
