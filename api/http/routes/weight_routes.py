"""Routes of what verdicts have taught about the weights of scores."""

from __future__ import annotations

from fastapi import APIRouter

from api.http.bodies import WeightsBody
from api.http.judging_responses import WeightsAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.changing.learning_switch import learned_weights, set_learning

router = APIRouter(prefix="/v1/spaces/{space}/weights", tags=["weights"])


@router.get("", responses=problems(404))
def read_weights(service: ServiceOf, space: SpacePath) -> WeightsAnswer:
    """The weights of the space's scores, and how reliable the learned ones are."""
    return WeightsAnswer.of(learned_weights(service.knowledge, space))


@router.put("", responses=problems(404, *BODY_STATUSES))
def switch_learning(service: ServiceOf, space: SpacePath, body: WeightsBody) -> WeightsAnswer:
    """Put the default weights back and keep them, or let rounds learn again."""
    return WeightsAnswer.of(set_learning(service.knowledge, space, is_on=body.learn, now=service.now()))
