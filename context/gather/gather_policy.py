"""How far a turn looks for candidates: each limit with its reason."""

from dataclasses import dataclass

from graph.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherPolicy:
    """The defaults fit a chat with a person and a block of 500 to 4,000 tokens."""

    # What the block is asked for.
    query_chars_max: int = 4000  # A pasted document is not a question; its two ends tell what it is about.
    before_lines: int = 3  # "And her brother?" means nothing without the lines before it.
    before_chars_max: int = 160  # Of each; its end holds what the next line answers.
    before_weight: float = 0.35  # These lines are not what is asked now.

    # How far to look.
    hits_max: int = 64  # Per index; a block of 4,096 tokens holds about 60 items, and recall was no better at 120.
    known_hits_max: int = 32  # Items other than messages; with one limit for both, they pushed each other out.
    before_hits_max: int = 16
    weighty_facts_max: int = 24  # The facts that matter most, for a question that names nothing.
    weighty_worth: float = 0.3  # What they score by words: less than a fact with two words of a question has.
    timely_hits_max: int = 32  # Lines of a time that is asked for, with words of the question.
    timely_others_max: int = 16  # Other lines of that time; "what did we do on the 3rd?" finds nothing else.
    seed_hits_max: int = 4  # Best hits that the walk starts from besides the entities named; more blurred it.
    seed_entities_max: int = 8  # A line naming more than eight is a list.
    edge_cap: int = 12  # Per node, direction and kind: an entity said in each message must not pull in all of them.
    second_hop_max: int = 12  # Nodes of the first hop whose own edges are read.
    reached_max: int = 16  # Candidates that only the walk found.
    around_messages_max: int = 48  # Best message hits whose neighbouring lines become candidates.
    around_reach: int = 2  # So many lines before such a hit, and as many behind.
    noted_lines_max: int = 64  # The first of these lines, whose facts are candidates too; more found nothing.

    gathers_moments: bool = False  # Whether every significant memory is a candidate, whatever words it has.

    # Personalised PageRank.
    walk_damping: float = 0.85  # The usual value: walks end after about seven steps, most within three.
    walk_rounds: int = 20  # Within 0.5 % of converged on neighbourhoods of this size.

    # What a line borrows from the lines around it.
    around_fades: tuple[float, ...] = (1.0, 0.8, 0.6, 0.4)  # How much a word counts one, two, … lines away.
    around_tokens: int = 50  # A line twice as long as this needs its surroundings half as much.

    def __post_init__(self) -> None:
        if not 0.0 < self.walk_damping < 1.0:
            raise BadInput(f"walk_damping {self.walk_damping} is outside 0..1")
