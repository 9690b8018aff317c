"""Every weight and limit of a turn in one place, each with its reason.

The weights of the question's own terms were chosen on four sets at once (people's chats, chats with an assistant,
proactive recall, Turkish passages), with an embedder and without, and what holds on sets that were left out is in
docs/benchmarks/retrieval.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from graph.errors import BadInput
from graph.store.verbs import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each named term of a score is worth; all terms but usefulness and importance run from 0 to 1."""

    text: float = 1.0  # Shared words are the surest sign; every other weight is set against this one.
    vector: float = 0.6  # Below text: on human chat words beat MiniLM, on assistant chat the reverse.
    graph: float = 0.15  # Of what is known, not of lines: near what was asked about, it helps a match.
    around: float = 0.65  # Words of the question that a line lacks and its neighbours have: an answer repeats few.
    asked: float = 0.25  # The line before asks much the same, so that this one answers it.
    beside: float = 0.2  # The same by meaning, right before and behind.
    named: float = 0.15  # "What did Sibbi say": his lines and what is known about him come before the others'.
    time: float = 0.2  # "What did I plan last week?": said then, or near it; 0 where no time is spoken of.
    importance: float = 0.15  # -1..1 around the middle of its scale, so that an unjudged item gains nothing.
    salience: float = 0.05  # As above; feeling colours a memory and seldom answers a question.
    usefulness: float = 0.2  # -1..1; verdicts are evidence, but of other turns.
    recency: float = 0.01  # Of equal matches the newest comes first; more buries the answers that are months old.
    shown: float = 0.08  # Bounded: below one rare word in common, so that a block drifts and never sticks.
    role: float = 0.25  # -1 for an assistant without a name: its replies are long, and match everything.
    kind: float = 0.1  # A statement made to be known beats a line of talk with equal words.


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How much of the budget a part of the block may take, 0..1; what one leaves over, the later ones may use."""

    key_info: float = 0.15  # It is capped when written (200 tokens); this only guards small budgets.
    summaries: float = 0.15  # About two conversations of 150 tokens in a block of 2,048; more cost recall of evidence.
    recent: float = 0.15  # The last handful of lines; they also get whatever nothing else wanted.
    entities: float = 0.2  # One dossier of 300 tokens and some briefs.

    def __post_init__(self) -> None:
        for share in fields(self):
            if not 0.0 <= getattr(self, share.name) <= 1.0:
                raise BadInput(f"share {share.name} {getattr(self, share.name)} is outside 0..1")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPolicy:
    """How a block is made. The defaults fit a chat with a person and a block of 500 to 4,000 tokens."""

    weights: Weights = field(default_factory=Weights)
    shares: Shares = field(default_factory=Shares)

    # What the block is asked for.
    query_chars_max: int = 4000  # A pasted document is not a question; its two ends tell what it is about.
    before_lines: int = 3  # "And her brother?" means nothing without the lines before it,
    before_chars_max: int = 160  # of each; a line ends with what the next one answers,
    before_weight: float = 0.35  # which are still not what is asked now.

    # How far to look.
    hits_max: int = 64  # Per index; a block of 4,096 tokens holds about 60 items, and recall was no better at 120.
    known_hits_max: int = 32  # Of what is known, besides the messages: together they pushed lines out of each other's.
    before_hits_max: int = 16
    seed_hits_max: int = 4  # Best hits that the walk starts from besides the entities named; more blurred it.
    seed_entities_max: int = 8  # A line naming more than eight is a list.
    edge_cap: int = 12  # Per node, direction and kind: an entity said in each message must not pull in all of them.
    second_hop_max: int = 12  # Nodes of the first hop that are looked at in turn.
    reached_max: int = 16  # Candidates that only the walk found.
    around_messages_max: int = 48  # Best message hits around which lines become candidates,
    around_reach: int = 2  # so many before and as many behind.
    noted_lines_max: int = 64  # The first of those are asked for their facts as hits are; more of them told no more.
    rows_max: int = 160  # Rows read for one block: 300 rows cost 20 ms on a Neo4j server.

    # Personalised PageRank.
    walk_damping: float = 0.85  # The usual value: walks end after about seven steps, most within three.
    walk_rounds: int = 20  # Within 0.5 % of converged on neighbourhoods of this size.

    # How terms are scaled.
    half_age_days: float = 30.0  # An item a month old gets half the recency of one of today.
    useful_scale: float = 3.0  # Three verdicts on one side count three quarters as much as a hundred.
    around_fades: tuple[float, ...] = (1.0, 0.8, 0.6, 0.4)  # What a word counts one, two, … lines away.
    around_tokens: int = 50  # A line of twice as many needs its surroundings half as much.

    # What may be shown.
    ranked: frozenset[Label] = frozenset(Label)  # Kinds of items that come in by their score; fewer to compare systems.
    floor: float = 0.17  # What a fact has by being new and a fact; without any bond to the question it needs weight.
    brief_floor: float = 0.075  # Half of what an entity has that the question names.
    excerpt_floor: float = 0.05  # Text, vector and neighbours of an older line; it has no standing of its own.
    excerpt_part: float = 0.2  # Of the best one's, so that a question with a clear answer doesn't fill up with chatter.
    told_part: float = 0.35  # The same where a shown summary tells of the message: then only what stands out is quoted.
    dossier_floor: float = 0.25  # Entities named in the question or near it get a dossier, others a brief.
    dossiers_max: int = 3
    briefs_max: int = 8
    repeat_score: float = 0.9  # A direct answer may be said again: a summary has no exact date and no speaker.
    contained: float = 0.85  # The part of an item's words that one shown text must hold to have said it.
    near_misses_max: int = 20
    visible_misses_max: int = 5

    # Lengths, in tokens.
    small_block_tokens: int = 1024  # Of such a block summaries and entities get half their shares, if lines need it.
    summary_worth_tokens: int = 20  # A short line of talk; a summary of four times as much must tell as much more.
    excerpt_tokens_max: int = 80  # About four sentences: what matched in a long reply, and what stands around it.
    answer_tokens_max: int = 160  # The same for a message that matches
    answer_part: float = 0.7  # at least so well as a part of the best one's: where the answer is, there is the budget.
    recent_tokens_max: int = 160  # The start of a long line is enough to follow the talk.
    recent_lines_max: int = 40
    older_summaries_max: int = 24  # What room is left may hold; a block of 4,000 tokens has place for no more.
    line_tokens: int = 8  # What a bullet, a name and a line end add to stored token counts in estimates.

    def room(self, share: float, budget_tokens: int, asked_tokens: int) -> int:
        """What a share of a budget comes to, if what was asked for would take so much: all of it where both fit."""
        whole = share * budget_tokens
        least = whole * budget_tokens / (budget_tokens + self.small_block_tokens)
        return int(min(whole, max(least, budget_tokens - asked_tokens)))

    def least(self, best_line: float) -> float:
        """What an older line or a fact must have to do with the question itself, if the best line has so much."""
        return max(self.excerpt_floor, self.excerpt_part * best_line)

    def __post_init__(self) -> None:
        if not 0.0 < self.walk_damping < 1.0:
            raise BadInput(f"walk_damping {self.walk_damping} is outside 0..1")
