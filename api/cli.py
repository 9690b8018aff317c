"""The console script `remembrancer`: a table of commands, each imported only when it runs.

Python starts in a tenth of a second. Importing the whole service takes more than a second, so `--help` must not do it.
"""

import os
import signal
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from api.commands.shortening import as_typed
from graph.errors import BadInput, NotFound, RemembrancerError

BLAS_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Read when numpy is imported. With several BLAS threads a product took 12 ms instead of 0.15, because our own threads
need the cores. Only the console script sets them: the process of a library's user is not ours."""

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130  # What shells report for a process that Ctrl-C has ended.

GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Run it": {
        "demo": ("api.commands.demo", "Make a block from a sample conversation, and explain it."),
        "serve": ("api.commands.serve", "Run the service on this machine."),
        "work": ("api.commands.work", "Do rounds and make vectors for services that do not do it themselves."),
        "mcp": ("api.commands.mcp", "Offer a space as tools to assistants that speak MCP."),
    },
    "In and out": {
        "import": ("api.commands.imports", "Import messages from files into a space, or an exported space."),
        "export": ("api.commands.exports", "Write a space to a file."),
        "compress": (
            "api.commands.compress",
            "Replace the older part of chats by memories that their own models write.",
        ),
    },
    "Ask": {
        "block": ("api.commands.blocks", "Show what an assistant would get for a question."),
        "character": (
            "api.commands.blocks:character",
            "Show the prompt for a character, made from what it has heard.",
        ),
        "recall": ("api.commands.recall_dialogue", "Ask what was talked about before."),
        "search": ("api.commands.item_list:search", "Find items by words and meaning."),
        "items": ("api.commands.item_list", "List what a space knows."),
        "explain": ("api.commands.blocks:explain", "Tell where an item comes from, or why a block said what it did."),
        "changes": ("api.commands.item_list:changes", "List the changes of a space, with who made them and why."),
    },
    "Change by hand": {
        "fact": ("api.commands.by_hand:fact", "Add, edit, withdraw, replace and close facts."),
        "entity": ("api.commands.by_hand:entity", "Rename, merge, split and keep apart entities."),
        "pin": ("api.commands.by_hand:pin", "Pin a line that every block shows, or take one out."),
        "undo": ("api.commands.by_hand:undo", "Undo a change of a space."),
        "forget": ("api.commands.forget", "Delete a space, or a part of it with all that was made from that part."),
    },
    "Rounds": {
        "round": ("api.commands.rounds", "Let the archivists read what is new in a space."),
        "pause": ("api.commands.rounds:pause", "Pause the rounds of a space, or resume them."),
        "cost": ("api.commands.cost", "Show what language models have cost."),
    },
    "Keep it": {
        "spaces": ("api.commands.spaces", "List the spaces of a store, and what stands in the way of their rounds."),
        "keys": ("api.commands.keys", "Make, list and revoke keys for some spaces or all."),
        "doctor": ("api.commands.doctor", "Check store, spaces, embedder, models, disk and versions."),
        "prune": ("api.commands.reembed:prune", "Drop what is older than the settings allow, and free its disk space."),
        "reembed": ("api.commands.reembed", "Replace the vectors of a space, after the embedder has changed."),
    },
    "For programs": {
        "client": ("api.commands.client", "Write the Python client to stdout."),
        "bench": (
            "benchmarks.retrieval.command",
            "In a clone: measure how well search finds what questions need.",
        ),
    },
}
"""The commands as the help groups them. Each has a module, with the name in it unless that is `run` or an `app` with
commands, and a line in the help."""

COMMANDS: Mapping[str, tuple[str, str]] = {name: told for group in GROUPS.values() for name, told in group.items()}


class LazyGroup(TyperGroup):
    """Lists all commands, and imports only the one that is called."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> TyperCommand | None:  # type: ignore[override]
        """The command as the help lists it, without importing its module."""
        return TyperCommand(cmd_name, short_help=COMMANDS[cmd_name][1]) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]  # noqa: ANN401
        """The commands in their groups."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, told) for name, (_, told) in commands.items()], col_max=12)

    def resolve_command(  # type: ignore[override]
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        """The command that is called, with its module imported."""
        self.commands = dict.fromkeys(COMMANDS, TyperCommand(None))  # "Did you mean" looks for names there.
        name, _, rest = super().resolve_command(ctx, args)
        if name == "bench" and find_spec("benchmarks") is None:
            ctx.fail("bench is not in the package; run it from a clone of the project")
        command = load_command(name or "")
        ctx.obj = command.commands.get(rest[0]) if isinstance(command, TyperGroup) and rest else command
        return name, command, rest

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run the command. Our own errors are a sentence on stderr and an exit code, without a traceback.

        Field names in backticks are replaced by the command's options of the same name.
        """
        try:
            return super().invoke(ctx)
        except RemembrancerError as error:
            typer.echo(f"remembrancer: {as_typed(str(error), _typed_for(ctx.obj))}", err=True)
            raise typer.Exit(EXIT_BAD_INPUT if isinstance(error, BadInput | NotFound) else EXIT_FAILED) from error
        except KeyboardInterrupt:
            typer.echo("remembrancer: stopped", err=True)
            raise typer.Exit(EXIT_INTERRUPTED) from None


def _typed_for(command: TyperCommand) -> dict[str, str]:
    """What is typed for each parameter of a command: an option, or the name of an argument in its help."""
    return {
        each.name or "": next((option for option in each.opts if option.startswith("--")), each.metavar or "")
        for each in command.params
    }


def load_command(name: str) -> TyperCommand | TyperGroup:
    """The command of this name, with its module imported."""
    place, _, own_name = COMMANDS[name][0].partition(":")
    module = import_module(place)
    one = getattr(module, own_name or "app", None) or module.run
    if not isinstance(one, typer.Typer):
        run, one = one, typer.Typer(add_completion=False, rich_markup_mode=None)
        one.command(name)(run)
    command = typer.main.get_command(one)
    assert isinstance(command, TyperCommand | TyperGroup)
    command.name = name
    return command


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    # Commands, options and choices may be in upper or lower case: --label keyinfo.
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": str.lower},
    rich_markup_mode=None,  # Drawing frames took twice as long as the rest of --help.
    pretty_exceptions_show_locals=False,
    help="Long-term memory for LLM assistants, kept as a knowledge graph that people can read.",
)


def _show_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"remembrancer {version('remembrancer')}")
        raise typer.Exit()


@app.callback()
def _options(
    is_version_asked: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Options of the program itself."""


def main() -> None:
    """Entry point of the console script."""
    for name in BLAS_THREADS:
        os.environ.setdefault(name, "1")
    for name in ("SIGTERM", "SIGHUP"):
        # Half-written files are removed, as after Ctrl-C. A signal that nohup ignores stays ignored.
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    app()


if __name__ == "__main__":
    main()
