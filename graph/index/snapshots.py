"""Indexes as files, so that the first block after a start does not wait until a whole space has been read.

A snapshot is used only if its checksum is right, the same code has written it, and the store still has the last writes
that it knows; then the index reads what was written since. Otherwise the index is built from the store.
"""

import json
import mmap
import pickle
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from struct import Struct
from tempfile import NamedTemporaryFile
from typing import Final
from zlib import crc32

import numpy as np

from graph.index.space_index import SpaceIndex
from graph.store.verbs import Store

ITEMS_MIN: Final = 2_000
"""Fewer are read from the store in a tenth of a second."""

GROWTH_PART: Final = 20
"""A snapshot is written again once a twentieth as much was written since; less than that is read in little time."""

ALIGNED_BYTES: Final = 64
"""What numpy aligns arrays to."""

NAME_BYTES: Final = 12
"""The length of the digest that names a file, so that a folder does not tell the names of spaces."""

_HEAD: Final = Struct("<II")  # the checksum of everything behind it, and the length of the description
_CODE: Final = ("graph", "languages")  # the packages that decide what an index holds


class Snapshots:
    """The snapshots of one store in a folder, one for each space. Only `is_writable` ones are written and dropped."""

    def __init__(self, folder: Path, *, is_writable: bool = True) -> None:
        self._folder = folder
        self._is_writable = is_writable

    def load(self, store: Store, space: str, embedder: str | None, forgettings: int) -> SpaceIndex | None:
        """The space's index, up to date, from its snapshot; None if there is none that can be trusted.

        A snapshot that cannot be trusted is dropped. So is one from before the last of the space's `forgettings`, since
        another process has forgotten something.
        """
        self.drop_before(space, forgettings)
        try:
            with self._path(space, forgettings).open("rb") as file:
                # Private pages: what the index changes stays in memory, the rest can be read from the file again.
                content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
        except (OSError, ValueError):  # ValueError: it is empty.
            return None
        index = _index_in(content, _described(space, embedder))
        if index is not None and index.is_of(store) and index.refresh(store):
            return index
        self.drop(space)
        return None

    def is_due(self, index: SpaceIndex) -> bool:
        """Whether enough was written since the last snapshot that another one saves time."""
        seq, saved = index.as_of.seq, index.saved
        is_old = saved is None or (seq - saved.seq) * GROWTH_PART > max(ITEMS_MIN, len(index))
        return self._is_writable and is_old and len(index) >= ITEMS_MIN

    def keep(self, index: SpaceIndex) -> None:
        """Write the index to its file, if that is due. Never raises OSError."""
        if not self.is_due(index):
            return
        with suppress(OSError):  # A full disk only makes the next start slower.
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self._folder, prefix=f"{_name(index.space)}-", delete=False) as file:
                written = Path(file.name)
                try:
                    with index.lock:
                        as_of = index.as_of
                        file.writelines(_parts_of(index))
                    file.close()
                    written.replace(self._path(index.space, as_of.forgettings))
                except BaseException:
                    written.unlink()
                    raise
            index.saved = as_of

    def drop(self, space: str) -> None:
        """Drop the space's snapshots. Never raises OSError."""
        self._drop(self._folder.glob(f"{_name(space)}-*"))

    def drop_before(self, space: str, forgettings: int) -> None:
        """Drop the space's snapshots with another number of forgettings: they may hold what was forgotten."""
        kept = self._path(space, forgettings)
        self._drop(path for path in self._folder.glob(f"{_name(space)}-*") if path != kept)

    def drop_others(self, spaces: Iterable[str]) -> None:
        """Drop the snapshots of all spaces but these: another process has deleted the spaces."""
        kept = set(map(_name, spaces))
        ours = self._folder.glob(f"{'[0-9a-f]' * 2 * NAME_BYTES}-*")
        self._drop(path for path in ours if path.name.partition("-")[0] not in kept)

    def _drop(self, paths: Iterable[Path]) -> None:
        for path in paths if self._is_writable else ():
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def _path(self, space: str, forgettings: int) -> Path:
        return self._folder / f"{_name(space)}-{forgettings}"


def _name(space: str) -> str:
    return blake2b(space.encode(errors="surrogatepass"), digest_size=NAME_BYTES).hexdigest()


def _described(space: str, embedder: str | None) -> dict[str, object]:
    return {"space": space, "embedder": embedder, "made_by": _made_by()}


@cache
def _made_by() -> str:
    """What must be the same for a file to be read again: the code that makes an index, Python, numpy, the processor."""
    digest = blake2b(f"{sys.version} {np.__version__} {sys.byteorder}".encode(), digest_size=12)
    root = Path(__file__).parents[2]
    for path in sorted(path for package in _CODE for path in (root / package).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _parts_of(index: SpaceIndex) -> Iterator[bytes | memoryview]:
    """The file: checksum, description, the index without its arrays, and the arrays as they are in memory."""
    arrays: list[pickle.PickleBuffer] = []
    rest = pickle.dumps(index, protocol=5, buffer_callback=arrays.append)
    parts: list[bytes | memoryview] = [rest, *(array.raw() for array in arrays)]
    described = _described(index.space, index.embedder) | {"lengths": [len(part) for part in parts]}
    head = json.dumps(described).encode()
    body = [head, *(piece for part in parts for piece in (part, bytes(-len(part) % ALIGNED_BYTES)))]
    body.insert(1, bytes(-(_HEAD.size + len(head)) % ALIGNED_BYTES))
    checksum = crc32(len(head).to_bytes(4, "little"))
    for part in body:
        checksum = crc32(part, checksum)
    yield _HEAD.pack(checksum, len(head))
    yield from body


def _index_in(content: memoryview, described: dict[str, object]) -> SpaceIndex | None:
    """The index in a file's content; None if it is damaged, or its description differs."""
    if len(content) < _HEAD.size:
        return None
    checksum, length = _HEAD.unpack_from(content)
    if crc32(content[4:]) != checksum:
        return None
    head = json.loads(bytes(content[_HEAD.size : _HEAD.size + length]))
    lengths: Sequence[int] = head.pop("lengths")
    if head != described:
        return None
    parts, at = [], _HEAD.size + length
    for part in lengths:
        at += -at % ALIGNED_BYTES
        parts.append(content[at : at + part])
        at += part
    index = _Unpickler(BytesIO(parts[0]), buffers=parts[1:]).load()
    return index if isinstance(index, SpaceIndex) else None


class _Unpickler(pickle.Unpickler):
    """Loads only what an index is made of, whoever wrote the file."""

    def find_class(self, module: str, name: str) -> object:
        """Only classes of the index and what numpy needs for an array."""
        if module.startswith("graph.index.") or (module, name) in _MADE_OF:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an index")


_MADE_OF: Final = {
    ("array", "_array_reconstructor"),
    ("array", "array"),
    ("collections", "defaultdict"),
    ("datetime", "datetime"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
    ("graph.store.verbs", "Label"),
    ("graph.store.verbs", "Node"),
    ("graph.values.learned_weights", "LearnedWeights"),
    ("graph.values.learned_weights", "LearningOutcome"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy._core.numeric", "_frombuffer"),
    ("builtins", "set"),
    ("builtins", "frozenset"),
}
