"""`remembrancer bench`: how much of what questions need is found, on own data or on public sets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from api.commands.opening import opened, settings_with
from api.commands.printing import Bar, err, plural, progress, say, table
from api.wiring import Service
from benchmarks.answer_files import AnswerFiles
from benchmarks.replaying import replayed, replayed_in
from benchmarks.retrieval.convert import CONVERTERS, Set
from benchmarks.retrieval.convert.locomo import corrected
from benchmarks.retrieval.figures import Row, as_json, columns, latency_ms, rows
from benchmarks.retrieval.folder import Folder, read_folder, read_folders, write_folder
from benchmarks.retrieval.measure import BUDGETS_TOKENS, Answered, answer, prepare
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.errors import BadInput

BLOCK_TOKENS = 1024

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Measure how much of what questions need is found, on your own data or on public sets."""


@app.command()
def retrieval(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Folders of messages.jsonl and questions.jsonl, or folders of such."),
    ],
    store: Annotated[
        str, typer.Option("--store", metavar="URI", help="Where the spaces are made; default: in memory only.")
    ] = ":memory:",
    embedder: Annotated[
        str | None, typer.Option("--embedder", metavar="MODEL", help="As the setting; else REMEMBRANCER_EMBEDDER.")
    ] = None,
    reranker: Annotated[
        str | None, typer.Option("--reranker", metavar="MODEL", help="As the setting; else REMEMBRANCER_RERANKER.")
    ] = None,
    rounds: Annotated[bool, typer.Option("--rounds", help="Let the archivists read everything first.")] = False,
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="DIR", help="With --rounds: answers of a model, in a folder for each space."),
    ] = None,
    budgets: Annotated[
        str, typer.Option("--budgets", metavar="TOKENS", help="Sizes of blocks, separated by commas.")
    ] = ",".join(map(str, BUDGETS_TOKENS)),
    as_object: Annotated[bool, typer.Option("--json", help="One JSON object with every question's figures.")] = False,
) -> None:
    """Ask the questions of each folder and tell how much of their evidence is ranked high and shown in blocks.

    Each folder becomes a space of its name. Blocks are asked for as a caller asks, and not kept.
    """
    budgets_tokens = _budgets(budgets)
    if answers is not None and not rounds:
        raise BadInput("--answers was given without --rounds, expected both: only rounds ask a model")
    folders = read_folders(paths)
    models = {} if answers is None else {folder.name: _recorded(answers / folder.name) for folder in folders}
    with opened(
        settings_with(store=store, embedder=embedder, reranker=reranker), read_only=False, makes=True
    ) as service:
        answered = _answered(service, folders, rounds=rounds, models=models, budgets_tokens=budgets_tokens)
    if as_object:
        say(json.dumps(as_json(answered), ensure_ascii=False))
    else:
        _tell(folders, answered)


@app.command()
def convert(
    set: Annotated[Set, typer.Argument(metavar="SET", help=f"One of {', '.join(Set)}.")],
    source: Annotated[Path, typer.Argument(metavar="SRC", help="The set's file or folder, in its original format.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where the folders are made.")],
    corrections: Annotated[
        Path | None, typer.Option("--corrections", metavar="FILE", help="Corrected labels, for locomo.")
    ] = None,
) -> None:
    """Make folders for `bench retrieval` from a public set in its original format, one for each memory in it."""
    if corrections is not None and set is not Set.LOCOMO:
        raise BadInput(f"--corrections was given for {set}, expected it with locomo only")
    if not source.exists():
        raise BadInput(f"{source} does not exist; expected {set} in its original format")
    folders = CONVERTERS[set](source)
    for folder in folders if corrections is None else corrected(folders, corrections):
        write_folder(output / folder.name, folder.messages, folder.questions)
        counts = f"{plural(len(folder.messages), 'message')}, {plural(len(folder.questions), 'question')}"
        say(f"{output / folder.name}: {counts}")


