"""The facade of the graph: spaces, messages, items and blocks, on top of the verbs of a store."""

import json
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from threading import Lock, RLock
from typing import TypeVar

from graph.embedders.choice import Embedder
from graph.errors import Conflict, ForgottenMeanwhile, NotFound, RemembrancerError
from graph.index.index_state import AsOf
from graph.index.snapshots import Snapshots
from graph.index.space_index import SpaceIndex, size_bytes
from graph.intake.append import Appended, appended_before, plan_append
from graph.intake.known_chat import known_chat
from graph.intake.recognise import Line, Recognised, recognise
from graph.intake.request_key import RequestKey
from graph.store.verbs import DropNode, Kind, Label, Node, Op, PutEdge, PutNode, ReadDepth, Store, Value
from graph.text.times import TIMES_VERSION
from graph.values.codec import is_replaced, item_of, stored_of, to_ms
from graph.values.items import DEFAULT_PROFILE, SPACE_ID, Block, IntakeRule, Message, Space, Stored
from graph.values.presented import Presented, packed
from graph.values.puts import put
from graph.values.sizes import Sizes
from graph.values.write_plan import WritePlan

T = TypeVar("T")

INDEXES_MB_MAX = 512
"""Room for the index of a million items without vectors, or for 240 spaces of a thousand items (docs/limits.md)."""

NOTHING = "nothing"
"""What is taken back of a new space: no rules of earlier versions have made anything in it."""

FREE_TRIES = 3
"""Attempts to write under compare-and-set before a write locks the space, where it cannot fail any more.

Without the lock, one of two services that wrote one space without a pause failed twenty times in a row.
"""


