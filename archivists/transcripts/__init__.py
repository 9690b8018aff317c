"""Compresses transcripts of chats into memories, written by the model that lived the chat."""
