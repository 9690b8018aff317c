"""A round: claim the space, read a window, let the archivists propose, and write it all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from archivists.models.asking import Asker
from archivists.models.governor import Refused
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import has_work
from archivists.rounds.model_questions import ModelQuestions
from archivists.rounds.proposing import ARCHIVISTS, AnyArchivist, propose
from archivists.window.unread import next_stretch
from archivists.window.window import redacted
from archivists.window.window_reading import read_window
from graph.changing.apply import RoundMark, apply_changes
from graph.errors import BadAnswer, LeaseLost, StoreUnavailable, TooLarge
from graph.knowledge import KnowledgeGraph
from graph.upkeep.leases import ATTEMPTS_MAX, claim, cut_short, give_up, put_off, release
from graph.values.items import Space


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """What one round has done."""

    space: str
    messages: int  # read for the first time
    rounded_to: str
    changes: dict[str, int]  # those that had an effect, by name, such as NewFact
    linked: int = 0  # facts of earlier rounds that a model has judged
    lost: tuple[str, ...] = ()  # what of a model's answers was not kept, each with the reason

    @property
    def is_any(self) -> bool:
        """Whether anything was done. If not, another round would do nothing either."""
        return bool(self.messages or self.changes or self.linked)


def run_round(
    knowledge: KnowledgeGraph,
    space: str,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    archivists: Sequence[AnyArchivist] = ARCHIVISTS,
    asker: Asker | None = None,
) -> RoundReport | None:
    """Consolidate one window of the space; None if another worker holds the lease, or takes it over meanwhile.

    Unread messages are read whether a round is due or not. If there is nothing to do, nothing is written. An error is
    noted on the space with the time of the next try, and raised. If the store is unavailable, the lease runs out.
    Whoever passes an asker renews the lease while models are asked (`graph.upkeep.leases.renew`).

    Models are asked few questions, each once; rules do the rest. If a model may not be asked now, the round is put off:
    the space notes until when, and None is returned. Answers so far are kept, and not asked for again.
    """
    stored = knowledge.space(space)
    if not has_work(knowledge, stored, now=now, policy=policy, asker=asker):
        return RoundReport(space=space, messages=0, rounded_to=stored.rounded_to, changes={})
    stretch = next_stretch(knowledge, stored, policy)
    claimed = claim(knowledge, space, owner=owner, now=now, seconds=policy.lease_seconds, stretch=stretch)
    if claimed is None:
        return None
    try:
        done = _consolidate(knowledge, claimed, owner=owner, now=now, policy=policy, archivists=archivists, asker=asker)
        if isinstance(done, Refused):
            put_off(knowledge, space, owner=owner, reason=done.reason, until=done.until)
            return None
    except LeaseLost:
        return None
    except StoreUnavailable:
        raise
    except Exception as error:
        give_up(knowledge, space, owner=owner, error=str(error), now=now)
        raise
    except BaseException:
        # The program is being stopped: nothing has failed.
        release(knowledge, space, owner=owner)
        raise
    return done


def _consolidate(
    knowledge: KnowledgeGraph,
    space: Space,
    *,
    owner: str,
    now: datetime,
    policy: RoundPolicy,
    archivists: Sequence[AnyArchivist],
    asker: Asker | None,
) -> RoundReport | Refused:
    """Read, decide and write one round under its lease.

    A window is halved as often as it is too large for a model, and once after a useless answer. If there is still no
    answer then, if no model takes even one message, or in the last try before the space would be set aside, the net
    alone reads the window.
    """
    asked = asker.models.keys() if asker else frozenset()
    is_last_try, paid = space.attempts >= ATTEMPTS_MAX - 1, tuple[str, ...]()
    while True:
        questions = (
            ModelQuestions(asker, space, asked_by=owner, now=now, policy=policy, is_last_try=is_last_try, paid=paid)
            if asker
            else None
        )
        window = read_window(knowledge, space, now=now, policy=policy, asked=asked)
        window = redacted(window) if policy.redact else window
        try:
            proposal = propose(window, policy, questions, archivists)
            break
        except (TooLarge, BadAnswer) as error:
            if isinstance(error, BadAnswer):
                is_last_try, paid = True, questions.calls if questions else ()
            if len(window.messages) > 1:
                last = window.messages[len(window.messages) // 2 - 1]
                space = cut_short(knowledge, space.name, owner=owner, read_to=last.id)
            elif isinstance(error, TooLarge):
                asker = None  # No model takes even one message: the net alone reads it.
    if isinstance(proposal, Refused):
        return proposal
    earned = len(window.messages) * policy.calls_per_message if asker and asker.models else 0.0
    mark = RoundMark(
        owner=owner,
        rounded_to=window.read_to,
        calls=questions.calls if questions else (),
        released=tuple(each.conversation.id for each in window.conversations if each.is_released),
        calls_earned=earned,
        unlinked=proposal.unlinked,
        learned_at=window.learns_at,
    )
    applied = apply_changes(knowledge, space.name, proposal.changes, now=now, mark=mark)
    return RoundReport(
        space=space.name,
        messages=len(window.messages),
        rounded_to=window.read_to,
        changes=dict(applied.counts),
        linked=sum(not unlinked for unlinked in proposal.unlinked.values()),
        lost=(*(questions.failures if questions else ()), *proposal.lost),
    )
