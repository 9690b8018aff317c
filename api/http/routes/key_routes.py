"""Routes of keys: made, listed and revoked while the service runs."""

from typing import Annotated

from fastapi import APIRouter, Query

from api.access_keys import AccessKey
from api.http.bodies import KeyBody
from api.http.listing import page_of_rows
from api.http.queries import PageQuery
from api.http.responses import KeyAnswer, KeysAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, problems
from graph.values.codec import to_ms

router = APIRouter(prefix="/v1/keys", tags=["keys"])


@router.post("", status_code=201, responses=problems(*BODY_STATUSES))
def create_key(service: ServiceOf, body: KeyBody) -> KeyAnswer:
    """Make a key. `key` in the answer is what callers send; it is not stored and cannot be shown again."""
    made, key = service.keys.create(body.name, body.rights, ends_at=body.ends_at)
    return KeyAnswer.model_validate(made).model_copy(update={"key": key})


@router.get("", responses=problems())
def list_keys(service: ServiceOf, asked: Annotated[PageQuery, Query()]) -> KeysAnswer:
    """The keys, oldest first, without their secrets. Keys in the settings are not listed."""
    keys, next_cursor = page_of_rows(
        service.keys.all(), asked, "keys", key_of=lambda key: (to_ms(key.created_at), key.id)
    )
    return KeysAnswer.model_validate({"keys": keys, "next_cursor": next_cursor})


@router.delete("/{id}", response_model=KeyAnswer, responses=problems(404))
def revoke_key(service: ServiceOf, id: str) -> AccessKey:
    """Revoke a key. It stops working here at once, and in other processes on the store within two seconds."""
    return service.keys.revoke(id)
