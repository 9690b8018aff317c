"""Files of other systems, read as lines of chats."""
