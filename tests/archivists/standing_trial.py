"""Tries the rows of `standing_table` as a user would: messages, rounds by rules, and a block about something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import item_of
from graph.values.items import KEY_INFO_ID, Conversation, Entity, Fact, KeyInfo, Role, Summary
from languages.folding import fold
from tests.archivists.standing_table import Row

START = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

SMALL_TALK = {
    "en": ("The bus was late again this morning.", "Which film should we watch on the weekend?"),
    "tr": ("Bu sabah otobüs yine gecikti.", "Hafta sonu hangi filmi izleyelim?"),
    "de": ("Der Bus kam heute Morgen wieder zu spät.", "Welchen Film sehen wir am Wochenende?"),
}
KEPT = {"en": "My name is Tove.", "tr": "Benim adım Tove.", "de": "Ich heiße Tove."}
"""Said before each revocation, which must not take it away."""

QUOTATIONS = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“]*“|`[^`]*`|<memory>.*?</memory>|^[ \t]*>.*$", re.DOTALL | re.MULTILINE
)


class Trial:
    """One space in memory, in which a user says something, and what is made of it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.at = START
        self.knowledge = KnowledgeGraph(open_store(":memory:"))
        self.knowledge.create_space("a", now=self.at)

    def say(self, *bodies: str) -> None:
        """The user says this, is answered each time, and a round is done."""
        for body in bodies:
            for role, text in ((Role.USER, body), (Role.ASSISTANT, "OK.")):
                self.at += timedelta(minutes=1)
                line = Line(role=role, body=text, sender="Nora" if role is Role.USER else "", sent_at=self.at)
                self.knowledge.append("a", [line], now=self.at)
        run_rounds(self.knowledge, "a", owner="me", now=self.at, policy=RoundPolicy())

    def end(self) -> None:
        """The conversation falls silent, so that it is summarised and gets a title."""
        self.at += timedelta(days=2)
        run_rounds(self.knowledge, "a", owner="me", now=self.at, policy=RoundPolicy())

    def key_info(self) -> Sequence[str]:
        """The lines that a block about something else tells to be known always."""
        [*found] = self.knowledge.get("a", [KEY_INFO_ID]).values()
        lines = found[0].lines if found and isinstance(found[0], KeyInfo) else ()
        question = Line(role=Role.USER, body=SMALL_TALK[self.language][1], sent_at=self.at + timedelta(minutes=5))
        turn = take_turn(
            self.knowledge, TurnRequest(space="a", lines=(question,), record=False, budget_tokens=512), now=self.at
        )
        return [line for line in lines if line.strip() in turn.block.body.replace("\n  ", "\n")]

    def made(self) -> Sequence[str]:
        """All texts that were made of what was said."""
        texts: list[str] = []
        for label, kind in (
            (Label.SUMMARY, Summary),
            (Label.ENTITY, Entity),
            (Label.FACT, Fact),
            (Label.KEY_INFO, KeyInfo),
            (Label.CONVERSATION, Conversation),
        ):
            for node in self.knowledge.store.find("a", label, limit=1000):
                item = item_of(node, kind)
                match item:
                    case Summary() | Fact():
                        texts.append(item.body)
                    case Entity():
                        texts += [item.name, *item.aliases, item.brief or "", item.dossier or ""]
                    case KeyInfo():
                        texts += item.lines
                    case Conversation():
                        texts += [item.title or "", *item.topics]
        return texts


def _holds(texts: Sequence[str], row: Row) -> bool:
    return any(fold(row.needle) in fold(text) for text in texts)


def is_known(row: Row) -> bool:
    """Whether a standing statement is in a block about something else."""
    trial = Trial(row.language)
    trial.say(SMALL_TALK[row.language][0], row.said)
    return _holds(trial.key_info(), row)


def is_taken(row: Row) -> bool:
    """Whether a trap becomes key info, or a secret stands in anything that is made of the message."""
    trial = Trial(row.language)
    trial.say(SMALL_TALK[row.language][0], row.said)
    if row.kind == "secret":
        trial.end()
        return _holds(trial.made(), row)
    return bool(trial.key_info())


def is_revoked(row: Row) -> bool:
    """Whether a line is there first and then gone, without the words that took it away, and another line stays."""
    trial = Trial(row.language)
    trial.say(KEPT[row.language], row.before)
    was = _holds(trial.key_info(), row)
    trial.say(row.said)
    lines = trial.key_info()
    is_gone = not _holds(lines, row)
    return was and is_gone and any("Tove" in line for line in lines)


def is_believed(row: Row) -> bool:
    """Whether somebody else's words are told as the user's: outside of quotation marks, in anything made of them."""
    trial = Trial(row.language)
    trial.say(SMALL_TALK[row.language][0], row.said)
    trial.end()
    return _holds([QUOTATIONS.sub("", text) for text in trial.made()], row)
