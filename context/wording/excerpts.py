"""The part of a long text that matters here, whole words only, with "…" wherever something was left out."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Set
from functools import lru_cache

from graph.text.analysis import SPEAKER, without_speaker
from graph.text.search_terms import WORD_LENGTH_MAX, query_stems
from graph.text.sentences import sentences
from graph.text.tokens import count_tokens
from languages.folding import fold
from languages.registry import LANGUAGES

GAP = "…"

_DAY_OF_NAME = re.compile(r"\s*\([^()]*\)$")
"""The day that a summary of several days puts behind a name: "Nora (3 May 2026)"."""

SAID_WORDS_MIN = 4
"""Shorter sentences ("Harbour master.") also stand inside others and say something else there."""

ENDS = ".!?…"

_JOINERS = frozenset("'’\u200d\ufe0f") | {chr(tone) for tone in range(0x1F3FB, 0x1F400)}
"""Characters that join the parts of a word ("Ankara'da") or of an emoji."""

CHARS_PER_TOKEN_MAX = 16
"""Longer tokens are runs of blanks and signs. A text that only fits with such tokens counts as too long, uncounted."""

HIT_PART = 0.3
"""The part of the best sentence's worth that a hit must exceed: one common word makes no answer."""

NEAR_PART = 0.5
"""Of the worth of all words of the question: a sentence with more of them is shown wherever it stands."""

CODE_WORTH = 0.5
"""Code counts half: it repeats names that a sentence explains."""

_FENCES = ("```", "~~~")
_LEADS_IN = re.compile(r":[*_]{0,3}\s*$|^\s*#{1,6}\s|^\s*(?:[-*+]|\d{1,3}[.)])?\s*\*\*[^*]{1,80}\*\*:?\s*$")
_IS_CODE = re.compile(
    r"^\s*(?:[@<{}\[\]|$]|//|/\*|(?:def|class|import|from|return|const|let|var|if|for|while|try|except|elif|else|await|SELECT|"
    r"INSERT|CREATE|public|private|function)\b.*[:;({]\s*$|(?:from|import)\s[\w.]+(?:\s+import\b|\s*;?$))|[{};]\s*$|"
    r"^\s*[\w.\[\]'\"]+\s*(?:\+|-)?=\s*\S|\w\([^)\s]*\)[;:]?\s*$"
)

LEAD_CHARS = 60
"""How much is kept before the first match in a part of a long sentence, so that it can be understood."""

CHARS_PER_TOKEN = 4.0
"""The mean in English; Turkish has 3.6. Only a first guess: an excerpt is counted before it is shown."""

SCANNED_CHARS_MAX = 20_000
"""How much is cut into sentences: of a longer text, the stretch that holds most. Cutting 20 KB costs about 1 ms."""

_SOFTENED = {stem: word for language in LANGUAGES for stem, word in language.analysis.softened.items()}
"""A stem's last letter, and the one that words have instead: "stori" is the stem of story."""


def stems_of(text: str) -> list[str]:
    """The folded word beginnings by which sentences are matched against a question."""
    return [stem for stem in query_stems(text) if len(stem) > 1]


def worth_of(text: str, stems: Mapping[str, float]) -> float:
    """The sum of the worths of the stems in this folded text; 0 exactly when there are none."""
    return sum([worth for stem, worth in stems.items() if _holds(text, stem)])


def _holds(text: str, stem: str) -> bool:
    return stem in text or (stem[-1] in _SOFTENED and stem[:-1] + _SOFTENED[stem[-1]] in text)


def excerpt(
    body: str,
    stems: Mapping[str, float],
    *,
    tokens_max: int,
    without: Set[str] = frozenset(),
    near: tuple[int, int] = (0, 0),
) -> str:
    """The sentences of `body` that hold most of `stems`, with those around them while there is room, in their order.

    A sentence within `near`, the span that is nearest in meaning, counts as if it held NEAR_PART of them besides.

    Each stem counts with its worth, so a sentence with one rare word comes before one with two common words. A body
    that fits comes back whole. Sentences in `without` (as `same_words` gives them) are left out. "" when nothing is
    left. Pure.
    """
    if not without and len(body) <= tokens_max * CHARS_PER_TOKEN_MAX and count_tokens(body) <= tokens_max:
        return body.strip()
    bonus = NEAR_PART * sum(stems.values()) or 1.0
    start, stop = _stretch(body, stems, near, bonus)
    spans = list(_telling(body, start, stop, without))
    if not spans:
        return ""
    leads = {at for at, (first, last) in enumerate(spans) if _LEADS_IN.search(body[first:last])}
    code = {at for at, (first, last) in enumerate(spans) if _IS_CODE.search(body[first:last])}
    worths = [
        worth_of(fold(body[first:last]), stems) + (bonus if near[0] <= first and last <= near[1] else 0.0)
        for first, last in spans
    ]
    matches = [worth * CODE_WORTH if at in code else worth for at, worth in enumerate(worths)]
    best = max(range(len(spans)), key=lambda at: (matches[at], -at))
    code.discard(best)
    chosen = _choose(spans, matches, best, leads=leads, code=code, tokens_max=tokens_max)
    while best in chosen:
        text = _joined(body, spans, chosen)
        if count_tokens(text) <= tokens_max:
            return text
        chosen.pop()
    return _inside(body, spans[best], stems, tokens_max)


