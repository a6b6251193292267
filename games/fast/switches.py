"""Switches for the benchmark: `FAST_OFF=state_cache,polls` in the environment turns off two optimizations."""

import os

OPTIMIZATIONS = (
    "compiled_queries",
    "writes",
    "state_cache",
    "fragment_cache",
    "word_cache",
    "polls",
)
OFF = set(filter(None, os.environ.get("FAST_OFF", "").split(",")))


def is_on(optimization: str) -> bool:
    return optimization not in OFF
