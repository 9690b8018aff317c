"""`python -m tests.simulation.simulator SEED --steps 2000`: two processes on one store do whatever a service does.

The seed decides each step, each fault and each jump of the clock, so a failure comes again with the same command.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from api.http.bodies import SpaceChange
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import ROUND_PURPOSES, Request
from context.exchange import TurnRequest
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.errors import Conflict, ModelError, NotFound, StoreUnavailable
from graph.forgetting.removal import finish_forgetting
from graph.forgetting.targets import Target
from graph.index import snapshots
from graph.index.snapshots import Snapshots
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Store
from graph.text.tokens import count_tokens
from graph.transfer.lines import discard, export_space, import_space, interrupted_imports
from graph.values.changes import MergeEntities, NewFact
from graph.values.items import Author, Role
from languages.folding import fold
from tests.archivists.rounds.test_rounds_any_answer import any_answer
from tests.archivists.scripted import Scripted
from tests.simulation.expected import Expected, check, remembered
from tests.simulation.faults import Fault, Faulty, Killed

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
SPACES = ("ada", "bo", "cem")
PEOPLE = ("Maren", "Tavish", "Ingrid", "Bora")
PLACES = ("Oslo", "Bergen", "Izmir", "Ulm")
SAYINGS = (
    "My sister {person} lives in {place}, near the {word}.",
    "{person} moved to {place} with a {word}.",
    "I am allergic to {word}, and so is {person}.",
    "My boat is called {word}; {person} painted it in {place}.",
    "Who was in {place} with {person} and the {word}?",
    "No, {person} no longer has the {word}.",
)
LINES_MAX = 120
SNAPSHOT_ITEMS_MIN = 5
"""Small indexes have snapshots here: a step is not to take a tenth of a second."""

FULL_CHECK_EVERY = 8
FAULT_SHARE = 0.15
LEASE = timedelta(minutes=3)


class Simulation:
    """Two services on one store, the callers' knowledge of what must be in it, and the clock."""

    def __init__(self, seed: int, store: Store, folder: Path) -> None:
        """Each process keeps its snapshots of indexes in a folder of its own in `folder`."""
        self.random, self.store, self.now, self.seed = Random(seed), store, START, seed
        self.folders = [folder / "first", folder / "second"]
        self.spaces: dict[str, Expected] = {}
        self.marks: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.number = 0
        self.answers = Random(seed)
        self.services = [self._started(0), self._started(1)]

    def run(self, steps: int) -> None:
        """So many steps, each checked."""
        for step in range(steps):
            try:
                self.step(step)
            except (Exception, Killed) as error:
                command = f"python -m tests.simulation.simulator {self.seed} --steps {step + 1}"
                raise AssertionError(f"step {step} of seed {self.seed}: {error!r}; replay: {command}") from error

    def step(self, number: int) -> None:
        """One thing that somebody does to one space, perhaps while the process dies, and then the checks."""
        self.now += timedelta(seconds=self.random.choice((1, 30, 600, 40_000, -20)))
        name = self.random.choice(SPACES)
        at = self.random.randrange(len(self.services))
        if name not in self.spaces:
            self._create(at, name)
        expected = self.spaces[name]
        if len(expected.lines) > LINES_MAX:
            act: Callable[[int, str, Expected], None] = self.random.choice((self.delete, self.forget))
        else:
            act = self.random.choices([*self.weights], weights=[*self.weights.values()])[0]
        self._attempt(at, act, name)
        self.done[act.__name__] += 1
        is_risky = act not in (self.append, self.turn)
        if name in self.spaces and (is_risky or number % FULL_CHECK_EVERY == 0):
            check(self.services[at].knowledge, name, self.spaces[name], self.marks)
            self._check_snapshots(at, name)

    def _check_snapshots(self, at: int, name: str) -> None:
        """What this process keeps of the space's index has no word that was forgotten."""
        words = [word.lower().encode() for word in self.spaces[name].gone[-20:]]
        for path in self.folders[at].glob("*"):
            content = path.read_bytes().lower()
            left = [word for word in words if word in content]
            assert not left, f"forgotten, and still in a snapshot: {left[:3]}"

    @property
    def weights(self) -> dict[Callable[[int, str, Expected], None], int]:
        """How often each thing is done."""
        return {
            self.append: 30,
            self.turn: 20,
            self.round: 16,
            self.undo: 8,
            self.merge: 5,
            self.state: 4,
            self.forget: 5,
            self.move: 2,
            self.prune: 2,
            self.pause: 1,
            self.delete: 1,
        }

    def append(self, at: int, name: str, expected: Expected) -> None:
        """New lines; now and then the last ones are sent again."""
        again = [*expected.lines.items()][-3:] if self.random.random() < 0.2 else []
        chat = again[-1][1][0] if again else self.random.choice(("", "work"))
        lines = [line for _, (where, line) in again if where == chat]
        lines += [self._line(expected) for _ in range(self.random.randint(1, 4))]
        self._sure(at, lambda service: service.knowledge.append(name, lines, chat=chat, now=self.now))
        expected.lines |= {str(line.external_id): (chat, line) for line in lines}

    def turn(self, at: int, name: str, expected: Expected) -> None:
        """A question, with a line or without one; the block keeps its budget."""
        lines = (self._line(expected),) if self.random.random() < 0.6 else ()
        query = None if lines else self._said("harbour")
        budget = self.random.choice((256, 1_024, 4_096))
        request = TurnRequest(space=name, lines=lines, query=query, budget_tokens=budget)
        turn = self._sure(at, lambda service: service.turn(request))
        expected.lines |= {str(line.external_id): ("", line) for line in lines}
        assert count_tokens(turn.block.body) <= budget, "a block is above its budget"
        other = [mark for space, mark in self.marks.items() if space != name and mark in turn.block.body]
        assert not other and not any(word in turn.block.body for word in expected.gone)

    def round(self, at: int, name: str, expected: Expected) -> None:
        """A round by whoever gets the lease."""
        with suppress(ModelError):
            self.services[at].run_round(name)

    def undo(self, at: int, name: str, expected: Expected) -> None:
        """A change is taken back, and done again: nothing differs. One that cannot be taken back is refused."""
        knowledge = self.services[at].knowledge
        changes = knowledge.store.find(name, Label.CHANGE, order="-created_at", limit=12)
        if not changes:
            return
        before = remembered(knowledge, name)
        try:
            undone = undo_change(knowledge, name, self.random.choice(changes).id, now=self.now)
        except Conflict:
            assert remembered(knowledge, name) == before, "a refused undo has changed something"
            return
        expected.is_summed = False  # A verdict may be among what was taken back.
        if self.random.random() < 0.7:
            undo_change(knowledge, name, undone.id, now=self.now)
            after = remembered(knowledge, name)
            differing = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
            assert not differing, (
                f"undone and done again differ: {[(k, before.get(k), after.get(k)) for k in differing[:2]]}"
            )

    def merge(self, at: int, name: str, expected: Expected) -> None:
        """Two entities become one."""
        entities = self.services[at].knowledge.store.find(name, Label.ENTITY, limit=50)
        if len(entities) > 1:
            keep, lose = self.random.sample(entities, 2)
            change = MergeEntities(keep=keep.id, lose=lose.id, reason="same", author=Author.CALLER)
            apply_changes(self.services[at].knowledge, name, [change], now=self.now)

    def state(self, at: int, name: str, expected: Expected) -> None:
        """Somebody adds a fact by hand."""
        messages = self.services[at].knowledge.messages(name, limit=20)
        entities = self.services[at].knowledge.store.find(name, Label.ENTITY, limit=50)
        if messages and entities:
            source = self.random.choice(messages)
            change = NewFact(
                body=source.body, about=(self.random.choice(entities).id,), sources=(source.id,), author=Author.CALLER
            )
            apply_changes(self.services[at].knowledge, name, [change], now=self.now)

    def forget(self, at: int, name: str, expected: Expected) -> None:
        """A message, a chat, a person or a day is forgotten, with every word of it."""
        messages = self.services[at].knowledge.messages(name, limit=1_000)
        if not messages:
            return
        one = self.random.choice(messages)
        target = self.random.choice(
            (
                Target(messages=(one.id,)),
                Target(conversation=one.conversation),
                Target(person=self.random.choice(PEOPLE)),
                Target(since=one.sent_at, until=one.sent_at + timedelta(hours=1)),
            )
        )
        index = self.services[at].knowledge.index(name)
        named = [each for id in index.entities_named(target.person or "") for each in index.names_of(id)]
        with suppress(NotFound):  # Nobody has this name, or it is done and the answer was lost.
            self._sure(at, lambda service: service.forget(name, target))
        finish_forgetting(self.services[at].knowledge, name, now=self.now)
        left = {str(message.external_id) for message in self.services[at].knowledge.messages(name, limit=1_000)}
        lost = expected.lines.keys() - left
        for id in lost:
            _, line = expected.lines.pop(id)
            if target.person is not None:
                told = fold(f"{line.sender or line.role} {line.body}")
                assert any(fold(each) in told for each in (target.person, *named)), f"forgotten with {named}: {told}"
            expected.gone.append(id)
        if target.person is None:
            assert lost or target.conversation, "nothing was forgotten"
        expected.is_summed = False

    def move(self, at: int, name: str, expected: Expected) -> None:
        """An export, imported under the same name once the space is gone, is the same again."""
        lines = list(export_space(self.store, name))
        self._delete(at, name)
        while True:
            try:
                self._sure(at, lambda service: import_space(service.knowledge.store, lines), gives_up=True)
            except Killed:
                assert interrupted_imports(self.store) in ([], [name])
                if self.random.random() < 0.3 and name not in self.store.spaces():
                    discard(self.store, name)
                continue
            except Conflict:
                assert name in self.store.spaces()  # It was whole when the process died.
            break
        assert list(export_space(self.store, name)) == lines, "an import is not what was exported"

    def prune(self, at: int, name: str, expected: Expected) -> None:
        """What is too old goes."""
        if self.random.random() < 0.3:
            self.now += timedelta(days=self.random.choice((1, 20, 70)))
        expected.is_summed = False
        self.services[at].prune(name)

    def pause(self, at: int, name: str, expected: Expected) -> None:
        """Rounds wait, or go on."""
        self.services[at].change_space(name, SpaceChange(paused=self.random.random() < 0.5))

    def delete(self, at: int, name: str, expected: Expected) -> None:
        """The space goes; the next one of this name has other words."""
        self._delete(at, name)
        del self.spaces[name], self.marks[name]

    def _delete(self, at: int, name: str) -> None:
        try:
            self._sure(at, lambda service: service.delete_space(name))
        except NotFound:
            self.services[at].knowledge.finish_deletion(name) if name in self.store.spaces() else None
        assert name not in self.services[at].knowledge.spaces()

    def _attempt(self, at: int, act: Callable[[int, str, Expected], None], name: str) -> None:
        if self.random.random() < FAULT_SHARE:
            fault = self.random.choice([*Fault])
            self._faulty(at).plan(fault, self.random.randint(1, 12))
            self.done[fault.value] += 1
        try:
            act(at, name, self.spaces[name])
        except Killed:
            self._restart(at)
        except StoreUnavailable:
            pass
        self._faulty(at).heal()

    def _sure(self, at: int, ask: Callable[[Service], object], *, gives_up: bool = False) -> object:
        """What a caller does who wants to be sure: the same again after a failure. With `gives_up`, only after one
        that has killed nobody."""
        while True:
            try:
                return ask(self.services[at])
            except Killed:
                self._restart(at)
                if gives_up:
                    raise
            except StoreUnavailable:
                self._faulty(at).heal()

    def _restart(self, at: int) -> None:
        """The process comes up again, and goes on with what somebody began to delete."""
        self.now += LEASE
        self.services[at] = self._started(at)
        for name in self.store.spaces():
            if not self.services[at].knowledge.finish_deletion(name):
                finish_forgetting(self.services[at].knowledge, name, now=self.now)

    def _faulty(self, at: int) -> Faulty:
        store = self.services[at].knowledge.store
        assert isinstance(store, Faulty)
        return store

    def _started(self, at: int) -> Service:
        """The second service asks a model that says anything."""
        models = dict.fromkeys(ROUND_PURPOSES, Scripted(self._answer))
        knowledge = KnowledgeGraph(Faulty(self.store), indexes_mb_max=1, snapshots=Snapshots(self.folders[at]))
        settings = Settings(store=":memory:", round_every_messages=4)
        return Service(settings, knowledge, models=models if at else None, now=lambda: self.now)

    def _answer(self, request: Request) -> str:
        """Mostly an answer of the right shape, about things that may not be there, and that cites what it likes."""
        return "I would rather not." if self.answers.random() < 0.1 else any_answer(request, self.answers)

    def _create(self, at: int, name: str) -> None:
        self.number += 1
        self.services[at].knowledge.create_space(name, now=self.now)
        self.marks[name] = f"Mark{self.number}of{name}"
        self.spaces[name] = Expected(self.marks[name])

    def _line(self, expected: Expected) -> Line:
        """A line that nobody has said, with a word of its own, which is its id too."""
        self.number += 1
        word = f"Qorb{self.number:06d}"
        role = self.random.choice((Role.USER, Role.USER, Role.ASSISTANT))
        sender = "" if role is Role.ASSISTANT else self.random.choice(("", *PEOPLE[:2]))
        body = f"{self._said(word)} {expected.mark}"
        return Line(role=role, sender=sender, body=body, sent_at=self.now, external_id=word)

    def _said(self, word: str) -> str:
        person, place = self.random.choice(PEOPLE), self.random.choice(PLACES)
        return self.random.choice(SAYINGS).format(person=person, place=place, word=word)


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m tests.simulation.simulator", description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--steps", type=int, default=2_000)
    parser.add_argument("--store", default=":memory:")
    given = parser.parse_args()
    snapshots.ITEMS_MIN = SNAPSHOT_ITEMS_MIN  # type: ignore[misc]
    with TemporaryDirectory() as folder:
        simulation = Simulation(given.seed, open_store(given.store), Path(folder))
        simulation.run(given.steps)
    sys.stdout.write(f"seed {given.seed}: {dict(simulation.done)}\n")


if __name__ == "__main__":
    main()
