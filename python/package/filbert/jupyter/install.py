"""``filbert kernel install``: tells Jupyter of the kernel."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

SPEC = {
    "argv": [sys.executable, "-m", "filbert.jupyter", "-f", "{connection_file}"],
    "display_name": "filbert",
    "language": "filbert",
    "interrupt_mode": "signal",
    "metadata": {"debugger": False},
}


def main(arguments: list[str]) -> int:
    """Runs the subcommand; the exit code."""
    parser = argparse.ArgumentParser(prog="filbert kernel", description="The Jupyter kernel.")
    commands = parser.add_subparsers(dest="command", required=True)
    install = commands.add_parser("install", help="register the kernel with Jupyter")
    where = install.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="for this user")
    where.add_argument("--sys-prefix", action="store_true", help="for this Python environment")
    where.add_argument("--prefix", help="for the environment in this folder")
    remove = commands.add_parser("uninstall", help="remove the kernel from Jupyter")
    for command in (install, remove):
        command.add_argument("--name", default="filbert", help="the name of the kernel (default: filbert)")
    options = parser.parse_args(arguments)
    try:
        import ipykernel  # noqa: F401
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        print("error: the kernel needs ipykernel: pip install ipykernel", file=sys.stderr)
        return 2
    manager = KernelSpecManager()
    try:
        if options.command == "uninstall":
            print(f"removed {manager.remove_kernel_spec(options.name)}")
            return 0
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "kernel.json").write_text(json.dumps(SPEC, indent=1) + "\n", encoding="utf-8")
            # An environment keeps to itself, as pip does.
            own = sys.prefix != sys.base_prefix and not options.user
            prefix = options.prefix or (sys.prefix if options.sys_prefix or own else None)
            place = manager.install_kernel_spec(folder, options.name, user=prefix is None, prefix=prefix)
    except KeyError:
        print(f"error: Jupyter has no kernel `{options.name}`", file=sys.stderr)
        return 2
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"installed {place}")
    return 0
