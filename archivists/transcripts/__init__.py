"""Transcripts of chats are compressed into memories that the model which lived them has written."""
