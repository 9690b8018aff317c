"""One pass over an export: its chats are planned, compressed one after the other, and written at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from archivists.models.paid_replies import Teller
from archivists.transcripts.archive import Archive
from archivists.transcripts.chunks import TextCompare
from archivists.transcripts.compressing import ChatPass, PassProgress, Writers
from archivists.transcripts.export_files import ChatPlace, Export, write_export
from archivists.transcripts.planning import ChatPlan, TranscriptPolicy, name_of, plan_chat, restored
from graph.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportPlan:
    """What there is to do in an export, and how."""

    export: Export
    chats: tuple[ChatPlan, ...]
    archive: Archive
    policy: TranscriptPolicy
    primer: str

    @property
    def memories(self) -> int:
        """How many memories are written, new ones and those of earlier passes."""
        return sum(each.new + each.rewritten for each in self.chats)


def plan_export(
    export: Export,
    archive: Archive,
    policy: TranscriptPolicy,
    *,
    primer: str,
    chats: Sequence[str] = (),
    compare: TextCompare | None = None,
) -> ExportPlan:
    """What there is to do in these chats, by ids or titles, or in all of them. Raises BadInput for an unknown one."""
    plans = [plan_chat(export.text(chat), chat, archive, policy, compare) for chat in chosen_chats(export, chats)]
    found = tuple(plan for plan in plans if plan is not None)
    return ExportPlan(export=export, chats=found, archive=archive, policy=policy, primer=primer)


def compress_export(
    plan: ExportPlan,
    target: Path,
    teller: Teller,
    writers_of: Callable[[ChatPlace], Writers],
    *,
    told: Callable[[PassProgress], None] = lambda progress: None,
) -> list[str]:
    """Write the whole export with memories to `target`; returns notes on what somebody may want to look at.

    Replies that a stopped run has got are not paid for again.

    Raises what ChatPass.run and write_export raise, and BadInput when another run writes to the archive or the target
    is there already; `told` may raise to end the run.
    """
    before = PassProgress()
    notes: list[str] = []
    changed: dict[ChatPlace, str] = {}
    with plan.archive.locked():
        if target.exists():
            raise BadInput(f"{target} is there already; expected a new name")
        for each in plan.chats:
            one = ChatPass(
                each,
                plan.archive,
                teller,
                writers_of(each.chat),
                policy=plan.policy,
                primer=plan.primer,
                told=lambda progress, before=before: told(before.added(progress)),  # type: ignore[misc]
            )
            changed[each.chat] = one.run()
            notes += one.notes
            before = before.added(one.progress)
        write_export(plan.export, target, changed)
        plan.archive.forget_replies()
    return notes


def restore_export(export: Export, target: Path, archive: Archive, *, chats: Sequence[str] = ()) -> int:
    """Write the export with the original messages to `target`; returns how many chats were restored.

    Raises BadInput when the archive lacks some of the messages, or no chat was ever compressed.
    """
    found = {chat: restored(export.text(chat), chat, archive) for chat in chosen_chats(export, chats)}
    changed = {chat: messages for chat, messages in found.items() if messages is not None}
    if not changed:
        raise BadInput(f"{export.path} has no memories; expected an export that was compressed")
    write_export(export, target, changed)
    return len(changed)


def chosen_chats(export: Export, names: Sequence[str]) -> list[ChatPlace]:
    """The chats of these ids or titles, or all. Raises BadInput for an unknown name."""
    for name in names:
        if not any(name in (chat.id, chat.title) for chat in export.chats):
            known = ", ".join(f"{name_of(chat)} ({chat.id})" for chat in export.chats[:10])
            raise BadInput(f"there is no chat {name}; expected an id or a title of: {known or 'no chats at all'}")
    return [chat for chat in export.chats if not names or chat.id in names or chat.title in names]
