"""The Jupyter kernel: cells of statements and commands, with what is defined kept from cell to cell."""
