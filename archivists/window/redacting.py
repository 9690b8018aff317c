"""Hides secrets in the messages of a window: neither rules nor models can repeat what they do not see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from archivists.window.stale_summaries import SummaryToRewrite
from archivists.window.window import Window
from graph.text.secrets import without_secrets
from graph.values.items import Message, Summary

M = TypeVar("M", bound=Message | Summary)


def redacted(window: Window) -> Window:
    """The window without keys, passwords, PINs and card numbers. What is stored stays as it is. Pure."""
    return replace(
        window,
        messages=_redacted(window.messages),
        context=_redacted(window.context),
        unlinked={id: _redacted(lines) for id, lines in window.unlinked.items()},
        conversations=tuple(replace(each, unsummarised=_redacted(each.unsummarised)) for each in window.conversations),
        shown_blocks=tuple(
            replace(
                block,
                reply=_redacted([block.reply])[0],
                before=_redacted(block.before),
                texts={id: without_secrets(text) for id, text in block.texts.items()},
            )
            for block in window.shown_blocks
        ),
        stale_summaries=_with_members(window.stale_summaries),
        quoted_summaries=_with_members(window.quoted_summaries),
    )


def _with_members(summaries: Iterable[SummaryToRewrite]) -> tuple[SummaryToRewrite, ...]:
    return tuple(replace(each, members=_redacted(each.members)) for each in summaries)


def _redacted(said: Iterable[M]) -> tuple[M, ...]:
    return tuple(one if (body := without_secrets(one.body)) == one.body else replace(one, body=body) for one in said)
