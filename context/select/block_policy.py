"""What may be shown in a block, and how long it may be: each limit with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPolicy:
    """The defaults fit a chat with a person and a block of 500 to 4,000 tokens."""

    # What may be shown.
    floor: float = 0.17  # The score of any new fact; without a link to the question it must also be important.
    brief_floor: float = 0.15  # The relevance of an entity that the question names, or of one as near to it.
    excerpt_floor: float = 0.05  # Text, vector and neighbours of an older line; nothing else about it counts.
    excerpt_part: float = 0.2  # Of the best line's, so that a question with a clear answer brings up no chatter.
    told_part: float = 0.35  # The same if a shown summary tells of the message: then only what stands out is quoted.
    dossier_floor: float = 0.25  # Entities named in the question or near it get a dossier, others a brief.
    dossiers_max: int = 3
    briefs_max: int = 8
    repeat_score: float = 0.9  # A direct answer may be said again: a summary has no exact date and no speaker.
    told_importance: int = (
        7  # Who somebody is, where they live and work: stated as what holds now, beside the line of its day.
    )
    contained: float = 0.85  # A shown text with this part of an item's words has said it.
    near_misses_max: int = 20
    visible_misses_max: int = 5

    interactions_kept: int = 15  # Docs: games. In the state; the log of messages holds all of them.
    interactions_shown: int = 0  # The last ones of the chat: lines of the player, each with the answers to it.

    # With these parts, the budget is that of a whole prompt, and the block gets the rest.
    prompt_part: float = 0.0  # The caller's own prompt, unless the request says how long that is.
    reply_part: float = 0.0  # Kept free for the reply, however long the prompt is.

    redact: bool = True  # Secrets are shown only if the user asked to remember them, and now asks for them.

    # Lengths, in tokens.
    small_block_tokens: int = 1024  # In such a block entities get half their shares if lines need it.
    excerpt_tokens_max: int = 80  # About four sentences: what matched in a long reply, and what stands around it.
    answer_tokens_max: int = 160  # The same for a message that is likely to be the answer.
    event_tokens_max: int = 32  # One sentence: in a course of events, more of them tell more than whole ones.
    answer_part: float = 0.7  # Such a message matches at least this part as well as the best one.
    recent_tokens_max: int = 160  # The start of a long line is enough to follow the talk.
    ongoing_hours: float = 6.0  # Newer lines belong to the talk that the question is a part of, as at intake.
    recent_lines_max: int = 120  # More do not fit a block of 4,000 tokens.
    line_tokens: int = 8  # What a bullet, a name and a line end add to stored token counts in estimates.
    rows_max: int = 160  # Rows read for one block: 300 rows cost 20 ms on a Neo4j server.

    def block_tokens(self, budget_tokens: int, prompt_tokens: int | None) -> int:
        """What is left of a budget for the block after the reply and, if it counts, the caller's own prompt."""
        prompt = int(self.prompt_part * budget_tokens)
        if self.prompt_part and prompt_tokens is not None:
            prompt = prompt_tokens
        return max(0, budget_tokens - prompt - int(self.reply_part * budget_tokens))

    def least(self, best_line: float) -> float:
        """The least `direct` score of a shown line or fact, if the best older line has `best_line`."""
        return max(self.excerpt_floor, self.excerpt_part * best_line)
