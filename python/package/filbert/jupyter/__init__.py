"""The Jupyter kernel: cells of statements and commands, which share their definitions."""
