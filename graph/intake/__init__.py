"""Turns lines of chat into messages: recognises known ones, places new ones, assigns them to conversations."""
