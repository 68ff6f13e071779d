"""What several tests need."""

from __future__ import annotations

import signal

import pytest

# Whoever starts the tests in the background may have told them not to hear Ctrl-C, and their children with them.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: A statement that takes far longer than any test.
HARD = "?msd_10 211*x+307*y+503*z+701*u+1103*v<1301*w+4"

WYTHOFF = "?msd_fib p,q -> r,s : (r<p & s=q) | (r=p & s<q) | (r<p & p+s=q+r)"


@pytest.fixture
def hard() -> str:
    return HARD


@pytest.fixture
def wythoff() -> str:
    return WYTHOFF
