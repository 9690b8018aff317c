"""What a model says that a character has come to think, from its reflection so far and the conversations since."""

from collections.abc import Sequence
from dataclasses import replace

from archivists.compare.citations import Cited, unfounded
from archivists.keeping.archivist import Archivist, ModelQuestion, Proposal
from archivists.models.asking import Exchange
from archivists.models.provider import Purpose
from archivists.questions.reflect import ReflectAnswer, ReflectQuestion, Thinking, reflect_questions
from archivists.questions.write import LENGTH_SLACK
from archivists.round_policy import RoundPolicy
from graph.text.tokens import count_tokens
from graph.values.changes import NewReflection


def with_thinking(proposal: Proposal, thinking: Thinking, policy: RoundPolicy) -> Proposal:
    """Add the models' texts that are neither invented nor too long, one for each participant of whom enough was told.

    Pure.
    """
    written: list[NewReflection] = []
    lost: list[str] = []
    for question in reflect_questions(proposal.window, proposal.changes, policy):
        exchange = thinking.answers.get(question.thinker.name)
        if exchange is None or not (text := exchange.answer.text):
            continue
        why = "too long" if count_tokens(text) > LENGTH_SLACK * question.tokens_max else None
        why = why or unfounded(text, _cited(question), is_text=True)
        if why is not None:
            lost.append(f"“{text}”: {why}")
            continue
        last = question.thinker.reflection
        reflection = NewReflection(
            participant=question.thinker.name,
            body=text,
            conversations=tuple(each.conversation for each in question.told),
            replaces=None if last is None else last.id,
            why=f"{len(question.told)} conversations were told since.",
        )
        written.append(exchange.signed(reflection))
    return replace(proposal.plus(written), lost=(*proposal.lost, *lost))


def _cited(question: ReflectQuestion) -> Cited:
    said = (*(each.text for each in question.told), question.before or "")
    return Cited(said=said, speakers=(question.thinker.name,))


def _by_participant(exchanges: Sequence[Exchange[ReflectQuestion, ReflectAnswer]]) -> Thinking:
    return Thinking({each.question.thinker.name: each for each in exchanges})


REFLECT: ModelQuestion[ReflectQuestion, ReflectAnswer, Thinking] = ModelQuestion(
    purpose=Purpose.REFLECT,
    shape=ReflectAnswer,
    build=lambda proposal, policy: [*reflect_questions(proposal.window, proposal.changes, policy)],
    call=ReflectQuestion.call,
    combined=_by_participant,
)
"""Asks what participants have come to think, in a call for each."""

REFLECTING: Archivist[Thinking] = Archivist(
    name="reflections",
    question=REFLECT,
    from_answer=with_thinking,
)
