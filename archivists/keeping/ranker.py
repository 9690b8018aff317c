"""Learns a space's score weights from its verdicts: weights that hold on held-out blocks are kept."""

from __future__ import annotations

from archivists.keeping.archivist import Archivist, Proposal
from archivists.learning.weight_fit import learn
from archivists.questions.read import Reading
from graph.values.changes import SetWeights


def learn_weights(proposal: Proposal) -> Proposal:
    """The proposal with weights learned from the window's judged blocks; unchanged if there are none. Pure."""
    window = proposal.window
    if not window.judged_blocks or window.learns_at is None:
        return proposal
    return proposal.plus([SetWeights(learned=learn(window.judged_blocks, now=window.learns_at))])


RANKER: Archivist[Reading] = Archivist(name="ranker", without_model=lambda proposal, policy: learn_weights(proposal))
