"""`remembrancer doctor`: checks everything that the service needs, and says what to do if something is wrong."""

import json
import os
import platform
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from http.client import HTTPConnection, HTTPException
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Annotated

import typer
from rich.text import Text

from api.commands.opening import StoreOption, opened, settings_with, typed
from api.commands.printing import plural, progress, say, table
from api.commands.spaces import rounds_in_words
from api.settings import Settings, login_of
from api.wiring import Service
from archivists.models.provider import ROUND_PURPOSES, Purpose, open_models
from graph.changing.taking_back import count_made_by_rules, counted
from graph.embedders.choice import open_embedder
from graph.errors import RemembrancerError
from graph.knowledge import NOTHING
from graph.store.backends import Check, State, report_on
from graph.transfer.lines import interrupted_imports
from graph.values.items import Space

EXTRAS = ("neo4j-rust-ext", "sentence-transformers", "litellm", "mcp", "pandas")
"""A package of each extra: neo4j, embeddings, llm, mcp, notebooks."""

ANSWER_SECONDS_MAX = 2.0

INTERRUPTED = (
    "its import is under way, or was interrupted; if it was, run it again, or delete what it has left: "
    "remembrancer import FILE --discard"
)

SERVE = "remembrancer serve starts one, and REMEMBRANCER_PORT says where to look"

STYLES: dict[State, str] = {"ok": "green", "note": "yellow", "wrong": "bold red"}


