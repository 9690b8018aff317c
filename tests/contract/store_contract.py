"""Every promise of graph.store.verbs.Store, for any backend."""

from __future__ import annotations

from tests.contract.loading_contract import LoadingContract
from tests.contract.reading_contract import ReadingContract
from tests.contract.writing_contract import WritingContract


class StoreContract(WritingContract, ReadingContract, LoadingContract):
    """The suite that each backend runs unchanged: subclass it with a fixture `store` that gives an empty store.

    Beside what the protocol's docstrings say, it settles: the values that can be kept and those that are refused, that
    a write of which nothing comes takes a seq all the same, that edges dropped with their node leave tombstones of
    their own, and that a findable property holds numbers or texts, of one kind for all nodes (others have no order).
    """
