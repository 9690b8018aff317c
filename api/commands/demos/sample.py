"""A demo: a sample that goes into a space of its profile, and what is shown of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import as_file, files
from itertools import pairwise
from time import perf_counter

from rich.padding import Padding
from rich.text import Text

from api.commands.blocks import print_block, print_reasons
from api.commands.printing import out, plural, say, table
from api.commands.rounds import do_rounds, embed_all, reports_in_words
from api.http.bodies import SpaceBody
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, identified
from api.wiring import Service
from archivists.models.asking import Asker
from archivists.models.provider import ROUND_PURPOSES, Purpose, Reply, Request
from archivists.questions.link import LinkAnswer
from archivists.questions.read import ReadAnswer
from archivists.questions.write import WriteAnswer
from context.exchange import TurnRequest
from graph.errors import Conflict
from graph.intake.recognise import Line
from graph.text.tokens import count_tokens

SHAPES = {Purpose.READ: ReadAnswer, Purpose.LINK: LinkAnswer, Purpose.WRITE: WriteAnswer}


class RecordedAnswers:
    """Answers each kind of question from a file of `api/samples`, in the order in which it is asked."""

    name = "recorded"

    def __init__(self, sample: str) -> None:
        recorded = json.loads((files("api.samples") / sample).read_text(encoding="utf-8"))
        self._answers: dict[object, Iterator[object]] = {
            shape: iter(recorded.get(str(purpose), ())) for purpose, shape in SHAPES.items()
        }

    def complete(self, request: Request) -> Reply:
        """The next recorded answer to this kind of question; an empty one when there is none left."""
        answer = json.dumps(next(self._answers.get(request.answer, iter(())), {}), ensure_ascii=False)
        asked = sum(count_tokens(line.text) for line in request.lines)
        return Reply(text=answer, tokens_in=asked, tokens_out=count_tokens(answer))


NEAR_MISSES_MAX = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The demo of one profile."""

    profile: str
    space: str
    sample: str  # a file of api/samples; what follows its last reply is what is asked now
    show: Callable[[Service, str, Sequence[Line]], None]  # prints what the space makes of what is asked
    route: str  # where the reader may ask something else
    body: str
    answers: str = ""  # a file of api/samples with a model's recorded answers; without one, no model is asked
    breaks: tuple[int, ...] = ()  # rounds are also done after these numbers of lines

    def lines(self) -> tuple[Line, ...]:
        """The whole sample."""
        with as_file(files("api.samples") / self.sample) as path:
            _, found = read_file(path, ImportFormat.OPENAI, ImportOptions(chat=""))
            return tuple(each.line for each in identified(found) if isinstance(each, Imported))


def run_demo(service: Service, demo: Demo, *, with_model: bool = True) -> None:
    """Append the sample, do its rounds, and show what is asked, all at the time of the first question.

    `with_model` plays the demo's recorded answers, if it has any, through the path of any model.
    """
    lines = demo.lines()
    last_reply = max(at for at, line in enumerate(lines) if line.role is not lines[-1].role)
    before, asked = lines[: last_reply + 1], lines[last_reply + 1 :]
    assert asked[0].sent_at is not None
    now, present, asker = asked[0].sent_at, service.now, service.asker
    service.now = lambda: now
    if demo.answers and with_model:
        say(
            "A careful reader's recorded answers stand in for a model here; --without-model shows what is kept without."
        )
        models = dict.fromkeys(ROUND_PURPOSES, RecordedAnswers(demo.answers))
        service.asker = Asker(service.knowledge, models, service.governor, asker.policy)
    try:
        _append(service, demo, before, now)
        demo.show(service, demo.space, asked)
    finally:
        service.now, service.asker = present, asker


def _append(service: Service, demo: Demo, lines: Sequence[Line], now: datetime) -> None:
    knowledge = service.knowledge
    try:
        service.create_space(SpaceBody(name=demo.space, profile=demo.profile))
    except Conflict as error:
        if knowledge.space(demo.space).created_at != now:
            found = f"{service.settings.store} has a space {demo.space} already"
            raise Conflict(f"{found}; choose another --store") from error
        # An earlier demo made the space and may have been interrupted. What it left undone is done now.
    for first, last in pairwise((0, *demo.breaks, len(lines))):
        started = perf_counter()
        appended = knowledge.append(demo.space, lines[first:last], now=now)
        new = f"{plural(len(appended.new), 'message')} in {plural(len(appended.conversations), 'conversation')}"
        print_step(
            "append", started, f"{new}, told apart by their silences" if len(appended.conversations) > 1 else new
        )
        started = perf_counter()
        print_step("rounds", started, reports_in_words(do_rounds(service, demo.space)))
    started = perf_counter()
    if done := embed_all(service, demo.space):
        print_step("embed", started, f"{plural(done, 'item')}, so that they are also found by meaning")


def show_turn(service: Service, request: TurnRequest) -> None:
    """Print what is asked, the block for it, and why each item is in it."""
    [question] = request.lines
    print_asked(question)
    started = perf_counter()
    turn = service.turn(request)
    items = plural(len(turn.items), "item")
    print_step("block", started, f"{items}, {turn.block.tokens:,} of {turn.block.budget_tokens:,} tokens")
    say("")
    print_block(turn)
    print_reasons(service.knowledge, request.space, turn, near_misses_max=NEAR_MISSES_MAX)


def print_asked(line: Line) -> None:
    """Print what somebody says now."""
    out.print(Padding(Text(f"{line.speaker} asks: {line.body}"), (1, 2)))


def print_step(step: str, started: float, text: str) -> None:
    """Print a step with the time that it took."""
    table(("", "", ""), [(f"{step:<6}", f"{(perf_counter() - started) * 1000:>4.0f} ms", text)])