def run(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for a program.")] = False,
    store: StoreOption = None,
) -> None:
    """Check store, spaces, embedder, models, disk and versions. The exit code is 1 if something is wrong."""
    settings = settings_with(store=store)
    with progress("Looking", None):
        checks = list(examine(settings))
    is_well = all(check.state != "wrong" for check in checks)
    if as_json:
        say(json.dumps({"is_well": is_well, "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        table(("", "", ""), [(Text(each.state, style=STYLES[each.state]), each.name, each.text) for each in checks])
    if not is_well:
        raise typer.Exit(1)


def examine(settings: Settings) -> Iterator[Check]:
    """All checks, from the program down to each space."""
    python = f"Python {platform.python_version()}, {platform.system()}"
    yield Check("versions", "ok", f"Remembrancer {version('remembrancer')}, {python}")
    yield Check("extras", "ok", ", ".join(_version_of(name) for name in EXTRAS))
    keys = plural(len(settings.api_keys), "key") if settings.api_keys else "no keys"
    yield Check("address", "ok", f"{settings.host}, port {settings.port}, {keys}")
    yield _service_check(settings)
    yield from _secret_checks(settings)
    store = report_on(settings.store, login_of(settings))
    yield from store.checks
    yield _tried("embedder", lambda: _embedder_in_words(settings))
    yield _tried("models", lambda: _models_in_words(settings))
    if store.is_readable:
        yield from _spaces_checks(settings)


def _version_of(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def _service_check(settings: Settings) -> Check:
    """Whether a service answers where the settings say, and whether it is of this version. It need not run."""
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "127.0.0.1"
    connection = HTTPConnection(host.strip("[]"), settings.port, timeout=ANSWER_SECONDS_MAX)
    try:
        with closing(connection):
            connection.request("GET", "/health", headers={"Host": "127.0.0.1"})
            told = json.loads(connection.getresponse().read())["version"]
    except (TimeoutError, ConnectionResetError, HTTPException, ValueError, KeyError, TypeError):
        taken = f"another program holds port {settings.port}, or a service that hangs"
        return Check("service", "wrong", f"{taken}; end it, or set REMEMBRANCER_PORT to another port")
    except OSError:
        return Check("service", "note", f"none answers on port {settings.port}, or it is on another; {SERVE}")
    if told != version("remembrancer"):
        return Check("service", "wrong", f"it is Remembrancer {told}; start it anew to run what is installed here")
    return Check("service", "ok", f"answers on port {settings.port}")


def _secret_checks(settings: Settings) -> Iterator[Check]:
    """Whether anybody on this machine can read a file of secrets. Windows has no such permission bits."""
    for path in (settings.api_keys_file, settings.store_password_file, settings.upstream_key_file):
        if path is None or os.name == "nt" or not path.exists():
            continue
        is_open = path.stat().st_mode & stat.S_IROTH and path.resolve().parent.stat().st_mode & stat.S_IXOTH
        told = f"{path} can be read by every user of this machine; chmod 640 {path}" if is_open else f"{path} is ours"
        yield Check("secrets", "note" if is_open else "ok", told)


def _tried(name: str, tell: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", tell())
    except RemembrancerError as error:
        return Check(name, "wrong", str(error))


def _embedder_in_words(settings: Settings) -> str:
    """Tries the embedder on one text, since a configured model may be missing."""
    embedder = open_embedder(settings.embedder)
    if embedder is None:
        return "none: search by words"
    started = perf_counter()
    with closing(embedder):
        embedder.embed(["A test."])
        return f"{embedder.id}, first text in {perf_counter() - started:.1f} s"


def _models_in_words(settings: Settings) -> str:
    """The models and their purposes. Asks none of them: that would cost money that no ledger records."""
    models = open_models(settings.model, settings.models)
    asked = [*ROUND_PURPOSES, Purpose.DRIFT, *([Purpose.FILTER] if settings.prefilter_seconds else [])]
    told = [f"{purpose}: {models[purpose].name}" for purpose in asked if purpose in models]
    return f"{', '.join(told)}; none of them was asked" if told else "none: archivists keep names, quotes and key info"


def _spaces_checks(settings: Settings) -> Iterator[Check]:
    try:
        with opened(settings, read_only=True) as service:
            names = service.knowledge.spaces()
            yield Check("spaces", "ok", f"{len(names):,}")
            for name in names:
                yield from _space_checks(service, name)
            for name in interrupted_imports(service.knowledge.store):
                yield Check(f"space {name}", "wrong", INTERRUPTED)
    except RemembrancerError as error:
        yield Check("spaces", "wrong", str(error))


def _made_by_rules_in_words(service: Service, space: Space) -> str:
    made = counted(count_made_by_rules(service.knowledge, space.name, now=service.now()))
    state = "the service takes it back" if space.taken_back is None else f"{space.taken_back} taken back before"
    return f"made by rules of an earlier version: {made}; {state}"


def _embedder_check(service: Service, space: Space) -> Check:
    """What the space is searched by; a note if its embedder is not the one of the settings."""
    title, index = f"meaning in {space.name}", service.knowledge.index(space.name)
    if space.embedder is not None and index.background is not None:
        told = f"{space.embedder}; unrelated texts: {index.background.mean:.2f} ± {index.background.spread:.2f}"
        return Check(title, "ok", told)
    if service.knowledge.embedder is None:
        return Check(title, "ok", "searched by words")
    move = f"{typed('reembed', space.name)} moves it to {service.knowledge.embedder.id}"
    return Check(title, "note", f"searched by words, since its embedder is {space.embedder or 'none'}; {move}")


def _space_checks(service: Service, name: str) -> Iterator[Check]:
    knowledge = service.knowledge
    space = knowledge.space(name)
    title = f"space {name}"
    try:
        service.profile_of(name)
        index = knowledge.index(name)
        yield Check(title, "ok", f"{plural(space.message_count, 'message')}, {plural(len(index), 'item')}")
        yield _embedder_check(service, space)
        if space.taken_back != NOTHING:
            yield Check(title, "ok" if space.taken_back else "note", _made_by_rules_in_words(service, space))
        if stale := len(index.stale()):
            yield Check(title, "note", f"{plural(stale, 'stale text')}, which the next rounds rewrite")
    except RemembrancerError as error:
        yield Check(title, "wrong", str(error))
    if told := rounds_in_words(space, service.now()):
        yield Check(title, "wrong" if space.attempts else "note", f"rounds: {told}")
