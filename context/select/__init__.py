"""Which items make up the block, within its budget."""
