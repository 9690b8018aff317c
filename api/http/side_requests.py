"""Requests that chat programs make for themselves, such as one for a chat's title. They are not the user's words."""

import re

SIDE_REQUESTS = (
    # Title, tags, follow-ups, search queries, image prompts and autocompletion of Open WebUI, whose admin may change
    # all but the frame; an emoji; the title of early versions (backend/open_webui/config.py).
    r"### Task:[\s\S]+<chat_history>",
    r"Your task is to reflect the speaker's likely facial expression through a fitting emoji",
    r"Create a concise, 3-5 word (?:title|phrase)",
    # Titles of LibreChat (src/utils/title.ts of danny-avila/agents; api/app/clients/prompts of LibreChat), and its
    # summary.
    r"Analyze this conversation and provide:\s+1\. The detected language",
    r"(?:Please generate|Provide) a concise, 5-word-or-less title for the conversation",
    r"Please generate a concise title \(max 40 characters\) for a conversation",
    r"Summarize the conversation by integrating new lines into the current summary\.",
    # Summary and expressions of SillyTavern, and prompts for pictures (public/scripts/extensions: memory, expressions,
    # stable-diffusion).
    r"\[?Ignore previous instructions\. (?:Summarize the most important facts|Classify the emotion)",
    r"\[Pause your roleplay\b",
    r"\[?In the next response I want you to provide only a detailed comma-delimited list of keywords",
)
"""How the texts begin that programs send by themselves, as their sources have them."""

_BEGINNING = re.compile(rf"\s*(?:{'|'.join(SIDE_REQUESTS)})", re.IGNORECASE)


def is_side_request(text: str) -> bool:
    """Whether a chat program asks this for itself."""
    return _BEGINNING.match(text) is not None
