"""Waiting for programs that a test has started."""

import time
from collections.abc import Callable

LIMIT = 60.0
"""Seconds until something has failed, on a busy machine."""


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
