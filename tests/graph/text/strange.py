"""Texts that are as strange as they come."""

from __future__ import annotations

from hypothesis import strategies as st

ANY_TEXT = st.text(
    st.one_of(st.characters(), st.sampled_from(list(" \n\t.,!?'’-_*`ıİIişğ1=😀\u200d\u0301ﷺ東\ud800"))), max_size=80
)
