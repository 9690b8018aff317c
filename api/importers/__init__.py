"""Reads files of other systems as lines of chats."""
