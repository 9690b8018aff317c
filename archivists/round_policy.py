"""Every limit of a round in one place, each with its reason."""

from dataclasses import dataclass

from graph.values.items import Space


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPolicy:
    """When a round is due, how much it looks at and how much it may write.

    A space may have other numbers within their bounds (graph.values.sizes).
    """

    # When, and how much at once.
    round_messages: int = 10  # The design's pace: often enough for the next turn, rarely enough to be worth a round.
    window_messages_max: int = 50  # What the character profile summarises at once; a backlog is read in such windows.
    reads_imports: bool = False  # Imported messages are old: they are read when somebody asks, never by surprise.
    context_messages: int = 10  # Earlier messages tell who "he" is.
    silent_conversations_max: int = 20  # Completed in one round, which holds the lease for a second; 0 completes none.
    closes_silent: bool = False  # Whether silence completes conversations at once instead of in a round.
    lease_seconds: float = (
        120.0  # A hundred times what rules need for a window; after a crash the space is soon free again.
    )

    redact: bool = True  # Keys, passwords, PINs and card numbers are hidden from rules and from models.

    # Summaries.
    chunk_messages: int = 10  # About as many as one summary of level 1 holds.
    tail_messages: int = 10  # The newest messages of an active conversation are shown as they are.
    loose_messages_max: int = 200  # Read of one conversation in one round; a longer backlog takes several.
    is_told_as_one: bool = False  # Whether a running conversation has at most one summary, which the next one includes.
    tops_max: int = 8  # More summaries of one level than this are combined: growth is logarithmic.
    shared_tops_max: int = 400  # Roots of other conversations looked at when one closes; 300 rows cost 20 ms.
    summary_tokens_max: int = 150  # Docs: lengths.
    summary_sentences_max: int = 3  # Three sentences of ten messages say what it was about; four repeat it.
    sentence_words_max: int = 40  # Longer sentences are lists or run-ons, and are cut.

    # Reflections, of the participants that a space names.
    reflection_conversations: int = 10  # Docs: characters. This many told conversations make the next one.
    reflection_tokens_max: int = 300  # As long as a dossier: it covers a whole life and is in every prompt.

    # Entities.
    mentions_min: int = 2  # For a name that occurs only where any word would be capitalised.
    entities_max: int = 24  # New ones in one round; a window with more names is a list.

    # Facts.
    fact_words_max: int = 40  # About one sentence.
    known_facts_per_message: int = 3  # Stored facts nearest to a message, for novelty.
    near_min: float = 0.5  # Five spreads above the background of the embedder.

    # Significant memories, in profiles whose archivists keep them.
    memories_max: int = 50  # Docs: games. Above it memories are merged; a block shows about that many.
    unused_days: int = 0  # Memories that no block showed for so long are dropped; 0: none are.

    # What verdicts teach.
    learn_hours: float = 24.0  # Between two attempts; each reads some hundred blocks. 0: never.

    # With a model.
    calls_apart: bool = False  # Docs: characters. Whether a model only tells conversations, each in its own call.
    leaves_old: bool = False  # Whether finished conversations that a process finds unread wait for somebody to ask.
    unasked_days_max: float = 7.0  # Older messages wait to be asked for; an outage over a holiday is caught up.
    calls_per_message: float = (
        0.30  # Docs: the target. Each message earns this much; *link* and *write* need a whole call.
    )
    read_before_max: int = 6  # Messages of earlier windows in a prompt; ten cost 83 tokens a message.
    read_before_over_max: int = 2  # The same for messages of a conversation that is over: notes tell the rest.
    link_claims_max: int = 16  # Claims that a model judges in one answer; more wait for the next one.
    link_claims_min: int = 8  # Fewer wait, too, unless calls are left over: a question for two costs as much.
    link_names_max: int = 4  # Pairs of names in the same answer.
    link_shown_max: int = 20  # Shown items in the same answer; words judge the older ones.
    write_messages_min: int = 4  # This many messages earn a call; rules quote a shorter conversation.
    write_texts_max: int = 8  # Texts of one call: more would not fit into one answer.
    rewrite_facts_min: int = 4  # A brief of fewer facts says no more than they do.
    rewrite_new_facts_min: int = 6  # New facts before a model's text is rewritten; until then they stand beside it.
    stale_max: int = 16  # Stale texts written anew in one round, the oldest first; the others wait.

    # Briefs and dossiers.
    brief_tokens_max: int = 60  # Docs: lengths; about two sentences.
    dossier_tokens_max: int = 300  # Docs: lengths; due when an entity's facts are longer than that.

    # Key info and conversations.
    key_info_tokens_max: int = 200  # Docs: lengths.
    topics_max: int = 5
    title_words_max: int = 7
    titles_ask: bool = False  # Whether conversations are research: titles say what was asked, summaries what was found.


def calls_left(space: Space, messages: int, policy: RoundPolicy) -> float:
    """How many model calls a round that reads this many messages may make: the same number in each try."""
    return space.calls_left + messages * policy.calls_per_message
