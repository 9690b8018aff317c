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
from typing import TypeVar

from api.access_keys import AccessKeys, Rights
from api.http.bodies import SpaceBody, SpaceChange
from api.profiles import GAME, PROFILES
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import ROUND_PURPOSES
from context.exchange import Turn, TurnRequest
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
from graph.store.verbs import Kind, Label, Store
from graph.text.tokens import count_tokens
from graph.transfer.lines import discard, export_space, import_space, interrupted_imports
from graph.values.changes import MergeEntities, NewFact
from graph.values.codec import item_of
from graph.values.items import SPACE_ID, Author, Role, Space
from languages.folding import fold
from tests.archivists.scripted import Scripted
from tests.simulation.answers import WordEmbedder, answer
from tests.simulation.doors import DOORS, Act, by_hand, judge
from tests.simulation.expected import Expected, check, named_after, remembered, word_in
from tests.simulation.faults import Fault, Faulty, Killed

T = TypeVar("T")

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
SECTIONS_OF_HISTORY = ("summaries", "recent messages")
SNAPSHOT_ITEMS_MIN = 5
"""Small indexes have snapshots here: a step is not to take a tenth of a second."""

FULL_CHECK_EVERY = 8
FAULT_SHARE = 0.15
BETWEEN_SHARE = 0.1
"""How often the other process does something to the same space in the middle of what this one does."""

LEASE = timedelta(minutes=3)


