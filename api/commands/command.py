"""Makes commands of functions, as FastAPI makes routes of them: models become options, and the store is opened."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from datetime import datetime
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, TypeVar, get_args, get_origin

import typer
from pydantic import BaseModel

from api.commands.opening import JsonOption, StoreOption, checked, opened, settings_with
from api.commands.printing import say_json
from api.settings import Settings

Answers = Iterator[BaseModel | Mapping[str, object]]
T = TypeVar("T")

TYPED: Mapping[str, str] = {
    "aliases": "--alias",
    "budget_tokens": "--budget",
    "chunk_tokens": "--chunk",
    "facts": "--fact",
    "is_reached": "--reached/--given-up",
    "live_tokens": "--live",
    "messages": "--message",
    "q": "QUESTION",
    "sources": "--source",
    "tail_tokens": "--tail",
    "valid_from": "--from",
    "valid_to": "--until",
}
"""What is typed for fields of a model, where it is not the name of the field."""

UNTYPED = frozenset({"create", "cursor", "id", "reflects", "version"})
"""Fields that commands do not have: they make spaces, count pages, `explain` one item, and keep no reflections; and
between looking and typing nobody notes a version."""


def with_fields(run: Callable[..., T]) -> Callable[..., T]:
    """The function as typer takes it: of a parameter that is a model it has arguments and options, one for each field.

    They are checked before it runs. A field of which it has a parameter itself is taken from there.
    """
    taken = signature(run, eval_str=True).parameters
    models = {name: each.annotation for name, each in taken.items() if _is_model(each.annotation)}

    def started(**given: Any) -> T:  # noqa: ANN401 - As they are declared.
        values = {name: value for name, value in given.items() if name in taken}
        for name, model in models.items():
            values[name] = checked(
                model, **{key: given[key] for key in model.model_fields if given.get(key) is not None}
            )
        return run(**values)

    asked = [
        parameter.replace(kind=Parameter.KEYWORD_ONLY)
        for each in taken.values()
        for parameter in (_parameters(each.annotation, taken) if each.name in models else [each])
    ]
    started.__signature__ = Signature(asked)  # type: ignore[attr-defined]
    started.__name__, started.__doc__ = run.__name__, run.__doc__
    return started


def command(*, writes: bool = False) -> Callable[[Callable[..., Answers]], Callable[..., None]]:
    """The command gives the function the service of --store, which is opened for writing if the command `writes`. The
    store must exist. A function whose first parameter are the settings opens the store itself.

    With --json, what the function yields is printed, and the rest of it, which is for people, does not run.
    """

    def make(run: Callable[..., Answers]) -> Callable[..., None]:
        def started(*, as_json: JsonOption = False, store: StoreOption = None, **given: object) -> None:
            settings = settings_with(store=store)
            opening = nullcontext(settings) if opens_itself else opened(settings, read_only=not writes)
            with opening as first:
                for answer in run(first, **given):
                    if as_json:
                        say_json(answer)
                        return

        first_parameter, *taken = signature(run, eval_str=True).parameters.values()
        opens_itself = first_parameter.annotation is Settings
        *own, _ = signature(started, eval_str=True).parameters.values()
        parameters = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in (*taken, *own)]
        started.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        started.__name__, started.__doc__ = run.__name__, run.__doc__
        return with_fields(started)

    return make


def _is_model(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _parameters(model: type[BaseModel], known: Mapping[str, Parameter]) -> Iterator[Parameter]:
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
            kept = None if kind is not bool and not field.default else field.default
            yield Parameter(name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind | None, option], default=kept)


def _plain(kind: Any) -> Any:  # noqa: ANN401 - Types of any form.
    """The type as typer knows it: text for a time, a list for several; without `None` and checks."""
    if get_origin(kind) in (list, tuple):
        return list[_plain(get_args(kind)[0])]  # type: ignore[misc]
    if get_args(kind):
        return _plain(get_args(kind)[0])
    return str if kind is datetime else kind