def opening(body: str, *, tokens_max: int) -> str:
    """The beginning of `body`, to the end of a sentence if one ends in its second half."""
    whole = body.strip()
    cut = clip(whole, tokens_max)
    if cut == whole or not cut:
        return cut
    length = len(cut) - len(GAP)
    ends = [last for _, last in sentences(whole[:length])[:-1] if last > length / 2]
    return f"{whole[: ends[-1]].rstrip()} {GAP}" if ends else cut


def clip(text: str, tokens_max: int) -> str:
    """As much of the beginning as fits, cut between words with "…" behind it; "" when not even a word fits.

    A run longer than any word is cut where the room ends.
    """
    length = min(len(text), max(tokens_max, 0) * CHARS_PER_TOKEN_MAX)
    while length > 0:
        cut = text if length == len(text) else _whole_words(text, length)
        if not cut and length > WORD_LENGTH_MAX:
            cut = text[:length]
        shown = cut if cut == text else f"{cut} {GAP}" if cut else ""
        tokens = count_tokens(shown)
        if tokens <= tokens_max:
            return shown
        length = min(int(len(cut) * tokens_max / tokens), len(cut) - 1)
    return ""


@lru_cache(64)
def same_words(sentence: str) -> str:
    """The form of a sentence that is equal for sentences which differ only in case, marks, blanks and full stops."""
    return " ".join(fold(sentence).split()).strip(" .!?…\"'“”-–—")


@lru_cache(256)
def folded(text: str) -> str:
    """The form of a text in which `untold` looks for sentences. Cached: a block and the next need it often."""
    return " ".join(fold(text).split())


@lru_cache(256)
def folded_by_speaker(text: str, names: frozenset[str]) -> str:
    """The form of a quoting text in which `untold` also finds short sentences: each has its speaker's name in front."""
    name, parts = "", []
    for speaker, words, _ in _quotes(text, names):
        name = speaker or name
        parts.append(name + words)
    return folded(" ".join(parts))


def untold(text: str, said: str, names: frozenset[str]) -> str:
    """What a quoting text says beyond `said` (which is `folded`), with the speakers' names kept.

    `names` are folded words of speakers' names.
    """
    kept: list[str] = []
    name = ""
    quotes = _quotes(text, names)
    for speaker, words, keys in quotes:
        name = speaker or name
        # A mark of what is left out says nothing by itself.
        if not any(key in said for key in keys) and (kept or same_words(words)):
            kept.append(name + words)
            name = ""
    return text if len(kept) == len(quotes) else " ".join(kept)


