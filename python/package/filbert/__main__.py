"""The program: ``filbert prove mine.prf``, and ``filbert kernel install`` for Jupyter."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the program on the arguments of the process."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["kernel"]:
        from .jupyter.install import main as kernel

        return kernel(arguments[1:])
    from ._filbert import main as program

    return program(["filbert", *arguments])


if __name__ == "__main__":
    sys.exit(main())
