"""Makes a command of a function that works on an open store, as FastAPI makes a route of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from pydantic import BaseModel

from api.commands.opening import JsonOption, StoreOption, checked, opened, settings_with
from api.commands.printing import say_json

Answers = Iterator[BaseModel | Mapping[str, object]]
Run = Callable[..., Answers]

TYPED: Mapping[str, str] = {
    "aliases": "--alias",
    "facts": "--fact",
    "messages": "--message",
    "q": "QUESTION",
    "sources": "--source",
    "valid_from": "--from",
    "valid_to": "--until",
}
"""What is typed for fields of a model, where it is not the name of the field."""

UNTYPED = frozenset({"cursor", "id"})
"""Fields for which there are pages, and another command."""


def command(*, writes: bool | Sequence[str] = False) -> Callable[[Run], Callable[..., None]]:
    """The command gives the function the service of --store, which is opened for writing if the command `writes`, or if
    an option that `writes` names is given. The store must exist.

    With --json, what the function yields is printed, and the rest of it, which is for people, does not run. Of a
    parameter that is a model the command has arguments and options, one for each field.
    """

    def make(run: Run) -> Callable[..., None]:
        hints = get_type_hints(run, include_extras=True)
        taken = [each.replace(annotation=hints[each.name]) for each in [*signature(run).parameters.values()][1:]]
        names = {each.name for each in taken}
        models = {each.name: each.annotation for each in taken if _is_model(each.annotation)}
        asked = [
            parameter
            for each in taken
            for parameter in (_typed_for(each.annotation, names) if each.name in models else [each])
        ]

        def started(*, as_json: bool, store: str | None, **given: Any) -> None:  # noqa: ANN401 - As they are declared.
            values = {name: value for name, value in given.items() if name in names}
            for name, model in models.items():
                fields = {field: given[field] for field in model.model_fields if given.get(field) is not None}
                values[name] = checked(model, **fields)
            is_writing = writes if isinstance(writes, bool) else any(given[name] for name in writes)
            with opened(settings_with(store=store), read_only=not is_writing) as service:
                for answer in run(service, **values):
                    if as_json:
                        say_json(answer)
                        return

        last = (_option("as_json", JsonOption, False), _option("store", StoreOption, None))
        parameters = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in (*asked, *last)]
        started.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        started.__name__, started.__doc__ = run.__name__, run.__doc__
        return started

    return make


def _is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _typed_for(model: type[BaseModel], known: set[str]) -> Iterator[Parameter]:
    """An argument for each field that must be given, an option for each other one."""
    own = {name: field for name, field in model.model_fields.items() if name in model.__annotations__}
    for name, field in {**own, **model.model_fields}.items():  # What a model shares with others comes last.
        if name in UNTYPED or name in known:
            continue
        kind, help = _plain(field.annotation), field.description
        if field.is_required():
            argument = typer.Argument(metavar=TYPED.get(name, name.upper()), help=help, show_default=False)
            yield Parameter(name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, argument])
        else:
            option = typer.Option(TYPED.get(name, f"--{name.replace('_', '-')}"), help=help)
            yield _option(name, Annotated[kind | None, option], field.default or None)


def _option(name: str, kind: object, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _plain(kind: Any) -> Any:  # noqa: ANN401 - Types of any form.
    """The type as typer knows it: text for a time, a list for several; without `None` and checks."""
    if get_origin(kind) in (list, tuple):
        return list[_plain(get_args(kind)[0])]  # type: ignore[misc]
    if get_args(kind):
        return _plain(get_args(kind)[0])
    return str if kind is datetime else kind
