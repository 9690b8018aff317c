"""Large spaces are copies of a small one in other words."""

from pathlib import Path

from benchmarks.spaces import SPACE, TOPS_MAX
from benchmarks.tiles import Base, load_tiles, now_of
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import to_ms


def test_a_space_of_tiles_is_one_space(tmp_path: Path) -> None:
    """It holds about as many items as were asked for, under ids of their own, and each copy is found by its words."""
    base = Base(300)
    store = open_store(str(tmp_path / "tiles.db"))

    tiles = load_tiles(store, SPACE, base, 1_000)

    knowledge = KnowledgeGraph(store)
    index = knowledge.index(SPACE)
    assert abs(len(index) - 1_000) < base.items_count
    assert index.message_count() == base.messages_count * (len(tiles) + 1) == knowledge.space(SPACE).message_count
    assert len(index.tops()) <= TOPS_MAX * 6  # of each level
    first = next(node for node in base.nodes if node.label is Label.MESSAGE)
    for tile in tiles:
        message = knowledge.get(SPACE, [tile.id(first.id)])[tile.id(first.id)]
        text = tile.text(str(first.properties["body"]))
        assert getattr(message, "body", "") == text != first.properties["body"]
        assert index.search_words(text, 1, labels=[Label.MESSAGE])[0].id == tile.id(first.id)
    assert to_ms(knowledge.messages(SPACE, limit=1)[-1].sent_at) == to_ms(now_of(base, tiles))
    knowledge.close()
