"""Switches for the benchmark: `FAST_OFF=state_cache,polls` in the environment turns off two devices."""

import os

DEVICES = (
    "compiled_queries",
    "writes",
    "state_cache",
    "fragment_cache",
    "word_cache",
    "polls",
)
OFF = set(filter(None, os.environ.get("FAST_OFF", "").split(",")))


def is_on(device: str) -> bool:
    return device not in OFF