class Simulation:
    """Two services on one store, the callers' knowledge of what must be in it, and the clock."""

    def __init__(self, seed: int, store: Store, folder: Path) -> None:
        """Each process keeps its snapshots of indexes in a folder of its own in `folder`."""
        self.random, self.store, self.now, self.seed = Random(seed), store, START, seed
        self.folder, self.folders = folder, [folder / "first", folder / "second"]
        self.spaces: dict[str, Expected] = {}
        self.marks: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.number = self.steps = 0
        self.doing = "nothing"
        self.came_between = False  # whether the other process has done something in this step, too
        self.keys: dict[str, tuple[str, Rights, datetime]] = {}
        self.answers = Random(seed)
        self.services: list[Service] = []
        for at in range(2):
            self.services.append(self._started(at))

    def run(self, steps: int) -> None:
        """So many steps, each checked."""
        for step in range(steps):
            try:
                self.step(step)
            except (Exception, Killed) as error:
                command = f"python -m tests.simulation.simulator {self.seed} --steps {step + 1}"
                told = f"step {step} of seed {self.seed}, {self.doing}: {error!r}; replay: {command}"
                raise AssertionError(told) from error

    def step(self, number: int) -> None:
        """One thing that somebody does to one space, perhaps while the process dies, and then the checks."""
        self.steps, self.came_between = number, False
        self.now += timedelta(seconds=self.random.choice((1, 30, 600, 40_000, -20)))
        name = self.random.choice(SPACES)
        at = self.random.randrange(len(self.services))
        if name not in self.spaces:
            self._create(at, name)
        act = self._chosen(self.spaces[name])
        self.doing = f"{act.__name__} in {name} by {at}"
        self._attempt(at, act, name)
        self.done[act.__name__] += 1
        is_risky = act not in (Simulation.append, Simulation.turn)
        if name in self.spaces and (is_risky or number % FULL_CHECK_EVERY == 0):
            check(self.services[at].knowledge, name, self.spaces[name], self.marks)
            self._check_files(at, name)

    def _chosen(self, expected: Expected) -> Act:
        """What is done next. A space that has become large is emptied, so that checks stay quick."""
        if len(expected.lines) > LINES_MAX:
            return self.random.choice((Simulation.delete, Simulation.forget))
        return self.random.choices([*ACTS], weights=[*ACTS.values()])[0]

    def _check_files(self, at: int, name: str) -> None:
        """What this process keeps of the space's index has no word that was forgotten."""
        names = named_after(self.store.find(name, Label.ENTITY, limit=1_000))
        words = [word.lower().encode() for word in self.spaces[name].gone[-20:] if word not in names]
        for path in self.folders[at].glob("*"):
            content = path.read_bytes().lower() if path.is_file() else b""
            left = [word for word in words if word in content]
            assert not left, f"forgotten, and still in {path}: {left[:3]}"

    def append(self, at: int, name: str, expected: Expected) -> None:
        """New lines; now and then the last ones are sent again."""
        named = [each for each in expected.lines.items() if each[1][1].external_id]
        again = named[-3:] if self.random.random() < 0.2 else []
        chat = again[-1][1][0] if again else self.random.choice(("", "work"))
        lines = [line for _, (where, line) in again if where == chat]
        lines += [self.line(expected) for _ in range(self.random.randint(1, 4))]
        self.sure(at, lambda service: service.knowledge.append(name, lines, chat=chat, now=self.now))
        expected.lines |= {word_in(line.body): (chat, line) for line in lines}

    def turn(self, at: int, name: str, expected: Expected) -> None:
        """A question, with a line or without one; the block keeps its budget."""
        lines = (self.line(expected),) if self.random.random() < 0.6 else ()
        query = None if lines else self.said("harbour")
        budget = self.random.choice((256, 1_024, 4_096))
        request = TurnRequest(space=name, lines=lines, query=query, budget_tokens=budget)
        turn = self.sure(at, lambda service: service.turn(request))
        expected.lines |= {word_in(line.body): ("", line) for line in lines}
        self.check_told(name, turn.block.body, budget=budget)
        # A game's last interactions stand as they are, beside a summary that says what else happened.
        if not self.came_between and self.store_space(name).profile != GAME.name:
            self._check_cover(at, name, turn)

    def check_told(self, name: str, text: str, *, budget: int | None = None) -> None:
        """What a caller is told keeps its budget, is of this space, and has no word that was forgotten."""
        assert budget is None or count_tokens(text) <= budget, "a block is above its budget"
        other = [mark for space, mark in self.marks.items() if space != name and mark in text]
        assert not other, f"{name} tells of {other}"
        left = {word for word in self.spaces[name].gone if word in text}
        if left:
            left -= named_after(self.store.find(name, Label.ENTITY, limit=1_000))
        assert not left, f"forgotten, and told: {left}"

    def _check_cover(self, at: int, name: str, turn: Turn) -> None:
        """No message stands twice in the history of a block, nor is it in two summaries, or a summary in another one.

        The newest messages may stand beside a summary that holds them among others.
        """
        index = self.services[at].knowledge.index(name)
        shown = [item.id for item in turn.items if item.section in SECTIONS_OF_HISTORY]
        above = {id: {id, *index.above(id)} for id in shown}
        summaries = [item.id for item in turn.items if item.id in above and item.label is Label.SUMMARY]
        twice = [id for id in summaries if any(id != other and id in above[other] for other in summaries)]
        assert not twice and len(shown) == len({*shown}), f"told twice in one block: {twice or shown}"

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
            # A name that nobody else has said would stay with its entity when it is forgotten (docs/reliability.md).
            about = tuple(each.id for each in entities if str(each.properties["name"]) in source.body)
            change = NewFact(body=source.body, about=about, sources=(source.id,), author=Author.CALLER)
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
        persons = index.entities_named(target.person or "")
        named = [each for id in persons for each in index.names_of(id)]
        # What is linked with the person goes as well, though a caller may have taken the name away since.
        edges = self.store.edges(name, persons, [Kind.SAID_BY, Kind.MENTIONS], 10_000) if persons else ()
        linked = {edge.source for edge in edges}
        words = {word_in(message.body) for message in messages if message.id in linked}
        with suppress(NotFound):  # Nobody has this name, or it is done and the answer was lost.
            self.sure(at, lambda service: service.forget(name, target))
        finish_forgetting(self.services[at].knowledge, name, now=self.now)
        left = {word_in(message.body) for message in self.services[at].knowledge.messages(name, limit=1_000)}
        lost = expected.lines.keys() - left
        for id in lost:
            _, line = expected.lines.pop(id)
            if target.person is not None:
                told = fold(f"{line.sender or line.role} {line.body}")
                is_named = id in words or any(fold(each) in told for each in (target.person, *named))
                assert is_named, f"forgotten with {named}: {told}"
            expected.gone.append(id)
        if target.person is None:
            assert lost or target.conversation, "nothing was forgotten"
        expected.rebase(self.store, name)
        expected.proxied.clear()

    def move(self, at: int, name: str, expected: Expected) -> None:
        """An export, imported under the same name once the space is gone, is the same again."""
        lines = list(export_space(self.store, name))
        self._delete(at, name)
        while True:
            try:
                self.sure(at, lambda service: import_space(service.knowledge.store, lines), gives_up=True)
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
        try:
            self.services[at].prune(name)
        finally:
            expected.rebase(self.store, name)

    def pause(self, at: int, name: str, expected: Expected) -> None:
        """Rounds wait, or go on."""
        self.services[at].change_space(name, SpaceChange(paused=self.random.random() < 0.5))

    def delete(self, at: int, name: str, expected: Expected) -> None:
        """The space goes; the next one of this name has other words."""
        self._delete(at, name)
        del self.spaces[name], self.marks[name]

    def _delete(self, at: int, name: str) -> None:
        try:
            self.sure(at, lambda service: service.delete_space(name))
        except NotFound:
            self.services[at].knowledge.finish_deletion(name) if name in self.store.spaces() else None
        assert name not in self.services[at].knowledge.spaces()

    def _attempt(self, at: int, act: Act, name: str) -> None:
        faulty, chance, calls = self._faulty(at), self.random.random(), self.random.randint(1, 12)
        if chance < FAULT_SHARE:
            fault = self.random.choice([*Fault])
            faulty.plan(fault, calls)
            self.done[fault.value] += 1
        elif chance < FAULT_SHARE + BETWEEN_SHARE and act in BETWEEN:
            faulty.interrupt(lambda: self._come_between(at, self.random.choice(BETWEEN[act]), name), calls)
        try:
            act(self, at, name, self.spaces[name])
        except Killed:
            self._restart(at)
        except StoreUnavailable:
            pass
        self._faulty(at).heal()

    def _come_between(self, at: int, act: Act, name: str) -> None:
        """The other process does this while the first one is in the middle of something, sometimes minutes later."""
        if self.random.random() < 0.2:
            self.now += LEASE
        self.came_between = True
        self.done[f"meanwhile {act.__name__}"] += 1
        before = self.store_space(name)
        act(self, 1 - at, name, self.spaces[name])
        if act is Simulation.round and before.lease_until is not None and before.lease_until > self.now:
            after = self.store_space(name)
            state = before.lease_owner, before.rounded_to
            assert (after.lease_owner, after.rounded_to) == state, "two rounds of a space at a time"

    def store_space(self, name: str) -> Space:
        """The space's own node as it is now."""
        return item_of(self.store.nodes(name, [SPACE_ID])[SPACE_ID], Space)

    def sure(self, at: int, ask: Callable[[Service], T], *, gives_up: bool = False) -> T:
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
        """The second service asks a model that says anything. With an odd seed both search by meaning, too."""
        models = dict.fromkeys(ROUND_PURPOSES, Scripted(lambda request: answer(request, self.answers)))
        embedder = WordEmbedder() if self.seed % 2 else None
        kept = Snapshots(self.folders[at])
        knowledge = KnowledgeGraph(Faulty(self.store), embedder, indexes_mb_max=1, snapshots=kept)
        # The file is not opened: it says where jobs are kept.
        settings = Settings(store=str(self.folder / "memory.db"))
        service = Service(settings, knowledge, models=models if at else None, now=lambda: self.now)
        service.is_only_writer = False  # As with a server.
        # What is known of a key is read again with each step.
        clock = lambda: float(self.steps * 60)  # noqa: E731
        service.keys = AccessKeys(knowledge.store, now=lambda: self.now, clock=clock)
        return service

    def _create(self, at: int, name: str) -> None:
        self.number += 1
        profile = self.random.choice(PROFILES).name
        self.services[at].create_space(SpaceBody(name=name, profile=profile, sizes={"round_messages": 4}))
        self.marks[name] = f"Mark{self.number}of{name}"
        self.spaces[name] = Expected(self.marks[name])

    def line(self, expected: Expected, *, role: Role | None = None) -> Line:
        """A line that nobody has said, with a word of its own, which is its id too."""
        self.number += 1
        word = f"Qorb{self.number:06d}"
        role = role or self.random.choice((Role.USER, Role.USER, Role.ASSISTANT))
        sender = "" if role is Role.ASSISTANT else self.random.choice(("", *PEOPLE[:2]))
        body = f"{self.said(word)} {expected.mark}"
        return Line(role=role, sender=sender, body=body, sent_at=self.now, external_id=word)

    def said(self, word: str) -> str:
        """Something that somebody says, with this word in it."""
        person, place = self.random.choice(PEOPLE), self.random.choice(PLACES)
        return self.random.choice(SAYINGS).format(person=person, place=place, word=word)


ACTS: dict[Act, int] = {
    Simulation.append: 30,
    Simulation.turn: 20,
    Simulation.round: 16,
    Simulation.undo: 8,
    Simulation.merge: 5,
    Simulation.state: 4,
    Simulation.forget: 5,
    Simulation.move: 2,
    Simulation.prune: 2,
    Simulation.pause: 1,
    Simulation.delete: 1,
} | DOORS
"""How often each thing is done."""

BETWEEN: dict[Act, tuple[Act, ...]] = {
    Simulation.append: (Simulation.append, Simulation.turn, Simulation.round, Simulation.merge),
    Simulation.turn: (Simulation.append, Simulation.turn, Simulation.round, judge),
    Simulation.round: (Simulation.append, Simulation.round, Simulation.forget, Simulation.merge, by_hand, judge),
}
"""What others do in the middle of something. The rest compares what was with what is, and is left alone."""


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
