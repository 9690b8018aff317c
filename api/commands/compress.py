"""`remembrancer compress`: the older part of chats as memories that the model which held them has written."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, Field

from api.commands.command import with_fields
from api.commands.opening import settings_with
from api.commands.printing import dollars, plural, progress, say
from api.wiring import utc_now
from archivists.models.paid_replies import AskingPolicy, Teller
from archivists.models.provider import NO_MODEL, LiteLLMModel, has_provider, price_of, window_of
from archivists.transcripts.archive import Archive
from archivists.transcripts.chunks import TextCompare, subject_changes
from archivists.transcripts.compressing import PassProgress, Writers
from archivists.transcripts.export_files import ChatPlace, Export, read_export
from archivists.transcripts.export_pass import ExportPlan, compress_export, plan_export, restore_export
from archivists.transcripts.memories import words
from archivists.transcripts.planning import REPLY_TOKENS, TranscriptPolicy, estimate_of_plan, name_of
from graph.embedders.choice import open_embedder
from graph.errors import BadInput, ModelError

ARCHIVE = "remembrancer-archive"
STOPPED = 130
GOES_ON = "what was answered is kept: the same command goes on from there"


@dataclass(frozen=True, slots=True)
class WriterNames:
    """The models as they were asked for, by the names that LiteLLM has for them."""

    agent: str | None  # None: the chat's own
    manager: str | None  # None: the agent

    def of(self, chat: ChatPlace) -> tuple[str, str]:
        """Agent and context manager of a chat. Raises BadInput if no model is named."""
        agent = self.agent or chat.model
        if not agent or agent == NO_MODEL:
            raise BadInput(
                f"{name_of(chat)} does not say which model it was held with, and no rules can write its memories; "
                "name a model for the agent, as LiteLLM calls it"
            )
        return agent, self.manager or agent

    def check(self, plan: ExportPlan) -> None:
        """Raises BadInput if a model has no name or no provider that LiteLLM knows; MissingExtra without LiteLLM."""
        for name in sorted({name for each in plan.chats for name in self.of(each.chat)}):
            LiteLLMModel(name)
            if not has_provider(name):
                raise BadInput(
                    f"LiteLLM cannot tell who serves {name}; name another model, or put its provider in front, such as "
                    f"anthropic/{name}"
                )

    def opened(self, chat: ChatPlace) -> Writers:
        """The models, ready to be asked. Raises MissingExtra without LiteLLM."""
        agent, manager = self.of(chat)
        return Writers(
            agent=LiteLLMModel(agent),
            manager=LiteLLMModel(manager),
            agent_window=window_of(agent),
            manager_window=window_of(manager),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PassPart:
    """About how much one model is asked in a pass."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None  # US dollars; None when the price is not known


def parts_of(plan: ExportPlan, names: WriterNames) -> list[PassPart]:
    """About how much a pass asks of each model. No model is called."""
    calls, tokens = Counter[str](), Counter[str]()
    for each in plan.chats:
        (agent, manager), expected = names.of(each.chat), estimate_of_plan(each, plan.policy, plan.primer)
        calls[agent] += expected.agent_calls
        calls[manager] += expected.manager_calls
        tokens[agent] += expected.agent_tokens
        tokens[manager] += expected.manager_tokens
    return [
        PassPart(
            model=model,
            calls=calls[model],
            tokens_in=tokens_in,
            tokens_out=(tokens_out := calls[model] * REPLY_TOKENS),
            cost=price_of(model, tokens_in=tokens_in, tokens_out=tokens_out),
        )
        for model, tokens_in in tokens.items()
    ]


def compare_with(embedder_name: str) -> TextCompare:
    """Tells how much neighbouring texts differ, by an embedding model. Raises BadInput if there is none."""
    embedder = open_embedder(embedder_name)
    if embedder is None:
        raise BadInput("boundaries by meaning need an embedding model; set REMEMBRANCER_EMBEDDER")

    def compare(texts: Sequence[str]) -> Sequence[float]:
        return subject_changes(embedder.embed(texts).tolist())

    return compare


DEFAULTS = TranscriptPolicy()


class CompressOptions(BaseModel):
    """How chats are compressed."""

    agent: str | None = Field(default=None, min_length=1, description="Who writes the memories; else the chat's model.")
    manager: str | None = Field(
        default=None,
        min_length=1,
        description="The context manager's model; else REMEMBRANCER_MODEL, else the agent.",
    )
    chat: list[str] = Field(default=[], description="Only these chats, by id or title.")
    live_tokens: int = Field(default=DEFAULTS.live_tokens, ge=1, description="Tokens that stay live at the end.")
    tail_tokens: int = Field(default=DEFAULTS.tail_tokens, ge=1, description="Raw tokens shown before a chunk.")
    chunk_tokens: int = Field(default=DEFAULTS.chunk_tokens, ge=1, description="About how many tokens a chunk has.")
    keep_old: bool = Field(default=False, description="Leave memories of earlier passes as they are.")

    def names(self, own: str) -> WriterNames:
        """Who writes; `own` is the model of the settings."""
        return WriterNames(self.agent, self.manager or (None if own == NO_MODEL else own))

    @property
    def policy(self) -> TranscriptPolicy:
        """How much each part has."""
        sizes = self.model_dump(include={"chunk_tokens", "tail_tokens", "live_tokens"})
        return TranscriptPolicy(**sizes, keeps_old=self.keep_old)