@app.command()
def record(
    path: Annotated[Path, typer.Argument(metavar="PATH", help="A folder of messages.jsonl and questions.jsonl.")],
    answers: Annotated[
        Path | None,
        typer.Option("--answers", metavar="DIR", help="Where prompts and answers are; default: PATH itself."),
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Play recorded answers back, and wait for none.")] = False,
    embedder: Annotated[str, typer.Option("--embedder", metavar="MODEL", help="As the setting.")] = "none",
    budget: Annotated[int, typer.Option("--budget", metavar="TOKENS", help="The size of the blocks.")] = BLOCK_TOKENS,
) -> None:
    """Replay a talk with you as its language model: each prompt is a file, and your answer is another one.

    Lines come at their times, and rounds when they are due. At the end the blocks for the questions are shown.
    """
    folder = read_folder(path)
    model = AnswerFiles(answers or path, is_replay=replay, tell=err.print)
    told = replayed(folder, model, embedder=embedder, rounds=True)
    for note in model.notes():
        say(note)
    tokens = sum(cost.tokens_in + cost.tokens_out for cost in told.costs)
    counts = f"{plural(len(folder.messages), 'message')}, {plural(model.asked, 'prompt')}, {tokens} tokens"
    say(f"{folder.name}: {counts}, {plural(len(told.lost), 'statement')} of the model left out")
    for left_out in told.lost:
        say(f"  {left_out}")
    for each in folder.questions:
        request = TurnRequest(space=folder.name, query=each.question, visible=0, record=False, budget_tokens=budget)
        turn = take_turn(told.knowledge, request, now=each.at or told.after)
        say(f"\n# {each.question}\n{turn.block.body}")


def _recorded(answers: Path) -> AnswerFiles:
    """A model that plays these answers back. Raises BadInput if there is no such folder."""
    if not answers.is_dir():
        raise BadInput(
            f"{answers} does not exist; expected answers of a model, as `remembrancer bench record` asks for"
        )
    return AnswerFiles(answers, is_replay=True, tell=err.print)


def _budgets(text: str) -> list[int]:
    """Numbers of tokens with commas between them."""
    parts = text.replace(" ", "").split(",")
    if not all(part.isdecimal() and int(part) for part in parts):
        raise BadInput(f"--budgets {text!r}, expected numbers of tokens with commas between them, such as 1024,2048")
    return [int(part) for part in parts]


def _answered(
    service: Service,
    folders: Sequence[Folder],
    *,
    rounds: bool,
    models: Mapping[str, AnswerFiles],
    budgets_tokens: Sequence[int],
) -> list[Answered]:
    answered: list[Answered] = []
    with progress("Asking", sum(len(folder.questions) for folder in folders)) as bar:
        for folder in folders:
            _note(bar, len(answered), f"Storing {folder.name}")
            if model := models.get(folder.name):
                told = replayed_in(service.knowledge, folder, model, rounds=rounds)
                ids, after = told.ids, told.after
                for note in model.notes():
                    err.print(f"{folder.name}: {note}")
            else:
                ids, after = prepare(service.knowledge, folder, rounds=rounds, now=service.now())
            _note(bar, len(answered), f"Asking {folder.name}")
            asked = answer(
                service.knowledge,
                folder,
                ids,
                after=after,
                budgets_tokens=budgets_tokens,
                second_stage=service.second_stage,
            )
            for each in asked:
                answered.append(each)
                bar.move(len(answered))
    if not answered:
        raise BadInput("the folders have no questions, expected one or more")
    return answered


def _note(bar: Bar, done: int, doing: str) -> None:
    """Show what is done now: beside the bar, or as a line if no bar is drawn."""
    bar.move(done, doing=doing)
    if not err.is_terminal:
        err.print(doing)


def _tell(folders: Sequence[Folder], answered: Sequence[Answered]) -> None:
    found = rows(answered)
    messages = sum(len(folder.messages) for folder in folders)
    p50, p95 = latency_ms(answered)
    say(
        f"{plural(len(folders), 'space')}, {plural(messages, 'message')}, {plural(len(answered), 'question')}; "
        f"a block of 2,048 tokens in {p50:.1f} ms (p50), {p95:.1f} ms (p95)\n"
    )
    table(
        ["percent", *(row.name for row in found)],
        [
            ["questions", *(str(row.count) for row in found)],
            *([column, *_cells(found, column)] for column in columns(found[0])),
        ],
        numbers=range(1, len(found) + 1),
    )


def _cells(found: Sequence[Row], column: str) -> list[str]:
    """The mean; over all questions, also its interval."""
    cells: list[str] = []
    for at, row in enumerate(found):
        figure = row.figures.get(column)
        if figure is None:
            cells.append("")
        else:
            cells.append(f"{figure.mean:.1f}" + (f" ({figure.low:.1f}–{figure.high:.1f})" if at == 0 else ""))
    return cells
