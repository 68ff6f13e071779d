"""Runs the kernel, as Jupyter asks it to; ``install`` and ``uninstall`` tell Jupyter of it."""

from __future__ import annotations

import sys

from .install import main as install


def main() -> int:
    """Runs the kernel, or tells Jupyter of it."""
    if sys.argv[1:2] in (["install"], ["uninstall"]):
        return install(sys.argv[1:])
    from ipykernel.kernelapp import IPKernelApp

    from .kernel import FilbertKernel

    IPKernelApp.launch_instance(kernel_class=FilbertKernel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
