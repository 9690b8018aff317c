"""Weights of a space's scores follow its verdicts, by rules alone: what holds on blocks that were set aside is kept."""

from __future__ import annotations

from archivists.keeping.archivist import Archivist, Proposal
from archivists.learning.weight_fit import learn
from archivists.questions.read import Reading
from graph.values.changes import SetWeights


def learn_weights(proposal: Proposal) -> Proposal:
    """The proposal with what the window's judged blocks teach; as it is if there are none. Pure."""
    window = proposal.window
    if not window.judged_blocks or window.learns_at is None:
        return proposal
    return proposal.plus([SetWeights(learned=learn(window.judged_blocks, now=window.learns_at))])


RANKER: Archivist[Reading] = Archivist(name="ranker", by_rules=lambda proposal, policy: learn_weights(proposal))