class KnowledgeGraph:
    """All spaces of one store. Safe to call from any thread."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None = None,
        *,
        indexes_mb_max: float = INDEXES_MB_MAX,
        snapshots: Snapshots | None = None,
    ) -> None:
        """All indexes take at most `indexes_mb_max` of memory, but the last used one stays; `snapshots` saves them."""
        self.store = store
        self.embedder = embedder
        self._indexes: OrderedDict[str, SpaceIndex] = OrderedDict()
        self._sizes: dict[str, int] = {}  # bytes of each index
        self._indexes_mb_max = indexes_mb_max
        self._snapshots = snapshots
        self._locks: dict[str, RLock] = {}
        self._profiles: dict[str, str] = {}
        self._lock = Lock()

    def create_space(
        self,
        name: str,
        *,
        now: datetime,
        profile: str = DEFAULT_PROFILE,
        intake: IntakeRule | None = None,
        sizes: Sizes | None = None,
    ) -> Space:
        """Make an empty space. Raises Conflict if there is one with this name, or the rest of an import."""
        space = Space(
            name=name,
            created_at=now,
            profile=profile,
            intake=intake or IntakeRule(),
            sizes=sizes or Sizes(),
            times_version=TIMES_VERSION,
            taken_back=NOTHING,
            embedder=self.embedder.id if self.embedder else None,
        )
        self.finish_deletion(name)

        def unless_taken() -> list[Op]:
            if not self.store.seq(name) or was_deleted(self.store, name):
                return [put(space, expect=0)]
            if SPACE_ID in self.store.nodes(name, [SPACE_ID], ReadDepth.HEAD):
                raise Conflict(f"space {name!r} exists already; use it, or choose another name")
            raise Conflict(
                f"an import, perhaps an interrupted one, has left rows in space {name!r}; run the import again, or "
                "`remembrancer import FILE --discard` to delete them, or choose another name"
            )

        self.store.write_alone(name, unless_taken)
        return space

    def delete_space(self, name: str, *, now: datetime, is_reset: bool = False) -> None:
        """Delete everything in the space, and free its name or, if `is_reset`, keep its rules. Raises NotFound.

        The first write hides the space. If the process ends before the last write, `finish_deletion` completes it.
        """
        self.change_space(
            name, lambda held: replace(held, deleted_at=now, is_reset=is_reset, lease_owner=None, lease_until=None)
        )
        self.finish_deletion(name)

    def finish_deletion(self, name: str) -> bool:
        """Finish a deletion that somebody began. Returns False, after one read, if there is none.

        Several processes may do so at once. The later ones find it done, and leave a space that was made since.
        """
        node = self.store.nodes(name, [SPACE_ID], ReadDepth.HEAD).get(SPACE_ID)
        if node is None or (held := item_of(node, Space)).deleted_at is None:
            return False
        self.store.clear(name, node.seq)
        # Dropping the last row leaves a tombstone, from which the indexes of other processes see that the space is
        # gone. If the row stays, they see that it was made later.
        last = put(_made_anew(held, held.deleted_at), expect=node.version) if held.is_reset else DropNode(SPACE_ID)

        def unless_done() -> list[Op]:
            return [last] if self.store.nodes(name, [SPACE_ID], ReadDepth.HEAD).get(SPACE_ID) == node else []

        self.store.write_alone(name, unless_done)
        self._let_go(name)
        if self._snapshots is not None:
            self._snapshots.drop(name)
        return True

    def space(self, name: str) -> Space:
        """The space's own node as it is now. Raises NotFound. One read."""
        return item_of(self._space_node(name), Space)

    def profile_name(self, space: str) -> str:
        """The name of the space's profile. Raises NotFound. One read at the first call; a space keeps its profile."""
        if space not in self._profiles:
            self._profiles[space] = self.space(space).profile
        return self._profiles[space]

    def spaces(self) -> list[str]:
        """The names of all spaces."""
        return [*self.store.spaces()]

    def append(
        self,
        space: str,
        lines: Sequence[Line],
        *,
        chat: str = "",
        now: datetime,
        key: RequestKey | None = None,
        is_import: bool = False,
    ) -> Appended:
        """Store each line exactly once; lines that are stored already write nothing.

        A second call with the same `key` writes nothing, whatever was appended in between; raises IdReused if the key
        was used for another request. Rounds skip messages of an import until somebody asks for them. About four reads
        and one write; no write if every line is known.
        """
        index: SpaceIndex

        def read() -> Node:
            nonlocal index
            for _ in range(FREE_TRIES):
                index = self.index(space)
                if index.space_node is not None:
                    return index.space_node
                self._let_go(space)  # Its node was written while a server looked for it, so read the space again.
            raise no_space(space)

        next_id = 0
        marked: dict[int, Recognised] = {}  # by the id with which the write after it begins, if no other comes between

        def decide(plan: WritePlan) -> Appended | Recognised:
            nonlocal next_id
            used = None if key is None else key.find(self.store, space)
            if used is not None:
                return appended_before(used)
            found = marked.get(plan.next_id) or recognise(self.store, plan.space, lines, chat)
            planned = plan_append(plan, self.store, index, found, chat=chat, now=now, is_import=is_import)
            if key is not None and isinstance(planned, Appended):
                plan.add(key.put(None, now, messages=planned.messages))
            next_id = plan.next_id
            return planned

        while isinstance(appended := self._change(space, read, decide), Recognised):
            marked = {next_id: appended}  # What it replaces is marked now; the second write stores what is new.
        return appended

    def recognise(self, space: str, lines: Sequence[Line], *, chat: str = "") -> tuple[str | None, ...]:
        """For each line the id of its message, or None if it is not stored; "" if it was forgotten. Reads only."""
        return recognise(self.store, self.space(space), lines, chat).alignment.known

    def chat_of(self, space: str, lines: Sequence[Line], *, now: datetime) -> str | None:
        """The name of the chat that this history continues; None when it begins a new one. A read or two."""
        return known_chat(self.store, space, lines, now=now)

    def index(self, space: str) -> SpaceIndex:
        """The space's index, up to date. Raises NotFound."""
        with self._lock:
            is_known = space in self._indexes
        kept: SpaceIndex | None = None
        embedder = self.embedder.id if self.embedder else None
        if not is_known:
            # Refuse a space that is still being imported: `since` may miss its rows.
            stored = self.space(space)
            if self._snapshots is not None:
                kept = self._snapshots.load(self.store, space, embedder, stored.forgettings)
        with self._lock:
            index = self._indexes.get(space)
            if index is None:
                index = self._indexes[space] = kept or SpaceIndex(space, embedder)
            self._indexes.move_to_end(space)
        if not index.refresh(self.store):
            self._let_go(space)
            if self._snapshots is not None:
                self._snapshots.drop(space)
            return self.index(space)
        over = self._drop_least_used(index)
        if self._snapshots is not None:
            if index.saved and index.saved.forgettings != index.as_of.forgettings:
                self._snapshots.drop_before(space, index.as_of.forgettings)
                index.saved = None
            if not is_known:
                self._snapshots.keep(index)
            self._keep_last(over)
        return index

    @property
    def indexes_count(self) -> int:
        """How many indexes are in memory."""
        return len(self._indexes)

    @property
    def indexes_mb(self) -> float:
        """About how much memory they take."""
        return sum([*self._sizes.values()]) / 1e6

    def keep_index(self, space: str) -> None:
        """The space's snapshot holds nothing forgotten. If the index is in memory, its snapshot is nearly as new."""
        if self._snapshots is not None:
            self._snapshots.drop_before(space, self.space(space).forgettings)
            if (index := self.index_at_hand(space)) is not None:
                self._snapshots.keep(index)

    def drop_other_snapshots(self, spaces: Sequence[str]) -> None:
        """Drop the snapshots of all spaces but these."""
        if self._snapshots is not None:
            self._snapshots.drop_others(spaces)

    def index_at_hand(self, space: str) -> SpaceIndex | None:
        """The space's index, up to date, but only if it is in memory: building a large one takes seconds."""
        with self._lock:
            is_there = space in self._indexes
        return self.index(space) if is_there else None

    def get(self, space: str, ids: Collection[str]) -> dict[str, Stored]:
        """Those of `ids` that exist, with their text, in the order of `ids`. One read."""
        return {id: stored_of(node) for id, node in self.store.nodes(space, ids).items()}

    def messages(
        self,
        space: str,
        *,
        chat: str | None = None,
        conversation: str | None = None,
        limit: int,
        reading: ReadDepth = ReadDepth.BODY,
    ) -> list[Message]:
        """The newest messages of a chat or a conversation, or the last that arrived in the space; oldest first."""
        where: dict[str, Value] | None = None
        if conversation is not None:
            where = {"conversation": conversation}
        elif chat is not None:
            where = {"chat": chat}
        order = "-id" if where is None else "-position"
        nodes = self.store.find(space, Label.MESSAGE, where, order=order, limit=limit, reading=reading)
        return [item_of(node, Message) for node in reversed(nodes) if not is_replaced(node)]

    def block(self, space: str, id: str) -> Block:
        """A kept block. One read. Raises NotFound."""
        node = self.store.nodes(space, [id]).get(id)
        if node is None or node.label is not Label.BLOCK:
            raise NotFound(f"block {id!r} is not in space {space!r}")
        return item_of(node, Block)

    def record_block(
        self, space: str, block: Block, presented: Sequence[Presented], *, as_of: AsOf | None = None
    ) -> Block:
        """Store the block with the items that it shows; returns it with its id. One write.

        Storing the same block again does nothing. `as_of` is the state of the index for which the block was made.
        Raises ForgottenMeanwhile if something was forgotten since or an item is gone; the block is not kept then, since
        it may say what was forgotten. One more read if anything was written since, and one for a block that replaces
        another; Conflict if that one has been replaced already.
        """
        kept = with_id(replace(block, scores=packed([shown.terms for shown in presented])))
        edges = [PutEdge(kept.id, Kind.PRESENTED, shown.item, shown.properties) for shown in presented]
        try:
            seq = self.store.write(space, [put(kept, expect=0), *edges, *self._replacing(space, kept)])
        except Conflict:
            if kept.id not in self.store.nodes(space, [kept.id], ReadDepth.HEAD):
                raise
            return kept  # An earlier call has stored the same block.
        except NotFound:
            self.space(space)
            raise ForgottenMeanwhile from None  # Or a round has dropped the item.
        if as_of is not None and self._has_forgotten(space, as_of, seq - 1):
            self.store.write(space, [DropNode(kept.id)])
            raise ForgottenMeanwhile
        return kept

    def _replacing(self, space: str, block: Block) -> list[Op]:
        """Note at the block which one replaces it, so that no other one will."""
        if not block.replaces:
            return []
        node = self.store.nodes(space, [block.replaces], ReadDepth.HEAD).get(block.replaces)
        if node is None:
            raise NotFound(f"block {block.replaces!r} is not in space {space!r}")
        # One that was dropped at once, since something was forgotten, nobody has got.
        if (second := str(node.properties.get("second") or "")) and self.store.nodes(space, [second], ReadDepth.HEAD):
            raise Conflict(f"block {node.id!r} has been replaced by {second!r}, expected a block without a second try")
        return [PutNode(Label.BLOCK, node.id, {"second": block.id}, expect=node.version)]

    def check_unforgotten(self, space: str, as_of: AsOf) -> None:
        """Raises ForgottenMeanwhile if something was forgotten since. A read, and one more if anything was written."""
        if self._has_forgotten(space, as_of, self.store.seq(space)):
            raise ForgottenMeanwhile

    def _has_forgotten(self, space: str, as_of: AsOf, seq: int) -> bool:
        """Whether something was forgotten since `as_of`; `seq` is the last write, besides the caller's own."""
        if seq == as_of.seq:
            return False
        node = self.store.nodes(space, [SPACE_ID]).get(SPACE_ID)
        return node is None or (node.properties.get("forgettings") or 0) != as_of.forgettings

    def access(self, space: str, memories: Sequence[str], *, now: datetime) -> None:
        """Note that these significant memories are used now. One that is gone, or was used later, stays as it is.

        One read and one write; neither without memories.
        """
        tries = FREE_TRIES if memories else 0
        while tries and not self._has_landed(space, self._accesses(space, memories, to_ms(now))):
            tries -= 1

    def _accesses(self, space: str, memories: Sequence[str], now_ms: int) -> list[Op]:
        return [
            PutNode(Label.MEMORY, id, {"accessed_at": now_ms}, expect=node.version)
            for id, node in self.store.nodes(space, memories, ReadDepth.HEAD).items()
            if isinstance(before := node.properties.get("accessed_at"), int) and before < now_ms
        ]

    def change(self, space: str, decide: Callable[[WritePlan], T]) -> T:
        """Write what `decide` puts into a plan, in one write. Returns what `decide` returns.

        `decide` is called again if another process has written meanwhile: at most FREE_TRIES + 1 times, and once more
        if a server aborts the write because of a deadlock.
        """
        return self._change(space, lambda: self._space_node(space), decide)

    def _change(self, space: str, read: Callable[[], Node], decide: Callable[[WritePlan], T]) -> T:
        """As `change`. `read` reads the space's own node, before each call of `decide`."""
        answers: list[T] = []

        def planned() -> list[Op]:
            node = read()
            stored = item_of(node, Space)
            plan = WritePlan(stored, stored.next_id)
            answers[:] = [decide(plan)]
            space_after = replace(plan.space, next_id=plan.next_id)
            if plan.ops or space_after != stored:
                plan.add(put(space_after, expect=node.version))
            return plan.ops

        with self._one_writer(space):
            if not any(self._has_landed(space, planned()) for _ in range(FREE_TRIES)):
                self.store.write_alone(space, planned)
        return answers[0]

    def change_space(self, space: str, decide: Callable[[Space], Space]) -> Space:
        """Store what `decide` makes of the space, and return it. One read, and one write if anything differs."""

        def decide_space(plan: WritePlan) -> Space:
            plan.space = decide(plan.space)
            return plan.space

        return self.change(space, decide_space)

    def close(self) -> None:
        """Keep the indexes, and close the store and the embedder."""
        self._keep_last([*self._indexes.values()])
        if self.embedder is not None:
            self.embedder.close()
        self.store.close()

    def _space_node(self, name: str) -> Node:
        node = self.store.nodes(name, [SPACE_ID]).get(SPACE_ID)
        if node is None or node.properties.get("deleted_at") is not None:
            self._let_go(name)
            raise no_space(name)
        return node

    def _let_go(self, name: str) -> None:
        """Keep nothing of the space in memory."""
        with self._lock:
            self._indexes.pop(name, None)
            self._sizes.pop(name, None)
            self._profiles.pop(name, None)

    def _keep_last(self, indexes: Sequence[SpaceIndex]) -> None:
        """Save indexes that leave memory, as the store is now: another process may have forgotten something."""
        if (kept := self._snapshots) is None:
            return
        for index in indexes:
            with suppress(RemembrancerError):  # The server is away.
                if kept.is_due(index) and index.refresh(self.store):
                    kept.keep(index)

    def _drop_least_used(self, index: SpaceIndex) -> list[SpaceIndex]:
        """Drop the least used indexes until all fit in memory, now that this one was refreshed; returns the dropped."""
        gone: list[SpaceIndex] = []
        with self._lock:
            if self._indexes.get(index.space) is index:
                self._sizes[index.space] = size_bytes(index)
            while self.indexes_mb > self._indexes_mb_max and len(self._indexes) > 1:
                space, least_used = self._indexes.popitem(last=False)
                self._sizes.pop(space, None)
                gone.append(least_used)
        return gone

    def _has_landed(self, space: str, ops: Sequence[Op]) -> bool:
        try:
            if ops:
                self.store.write(space, ops)
        except Conflict:
            return False
        return True

    @contextmanager
    def _one_writer(self, space: str) -> Iterator[None]:
        """Let threads of this process write a space one after the other, so that they cause each other no conflicts."""
        with self._lock:
            lock = self._locks.setdefault(space, RLock())
        with lock:
            yield


