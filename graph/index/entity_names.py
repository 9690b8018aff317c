"""The names that entities go by: looked up as names, and spotted in text."""

from __future__ import annotations

from typing import Final, TypeVar

from graph.text.analysis import name_key, word_spans
from graph.text.identification import stop_words, told_in

K = TypeVar("K")
V = TypeVar("V")

_LETTERS_MIN: Final = 2  # A name of one letter would be found in every list and initial.
_SENTENCE_ENDS: Final = frozenset('.!?…:;\n"“(-*¡¿')


class EntityNames:
    """Names and aliases by entity. A change costs its own names only: there is nothing to rebuild."""

    def __init__(self) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._by_key: dict[str, set[str]] = {}
        self._by_words: dict[tuple[str, ...], set[tuple[str, str]]] = {}  # (entity, name)
        self._longest: dict[str, int] = {}  # The most words a name beginning with this word ever had.

    def put(self, entity: str, names: tuple[str, ...]) -> None:
        """The entity goes by these names, the first before the others, and by no other."""
        if self._names.get(entity) == names:
            return
        self.drop(entity)
        self._names[entity] = names
        for name in names:
            self._by_key.setdefault(name_key(name), set()).add(entity)
            words = _words(name)
            if words:
                self._by_words.setdefault(words, set()).add((entity, name))
                self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def drop(self, entity: str) -> None:
        """The entity goes by no name; an unknown one is no error."""
        for name in set(self._names.pop(entity, ())):
            _discard(self._by_key, name_key(name), entity)
            _discard(self._by_words, _words(name), (entity, name))

    def of(self, entity: str) -> tuple[str, ...]:
        """The names of an entity as they were put; none for an unknown one."""
        return self._names.get(entity, ())

    def named(self, name: str) -> list[str]:
        """The entities one of whose names is this one, sorted; case and punctuation don't count, accents do."""
        return sorted(self._by_key.get(name_key(name), ()))

    def spotted(self, text: str) -> list[str]:
        """The entities whose names stand in the text as whole words, in order of appearance; the longest match wins.

        Accents may be left out, unless that leaves two names alike and one is written as it stands. One pass over the
        words of the text; the number of names does not matter.
        """
        spans = word_spans(text)
        words = [word for word, _, _ in spans]
        found: dict[str, None] = {}
        at = 0
        while at < len(words):
            step = 1
            for length in range(min(self._longest.get(words[at], 0), len(words) - at), 0, -1):
                named = self._by_words.get(tuple(words[at : at + length]))
                if named and (entities := _meant(text, spans[at][1], spans[at + length - 1][2], named)):
                    found.update(dict.fromkeys(entities))
                    step = length
                    break
            at += step
        return list(found)


def _words(name: str) -> tuple[str, ...]:
    """The words to look for; none when the name is too short or made of signs."""
    words = tuple(word for word, _, _ in word_spans(name))
    return words if len("".join(words)) >= _LETTERS_MIN else ()


def _meant(text: str, start: int, end: int, named: set[tuple[str, str]]) -> list[str]:
    """Which of the entities named alike are meant by what stands in the text from `start` to `end`."""
    surface = text[start:end]
    candidates = {
        (entity, name)
        for entity, name in named
        if not stop_words(*told_in(text)).issuperset(_words(name))
        or (name == surface and surface[:1].isupper() and _is_proper(text, start))
    }
    key = name_key(surface)
    exact = {entity for entity, name in candidates if name_key(name) == key}
    return sorted(exact or {entity for entity, _ in candidates})


def _is_proper(text: str, start: int) -> bool:
    """Whether a capital here means a name: Can and Will are also words that begin sentences."""
    while start and text[start - 1] in " \t":
        start -= 1
    return bool(start) and text[start - 1] not in _SENTENCE_ENDS


def _discard(sets: dict[K, set[V]], key: K, value: V) -> None:
    known = sets.get(key, set())
    known.discard(value)
    if not known:
        sets.pop(key, None)
