"""Writes what a character has come to think, from its reflection so far and the conversations since."""

from __future__ import annotations

from dataclasses import replace

from archivists.compare.citations import Cited, unfounded
from archivists.keeping.archivist import REFLECT, Archivist, Proposal
from archivists.questions.reflect import ReflectQuestion, Thinking, reflect_questions
from archivists.questions.write import LENGTH_SLACK
from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import extract, sentences_quoted
from graph.text.tokens import count_tokens
from graph.values.changes import NewReflection


def reflect(proposal: Proposal, policy: RoundPolicy) -> Proposal:
    """Add a reflection made of quotes for each participant of whom enough was told. Pure."""
    return with_thinking(proposal, Thinking({}), policy)


def with_thinking(proposal: Proposal, thinking: Thinking, policy: RoundPolicy) -> Proposal:
    """Like `reflect`, with the models' texts where there are any that are neither invented nor too long. Pure."""
    found: list[NewReflection] = []
    lost: list[str] = []
    for question in reflect_questions(proposal.window, proposal.changes, policy):
        by_rules = _quoted(question, policy)
        exchange = thinking.answers.get(question.thinker.name)
        text = exchange.answer.text if exchange is not None else ""
        if exchange is None or not text or count_tokens(text) > LENGTH_SLACK * question.tokens_max:
            found.append(by_rules)
        elif (why := unfounded(text, _cited(question), is_text=True)) is not None:
            found.append(by_rules)
            lost.append(f"“{text}”: {why}")
        else:
            found.append(exchange.signed(replace(by_rules, body=text)))
    return replace(proposal.plus(found), lost=(*proposal.lost, *lost))


def _cited(question: ReflectQuestion) -> Cited:
    said = (*(each.text for each in question.told), question.before or "")
    return Cited(said=said, speakers=(question.thinker.name,))


def _quoted(question: ReflectQuestion, policy: RoundPolicy) -> NewReflection:
    """The sentences that say most of the earlier reflection and of the conversations since."""
    bodies = [*filter(None, (question.before,)), *(each.text for each in question.told)]
    speakers = {name for each in question.thinker.pending for name in each.participants}
    said = sentences_quoted(bodies, {*speakers, question.thinker.name})
    limits = policy.reflection_sentences_max, policy.reflection_tokens_max
    return NewReflection(
        participant=question.thinker.name,
        body=extract(said, sentences_max=limits[0], tokens_max=limits[1]) or bodies[-1],
        conversations=tuple(each.conversation for each in question.told),
        replaces=question.thinker.reflection.id if question.thinker.reflection is not None else None,
        why=f"{len(question.told)} conversations were told since.",
    )


REFLECTING: Archivist[Thinking] = Archivist(
    name="reflections",
    by_rules=reflect,
    question=REFLECT,
    fields=("text",),
    from_answer=with_thinking,
)