def with_id(block: Block) -> Block:
    """The block with its id, which is made of time and content: it needs no counter, and equal blocks are one."""
    told = [block.chat, block.body, *block.shown, *filter(None, (block.replaces,))]
    digest = blake2b(json.dumps(told).encode(), digest_size=4).hexdigest()
    return replace(block, id=f"b{to_ms(block.created_at):013d}{digest}")


def _made_anew(space: Space, now: datetime) -> Space:
    """The space as it was first made, with the settings that callers have changed since."""
    return Space(
        name=space.name,
        created_at=now,
        profile=space.profile,
        intake=space.intake,
        times_version=TIMES_VERSION,
        taken_back=NOTHING,
        paused=space.paused,
        sizes=space.sizes,
        tries_out=space.tries_out,
        embedder=space.embedder,
    )


def no_space(name: str) -> NotFound:
    """The error for a space that does not exist, and for one that the caller may not know of."""
    return NotFound(f"space {name!r} does not exist; create it first")


def was_deleted(store: Store, space: str) -> bool:
    """Whether a space is deleted and nothing is left of it but tombstones, so that its name is free. One read."""
    page = store.since(space, 0, limit=100, reading=ReadDepth.HEAD)
    is_dropped = any(gone.source == SPACE_ID and gone.kind is None for gone in page.dropped)
    return is_dropped and not page.nodes and not page.edges
