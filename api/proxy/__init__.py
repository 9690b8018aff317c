"""The proxy: chats go to a model's provider as they came, with a block put in."""