@with_fields
def run(
    source: Annotated[
        Path,
        typer.Argument(metavar="EXPORT", help="A JSON file, a ZIP or a folder with data.json.", show_default=False),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="PATH", help="Where to write the result.")
    ] = None,
    *,
    asked: CompressOptions,
    archive: Annotated[
        Path | None, typer.Option("--archive", help=f"Where raw messages are kept; else {ARCHIVE} beside the output.")
    ] = None,
    primer: Annotated[Path | None, typer.Option("--primer", help="A Markdown file instead of our primer.")] = None,
    is_semantic: Annotated[bool, typer.Option("--semantic", help="Cut where the subject changes.")] = False,
    is_dry: Annotated[bool, typer.Option("--dry-run", help="Say what would be done and what it would cost.")] = False,
    is_restoring: Annotated[bool, typer.Option("--restore", help="Put the original messages back instead.")] = False,
    is_agreed: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Replace the older part of chats by memories that the model which held them writes itself.

    EXPORT comes from TypingMind and is not changed. A stopped run keeps the answers it got: the same command goes on
    from there.
    """
    settings = settings_with()
    told_to_agent = _primer(primer)
    if output is None and not is_dry:
        raise BadInput("nothing says where the result goes; expected --output PATH, or --dry-run")
    if output is not None and output.exists():
        raise BadInput(f"{output} is there already; expected a new name")
    kept = Archive(archive or (output or source).parent / ARCHIVE)
    names = asked.names(settings.model)
    compare = compare_with(settings.embedder) if is_semantic else None
    with progress(f"Reading {source.name}", None):
        export = read_export(source)
    if is_restoring:
        _restore(export, output, kept, asked.chat)
        return
    plan = plan_export(export, kept, asked.policy, primer=told_to_agent, chats=asked.chat, compare=compare)
    _tell_plan(plan, names)
    if is_dry or output is None:
        return
    names.check(plan)
    if plan.chats and not is_agreed:
        typer.confirm("Compress them now?", abort=True)
    teller = Teller(kept, "compress", utc_now, AskingPolicy(timeout_seconds=settings.model_timeout_seconds))
    _compress(plan, output, teller, names)


def _compress(plan: ExportPlan, output: Path, teller: Teller, names: WriterNames) -> None:
    last = PassProgress()
    with progress("Compressing", plan.memories) as bar:

        def told(found: PassProgress) -> None:
            nonlocal last
            last = found
            tokens = found.tokens_in + found.tokens_out
            bar.move(
                found.chunks, doing=f"{plural(found.calls, 'call')}, {tokens:,} tokens, cost {dollars(found.cost)}"
            )

        try:
            notes = compress_export(plan, output, teller, names.opened, told=told)
        except KeyboardInterrupt as stop:
            say(f"Stopped; {GOES_ON}.", to_stderr=True)
            raise typer.Exit(STOPPED) from stop
        except ModelError as error:
            raise type(error)(f"{error}; {GOES_ON}") from error
    for note in notes:
        say(note)
    say(f"{output}: {plural(last.chunks, 'memory')}, {_taken(last)}")


def _tell_plan(plan: ExportPlan, names: WriterNames) -> None:
    """What would be done in each chat, and what it would take."""
    chats = len(plan.export.chats)
    rest = chats - len(plan.chats)
    for each in plan.chats:
        parts = [f"{plural(each.new, 'new memory')}"]
        if each.rewritten:
            parts.append(f"{each.rewritten} of earlier passes written again")
        parts.append(f"{plural(len(each.live), 'message')} stay live")
        say(f"{name_of(each.chat)}: {', '.join(parts)}")
        if each.oversize:
            say(f"  {plural(each.oversize, 'pair')} longer than a chunk should be, made a chunk alone")
    if rest:
        say(f"{plural(rest, 'chat')} with nothing to compress")
    for part in parts_of(plan, names):
        say(
            f"  {part.model}: {plural(part.calls, 'call')}, about {part.tokens_in:,} tokens in, "
            f"{part.tokens_out:,} out, cost {dollars(part.cost)}"
        )


def _taken(found: PassProgress) -> str:
    share = f", {found.tokens_cached / found.tokens_in:.0%} of it cached" if found.tokens_cached else ""
    return (
        f"{plural(found.calls, 'call')}, {found.tokens_in:,} tokens in{share}, {found.tokens_out:,} out, "
        f"cost {dollars(found.cost)}"
    )


def _restore(export: Export, output: Path | None, archive: Archive, chats: list[str]) -> None:
    if output is None:
        raise BadInput("--restore writes a file; expected --output PATH")
    say(f"{output}: {plural(restore_export(export, output, archive, chats=chats), 'chat')} restored")


def _primer(path: Path | None) -> str:
    """What the agent is told first. Raises BadInput for a file that cannot be read."""
    if path is None:
        return words("primer")
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the primer {path} cannot be read as text; expected a Markdown file") from error
