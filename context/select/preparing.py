"""Makes from scored candidates what selection needs: their order, the links between them, and their rows."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import cast

from context.gather.gathering import heirs
from context.gather.question import Question
from context.gather.received import Received
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.history_cover import cover
from context.select.section import Material, Section
from context.wording.item_lines import in_story
from graph.index.entries import Entry
from graph.index.space_index import SpaceIndex
from graph.store.verbs import FACT, MESSAGE, SUMMARY, Edge, Kind, Store
from graph.text.analysis import name_key, words_in
from graph.text.courtesies import only_asks, says_nothing
from graph.text.identification import readers_of, told
from graph.text.patterns import first_match
from graph.values.items import GENERIC_SENDERS, FactStatus, Item, Message, Role
from graph.values.masked import masked
from languages.folding import fold, words
from languages.language import Language
from languages.registry import NEUTRAL

REACH = 2
"""An answer is seldom further behind: whoever asks may add a line."""


def answers(index: SpaceIndex, ranked: Iterable[Scored]) -> dict[str, Entry]:
    """For each line that ends with a question mark, the next line of somebody else, which may answer it.

    Replies of an assistant without a name are left out: a question to it says by itself what was wanted.
    """
    asked = [one.entry for one in ranked if one.entry.label is MESSAGE and one.entry.asks]
    around = index.around([entry.id for entry in asked], REACH)
    entries = index.entries(around.ids)
    answer_of: dict[str, Entry] = {}
    for entry, places in zip(asked, around.places[:, 1::2].tolist(), strict=True):
        behind = [line for place in places if place >= 0 and (line := entries.get(around.ids[place])) is not None]
        answer = next((line for line in behind if line.sender != entry.sender), None)
        if answer is not None and not (answer.kind == Role.ASSISTANT and name_key(answer.sender) in GENERIC_SENDERS):
            answer_of[entry.id] = answer
    return answer_of


def accompanied(ranked: Iterable[Scored], companions: Mapping[str, Sequence[Entry]]) -> list[Scored]:
    """The candidates with the lines that come with an item right behind it, unless they rank higher. Pure.

    Such a line gets at least the score of its item.
    """
    own = {one.id: one for one in ranked}
    placed: dict[str, Scored] = {}
    for one in own.values():
        placed.setdefault(one.id, one)
        for line in companions.get(one.id, ()):
            of_line = own.get(line.id) or one._replace(id=line.id, entry=line, names=(), row=(), named_by=None)
            score, direct = max(of_line.score, one.score), max(of_line.direct, one.direct)
            placed.setdefault(line.id, of_line._replace(score=score, direct=direct))
    return [*placed.values()]


STRETCHES = 5
"""Three to six did equally well; more brought in lines that have nothing to do with the question."""


def through_time(ranked: Sequence[Scored], visible: Set[str]) -> list[Scored]:
    """The best line of each stretch of time before the second best of any; everything else keeps its place. Pure.

    All stretches are equally long, from the first line found to the last.
    """
    places = [place for place, one in enumerate(ranked) if one.entry.label is MESSAGE and one.id not in visible]
    lines = [ranked[place] for place in places]
    first = min((one.entry.at_ms for one in lines), default=0)
    length = max((one.entry.at_ms for one in lines), default=0) - first + 1
    taken: Counter[int] = Counter()
    turns: list[int] = []
    for one in lines:
        stretch = (one.entry.at_ms - first) * STRETCHES // length
        turns.append(taken[stretch])
        taken[stretch] += 1
    ordered = list(ranked)
    for place, at in zip(places, sorted(range(len(lines)), key=lambda at: turns[at]), strict=True):
        ordered[place] = lines[at]
    return ordered


TOLD_CHARS = 2000
"""How much is read to tell the language: function words and letters decide within a few lines."""

NEWEST_PER_SHOWN = 8
"""Messages that are read for each interaction: a story may answer one line with several."""

AGAINST_MAX = 3
"""How many facts that contradict a fact are shown with it."""


def prepare(
    index: SpaceIndex,
    received: Received,
    question: Question,
    ranked: Sequence[Scored],
    edges: Collection[Edge],
    sections: Sequence[Section],
    policy: BlockPolicy,
) -> Material:
    """The material without rows. No store reads."""
    request, visible = received.request, received.visible.ids
    best = best_line(ranked, visible)
    least = policy.least(best)
    lines = lines_tokens(ranked, visible, max(least, policy.told_part * best), policy)
    chosen = in_order(ranked, least)
    whole = request.budget_tokens
    budget = policy.block_tokens(whole, request.prompt_tokens)
    newest = index.newest_messages(request.chat, NEWEST_PER_SHOWN * policy.interactions_shown)
    chats = {one.entry.chat for one in ranked if one.entry.label is MESSAGE}
    sources: dict[str, list[str]] = defaultdict(list)
    stated: dict[str, list[str]] = defaultdict(list)
    covers: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        if edge.kind is Kind.STATED_IN:
            sources[edge.source].append(edge.target)
            stated[edge.target].append(edge.source)
        elif edge.kind is Kind.COVERS and (edge.properties.get("dossier") or not edge.properties.get("brief")):
            covers[edge.source].append(edge.target)
    material = Material(
        policy=policy,
        question=question,
        budget_tokens=budget,
        # If nothing is visible and all lines are of one chat, its name is not repeated on each date.
        chat=chats.pop() if len(chats) == 1 and not visible else request.chat,
        asked=received.asked,
        visible=visible,
        history_count=index.message_count() - len(visible),
        forest=index,
        cover=cover(index, visible, policy.recent_lines_max),
        tokens_max={
            each.name: each.tokens_max(whole, lines, policy.small_block_tokens, is_of_all=question.wants_whole_talk)
            for each in sections
        },
        ranked=through_time(chosen, visible) if question.wants_order else chosen,
        scored={one.id: one for one in ranked},
        best_line=best,
        sources=sources,
        stated=stated,
        covers=covers,
        heirs=heirs(edges),
        newest=tuple(index.entries(newest).values()),
    )
    first: dict[str, Sequence[str]] = {}
    material = replace(material, first=first)
    for section in sections:
        first[section.name] = section.first(material, material.tokens_max[section.name])
    return replace(material, last={each.name: each.last(material, material.tokens_max[each.name]) for each in sections})


def with_rows(store: Store, index: SpaceIndex, material: Material) -> Material:
    """The material with the rows that may be shown, their language, and the lines that come with them.

    Two reads at most: one for what contradicts disputed facts, one for rows.
    """
    wanted = _wanted(index, material)
    likely = set(wanted)
    replies = answers(index, [one for one in material.ranked if one.id in likely])
    disputed = [id for id in likely if (one := material.scored.get(id)) and one.entry.status == FactStatus.DISPUTED]
    against: dict[str, list[str]] = defaultdict(list)
    contradictions = store.edges(index.space, sorted(disputed), [Kind.CONTRADICTS], AGAINST_MAX) if disputed else ()
    for edge in contradictions:
        against[edge.source].append(edge.target)
        against[edge.target].append(edge.source)
    # Facts that may stand in for a line are read with it, wherever they rank.
    stated = [id for line in wanted for id in material.stated.get(line, ()) if id in material.scored]
    others = [id for ids in against.values() for id in ids] + [entry.id for entry in material.newest]
    others += [line.id for line in replies.values()]
    spoken = {message for id in (*wanted, *stated, *others) for message in material.sources.get(id, ())}
    material = replace(material, against=against, spoken=index.entries(sorted(spoken)), names=_names(index, material))
    # A fact that rules only quoted is shown as the line in which it was said last.
    quoted = [line for id in (*wanted, *stated) if (line := material.said_last(id)) is not None]
    rows = cast(dict[str, Item], index.items(store, list(dict.fromkeys([*wanted, *stated, *others, *quoted]))))
    if material.policy.redact:
        rows = {id: _redacted(row, material) for id, row in rows.items()}
    phrases = _language(material.question, rows.values()).phrases
    if material.policy.interactions_shown:
        rows = {id: in_story(row, phrases) for id, row in rows.items()}
    material = replace(material, rows=rows, phrases=phrases)
    bodies = {id: row.body for id, row in rows.items() if isinstance(row, Message)}
    asking = {id: line for id, line in replies.items() if id in bodies and only_asks(bodies[id], material.names)}
    # An answer that says nothing by itself is short and comes with its question. Others come in by their words.
    companions: dict[str, Sequence[Entry]] = {
        id: [line] for id, line in asking.items() if line.id in bodies and says_nothing(bodies[line.id], material.names)
    }
    ranked = accompanied(material.ranked, companions)
    vector = material.question.vector
    return replace(
        material,
        alike=_alike(row for id, row in rows.items() if isinstance(row, Message) and id not in material.visible),
        nearest={} if vector is None else index.nearest_passages([*bodies], vector),
        companions=companions,
        answered_by={id: line.id for id, line in asking.items() if id not in companions},
        ranked=ranked,
        scored={**material.scored, **{one.id: one for one in ranked}},
    )


def _alike(rows: Iterable[Message]) -> dict[str, Sequence[str]]:
    """For each line of a tool, all lines of the tool with the same words besides those with numbers; of which one is
    shown, with their count.
    """
    ids: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        if row.role is Role.TOOL:
            said = (word for word in words_in(row.body) if not any(map(str.isdigit, word)))
            ids[row.sender, fold(" ".join(said))].append(row.id)
    return {id: group for group in ids.values() if len(group) > 1 for id in group}


def _redacted(row: Item, material: Material) -> Item:
    """The row without secrets, unless it is a line that asks to remember one and is likely the answer."""
    if (shown := masked(row)) is row:
        return row
    one = material.scored.get(row.id)
    is_answer = one is not None and one.direct > 0 and one.direct >= material.policy.answer_part * material.best_line
    if (
        is_answer
        and isinstance(row, Message)
        and row.role is Role.USER
        and first_match(readers_of(row.body), lambda each: each.net.asked, fold(row.body))
    ):
        return row
    return shown


def _language(question: Question, rows: Iterable[Item]) -> Language:
    """The language of the question and the visible lines before it; if that is unclear, of the newest lines read."""
    talk = f"{question.before}\n{question.text}"[-TOLD_CHARS:]
    if (asked := told(talk)) is not None:
        return asked
    lines = sorted((row.position, row.id, row.body) for row in rows if isinstance(row, Message))
    return told("\n".join(body for _, _, body in lines)[-TOLD_CHARS:]) or NEUTRAL


def _names(index: SpaceIndex, material: Material) -> frozenset[str]:
    """The folded words of all names of the lines' speakers and of the entities that the question names."""
    speakers = {one.entry.sender for one in material.ranked if one.entry.label is MESSAGE}
    entities = {*material.question.named, *(entity for name in speakers for entity in index.entities_named(name))}
    called = (name for entity in entities for name in index.names_of(entity))
    return frozenset(words(" ".join((*speakers, *called))))


