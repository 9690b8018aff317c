"""Routes of the ledger: calls of language models, and their cost."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.listing import page_of_log
from api.http.queries import CallsQuery
from api.http.responses import CallsAnswer, CostAnswer
from api.http.route_scopes import RightsOf
from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from api.model_costs import cost_of

router = APIRouter(prefix="/v1/spaces/{space}", tags=["calls"])


@router.get("/calls", responses=problems(404))
def list_calls(service: ServiceOf, space: SpacePath, asked: Annotated[CallsQuery, Query()]) -> CallsAnswer:
    """The calls of language models, newest first: purpose, owner, tokens, cost and outcome."""
    return page_of_log(CallsAnswer, service.knowledge, space, asked)


@router.get("/cost", responses=problems(404))
def read_cost(service: ServiceOf, space: SpacePath, rights: RightsOf) -> CostAnswer:
    """What models have cost in the space, for each purpose and model, and in the current hour."""
    cost = cost_of(service, space)
    return cost if rights.spaces is None else cost.model_copy(update={"hour_of_all": None})
