"""The names of entities, for looking up a name and for finding names in a text."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from graph.text.analysis import name_key, slices, word_spans
from graph.text.identification import stop_words, told_in

_LETTERS_MIN: Final = 2  # Names of one letter would match list markers and initials.
_SENTENCE_ENDS: Final = frozenset('.!?…:;\n"“(-*¡¿')


class EntityNames:
    """Names and aliases by entity. A change only touches the names of its entity."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._by_key: defaultdict[str, set[str]] = defaultdict(set)
        self._by_words: defaultdict[tuple[str, ...], set[tuple[str, str]]] = defaultdict(set)  # (entity, name)
        self._longest: dict[str, int] = {}  # by first word: the most words that a name ever had
        self._longest_of_all = 0

    def __getstate__(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {"names": self._names}

    def __setstate__(self, state: dict[str, dict[str, tuple[str, ...]]]) -> None:
        self.__init__()  # type: ignore[misc]
        for entity, names in state["names"].items():
            self.put(entity, names)

    def put(self, entity: str, names: tuple[str, ...]) -> None:
        """Set the names of an entity."""
        if self._names.get(entity) == names:
            return
        self.drop(entity)
        self._names[entity] = names
        for name in names:
            self._by_key[name_key(name)].add(entity)
            words = _name_words(name)
            if words:
                self._by_words[words].add((entity, name))
                self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
                self._longest_of_all = max(self._longest_of_all, len(words))

    def drop(self, entity: str) -> None:
        """Remove the names of an entity. An unknown entity is no error."""
        for name in set(self._names.pop(entity, ())):
            self._by_key[name_key(name)].discard(entity)
            self._by_words[_name_words(name)].discard((entity, name))

    def of(self, entity: str) -> tuple[str, ...]:
        """The names of an entity in their order; none for an unknown one."""
        return self._names.get(entity, ())

    def named(self, name: str) -> list[str]:
        """The entities that have this name, sorted. Case and punctuation don't count, accents do."""
        return sorted(self._by_key.get(name_key(name), ()))

    def spotted(self, text: str) -> list[str]:
        """The entities whose names are in the text as whole words, in order of appearance; the longest match wins.

        The text may lack accents, but a name that matches exactly wins over names that match without accents. One pass
        over the text; the number of names does not matter.
        """
        entities: dict[str, None] = {}
        spans: list[tuple[str, int, int]] = []
        at = 0
        # All words of a long text at once would be so many objects that garbage collection stops every thread.
        for start, piece in slices(text):
            spans = spans[at:] + [(word, start + first, start + end) for word, first, end in word_spans(piece)]
            is_last = start + len(piece) == len(text)
            at = self._spot(text, spans, entities, until=len(spans) - (0 if is_last else self._longest_of_all))
        return list(entities)

    def _spot(self, text: str, spans: Sequence[tuple[str, int, int]], found: dict[str, None], *, until: int) -> int:
        """Add the entities whose names begin before `until`; returns the place behind the last name."""
        words = [word for word, _, _ in spans]
        at = 0
        while at < until:
            step = 1
            for length in range(min(self._longest.get(words[at], 0), len(words) - at), 0, -1):
                named = self._by_words.get(tuple(words[at : at + length]))
                if named and (entities := _entities_meant(text, spans[at][1], spans[at + length - 1][2], named)):
                    found.update(dict.fromkeys(entities))
                    step = length
                    break
            at += step
        return at


def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name; none if the name is too short or consists of signs."""
    words = tuple(word for word, _, _ in word_spans(name))
    return words if len("".join(words)) >= _LETTERS_MIN else ()


def _entities_meant(text: str, start: int, end: int, named: set[tuple[str, str]]) -> list[str]:
    surface = text[start:end]
    candidates = {
        (entity, name)
        for entity, name in named
        if not stop_words(*told_in(text)).issuperset(_name_words(name))
        or (name == surface and surface[:1].isupper() and _is_proper(text, start))
    }
    key = name_key(surface)
    exact = {entity for entity, name in candidates if name_key(name) == key}
    return sorted(exact or {entity for entity, _ in candidates})


def _is_proper(text: str, start: int) -> bool:
    """Whether a capital here marks a name. At the start of a sentence, Can and Will may be ordinary words."""
    while start and text[start - 1] in " \t":
        start -= 1
    return bool(start) and text[start - 1] not in _SENTENCE_ENDS