def _wanted(index: SpaceIndex, material: Material) -> list[str]:
    """What may be shown: about twice as much as there is room for, since some will say the same."""
    policy = material.policy
    wanted = dict.fromkeys(id for ids in material.first.values() for id in ids)
    entries = [entry for entry in index.entries([*wanted]).values() if entry.label is not SUMMARY]
    left, rows_max = 2 * material.budget_tokens, len(wanted) - len(entries) + policy.rows_max
    left -= sum(min(entry.tokens, policy.recent_tokens_max) + policy.line_tokens for entry in entries)
    for one in material.ranked:
        if left <= 0 or len(wanted) >= rows_max:
            break
        is_strong = one.direct >= policy.excerpt_floor if one.entry.label is MESSAGE else one.score >= policy.floor
        if is_strong and one.id not in wanted and one.id not in material.visible:
            wanted[one.id] = None
            left -= min(one.entry.tokens, policy.excerpt_tokens_max) + policy.line_tokens
    more = 10 + max(0, left) // (2 * policy.line_tokens)
    for ids in material.last.values():
        wanted |= dict.fromkeys([id for id in ids if id not in wanted][:more])
    return list(wanted)


def best_line(ranked: Sequence[Scored], visible: Set[str]) -> float:
    """The best `direct` score of an older line; facts do not count, since they are short and say names."""
    lines = (one.direct for one in ranked if one.entry.label is MESSAGE and one.id not in visible)
    return max(lines, default=0.0)


def lines_tokens(ranked: Sequence[Scored], visible: Set[str], least: float, policy: BlockPolicy) -> int:
    """About how many tokens all older lines with a `direct` score of at least `least` would take. Pure."""
    lines = (one for one in ranked if one.entry.label is MESSAGE and one.direct >= least)
    return sum(
        min(one.entry.tokens, policy.excerpt_tokens_max) + policy.line_tokens for one in lines if one.id not in visible
    )


def in_order(ranked: Sequence[Scored], least: float) -> list[Scored]:
    """The order in which items are chosen: by score. Facts with a `direct` score below `least`, which are only about
    somebody named, come behind all others. Pure.
    """
    return sorted(ranked, key=lambda one: (one.entry.label is FACT and one.direct < least, -one.score))
