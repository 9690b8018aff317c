"""What a summary tells of its parts besides its text."""

from collections.abc import Sequence
from typing import Any

from graph.values.items import IntakeRule, Message, Summary
from graph.values.speaker_clock import offset_of


def told_of(parts: Sequence[Message | Summary], rule: IntakeRule) -> dict[str, Any]:
    """The fields of a summary of these messages and summaries, one at least, that follow from them. Pure."""
    last_at = max(part.last_at if isinstance(part, Summary) else part.sent_at for part in parts)
    return {
        "first_at": min(part.first_at if isinstance(part, Summary) else part.sent_at for part in parts),
        "last_at": last_at,
        "offset_minutes": offset_of(last_at),
        "first_position": min(part.first_position if isinstance(part, Summary) else part.position for part in parts),
        "last_position": max(part.last_position if isinstance(part, Summary) else part.position for part in parts),
        "message_count": sum(part.message_count if isinstance(part, Summary) else 1 for part in parts),
        "participants": rule.participants(parts),
    }
