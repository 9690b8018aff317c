"""What models are told: one Markdown file for each task and language."""