@lru_cache(1024)
def _quotes(text: str, names: frozenset[str]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The sentences, each with the name before it and the forms in which `said` may have it. Cached for the next turn.

    A short sentence counts as said only if the same speaker says just that.
    """
    quotes: list[tuple[str, str, tuple[str, ...]]] = []
    name = ""
    for first, last in sentences(text):
        speaker = _speaker_before(text[first:last], names)
        words = text[first + len(speaker) : last]
        name = speaker or name
        # A summary has no marks around a label ("**Day 1:** rest"), so what follows the label says enough.
        labelled = (same_words(without_speaker(words)), same_words(words))
        keys: tuple[str, ...] = next(((key,) for key in labelled if key.count(" ") >= SAID_WORDS_MIN - 1), ())
        if not keys:
            keys = tuple(f"{same_words(name + words)}{end}" for end in ENDS) if name else ()
        quotes.append((speaker, words, keys))
    return tuple(quotes)


def _speaker_before(sentence: str, names: frozenset[str]) -> str:
    """The name in front of a quoted sentence; "" if what stands before the colon belongs to the sentence itself.

    A name is one word, or words with capitals, or known: "Two things to buy: milk and eggs" has none.
    """
    match = SPEAKER.match(sentence)
    parts = _DAY_OF_NAME.sub("", match[0].rstrip(": ")).split() if match else []
    is_name = len(parts) == 1 or not any(part[0].islower() for part in parts) or names.issuperset(map(fold, parts))
    return match[0] if match and is_name else ""


def _stretch(body: str, stems: Mapping[str, float], near: tuple[int, int], bonus: float) -> tuple[int, int]:
    """Where reading starts and stops: the whole text, or the stretch of allowed length that holds most of the stems."""
    if len(body) <= SCANNED_CHARS_MAX:
        return 0, len(body)
    steps = range(0, len(body), SCANNED_CHARS_MAX // 2)

    def worth(at: int) -> float:
        is_near = at <= near[0] < near[1] <= at + SCANNED_CHARS_MAX
        return worth_of(fold(body[at : at + SCANNED_CHARS_MAX]), stems) + (bonus if is_near else 0.0)

    start = max(steps, key=worth)
    while 0 < start < len(body) and not body[start - 1].isspace():
        start += 1
    return start, len(_whole_words(body, min(len(body), start + SCANNED_CHARS_MAX)))


def _telling(body: str, start: int, stop: int, without: Set[str]) -> Iterator[tuple[int, int]]:
    """The sentences that say something: no fences of code, no repeated lines."""
    words_told: set[str] = set()
    for first, last in sentences(body[start:stop]):
        line = body[start + first : start + last].strip()
        if line in words_told or line.startswith(_FENCES) or not any(map(str.isalnum, line)):
            continue
        if without and same_words(line) in without:
            continue
        words_told.add(line)
        yield start + first, start + last


def _choose(
    spans: list[tuple[int, int]],
    matches: list[float],
    best: int,
    *,
    leads: Set[int],
    code: Set[int],
    tokens_max: int,
) -> list[int]:
    """The best sentence, the next best ones, then their neighbours: the sentence behind one first, then that before.

    A line that only introduces the next ("Steps:", a heading) comes with it or not at all. Single lines of code explain
    nothing, so they are left out unless one is the best; the first sentence says what they are for.
    """
    ranked = sorted(range(len(spans)), key=lambda at: (-matches[at], at))
    hits = [at for at in ranked if matches[at] > HIT_PART * matches[best] and at not in leads | code] or [best]
    if best not in hits:
        hits.insert(0, best)
    led_to = [best + 1] if best in leads and best + 1 < len(spans) and best + 1 not in code else []
    beside = [at for hit in hits[:3] for at in (hit + 1, hit - 1) if 0 <= at < len(spans) and at not in code]
    chosen: list[int] = []
    left = tokens_max - 2.0
    for at in dict.fromkeys([best, *led_to, *({0} - code if code else ()), *hits, *beside]):
        first, last = spans[at]
        tokens = (last - first) / CHARS_PER_TOKEN + 1
        if tokens <= left or at == best:
            chosen.append(at)
            left -= tokens
        if left < 8:
            break
    return [at for at in chosen if at == best or at not in leads or at + 1 in chosen]


def _inside(body: str, span: tuple[int, int], stems: Mapping[str, float], tokens_max: int) -> str:
    """As much as fits of a sentence that is too long: from its beginning, or from a little before the first match."""
    first, last = span
    folded = fold(body[first:last])  # May differ in length by some letters, which moves the start a little.
    first_at = min((at for stem in stems if (at := folded.find(stem)) >= 0), default=0)
    if first_at > tokens_max * CHARS_PER_TOKEN / 2:
        first += first_at - LEAD_CHARS
        while first < last and not body[first - 1].isspace():
            first += 1
    lead = "" if first == 0 else f"{GAP} "
    inside = clip(body[first:last].strip(), tokens_max - len(lead) - 2)
    if not inside:
        return ""
    return lead + inside + (f" {GAP}" if body[last:].strip() and not inside.endswith(GAP) else "")


def _joined(body: str, spans: list[tuple[int, int]], chosen: Collection[int]) -> str:
    parts: list[str] = []
    end = 0
    for at in sorted(chosen):
        first, last = spans[at]
        if body[end:first].strip():
            parts.append(f" {GAP} ")
        elif parts:
            parts.append(body[end:first])
        parts.append(body[first:last].strip())
        end = last
    if body[end:].strip():
        parts.append(f" {GAP}")
    return "".join(parts).strip()


def _whole_words(text: str, length: int) -> str:
    """The first `length` characters or fewer, without part of a word at the end."""
    while 0 < length < len(text) and not _is_break(text, length):
        length -= 1
    return text[:length].rstrip()


def _is_break(text: str, at: int) -> bool:
    before, behind = text[at - 1], text[at]
    if unicodedata.combining(behind) or before in _JOINERS or behind in _JOINERS:
        return False
    return not (before.isalnum() and behind.isalnum()) or before > "\u2e80"  # Scripts without blanks.
