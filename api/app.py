"""The web application: routes, middleware and error handlers for one service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version

from fastapi import APIRouter, Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute

from api.http import pages
from api.http.api_document import Api, operation_id
from api.http.cross_origin import CrossOrigin
from api.http.middleware import Middleware, RequestIds
from api.http.problems import answer_error, answer_http, answer_invalid
from api.http.route_scopes import check_rights
from api.http.routes import (
    character_routes,
    forget_routes,
    hand_routes,
    health_routes,
    item_routes,
    key_routes,
    proxy_routes,
    recall_routes,
    round_routes,
    space_routes,
    story_routes,
    transfer_routes,
    turn_routes,
    typingmind_routes,
)
from api.http.routes.route_parts import check_query
from api.metrics import Metrics
from api.proxy.passage import Proxy
from api.wiring import Service
from graph.errors import RemembrancerError

DESCRIPTION = """
Long-term memory for LLM assistants, kept as a knowledge graph.

Send each message of a conversation to `POST /v1/spaces/{space}/turns` and put the block that comes back in front of
the model for that turn. Errors are `application/problem+json` and name what was found and what was expected.
"""

# In the order of a newcomer's day. Routes that are called with each message come first, since a request is matched
# against all routes before its own.
ROUTERS = (
    proxy_routes.router,
    turn_routes.turns,
    turn_routes.messages,
    space_routes.router,
    item_routes.router,
    hand_routes.router,
    recall_routes.router,
    round_routes.router,
    transfer_routes.router,
    forget_routes.router,
    character_routes.router,
    story_routes.router,
    typingmind_routes.router,
    key_routes.router,
    health_routes.router,
)


def create_app(service: Service) -> FastAPI:
    """The web application of a service. It starts and stops the service's threads. The caller closes the service."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        service.start()
        yield
        await proxy.close()
        service.stop()

    metrics = service.metrics or Metrics()
    proxy = Proxy(service, metrics)
    app = Api(
        title="Remembrancer",
        version=version("remembrancer"),
        description=DESCRIPTION,
        lifespan=running,
        generate_unique_id_function=operation_id,
        # FastAPI's own pages load scripts from other servers: api/http/pages.py.
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
            "operation_spans": False,
            "auto_configure": False,
        },
        exception_handlers={
            RemembrancerError: answer_error,
            RequestValidationError: answer_invalid,
            HTTPException: answer_http,
        },
    )
    app.state.service, app.state.proxy, app.state.metrics = service, proxy, metrics
    app.add_middleware(Middleware, settings=service.settings, keys=service.keys, metrics=metrics)
    # Outside the middleware above: a preflight has no key.
    app.add_middleware(CrossOrigin, origins=service.settings.page_origins)
    app.add_middleware(RequestIds)
    app.router.routes.extend(_routes())
    return app


@cache
def _routes() -> list[BaseRoute]:
    """Every route, built once in a process however many applications it has: that takes 40 ms."""
    whole = APIRouter(generate_unique_id_function=operation_id, redirect_slashes=False)
    for router in ROUTERS:
        # Only the upstream knows which query parameters a proxied request may have.
        checks = [check_rights] if router is proxy_routes.router else [check_rights, check_query]
        whole.include_router(router, dependencies=[Depends(check) for check in checks])
    whole.include_router(pages.router)
    for route in whole.routes:  # FastAPI builds routers when a path is first compared with them.
        route.matches({"type": "http", "method": "GET", "path": "/", "headers": []})
    return whole.routes
