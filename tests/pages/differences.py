"""Says where two answers differ."""

import gzip
from typing import Any


def read_body(received: Any) -> str:
    """Return the text of an answer, however it was sent."""
    headers, body = dict(received[2]), received[3]
    return (gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body).decode()


def describe_difference(mine: Any, theirs: Any) -> str:
    """Return which part of two answers differs, and where it begins to."""
    for part, ours, other in zip(("request", "status", "headers", "body", "SQL"), mine, theirs, strict=True):
        if ours != other:
            return f"{part}: {describe_bytes(ours, other)}"
    return "nothing"


def describe_bytes(ours: Any, theirs: Any) -> str:
    """Return where two values begin to differ, as they are written out."""
    one, two = repr(ours), repr(theirs)
    same = next((at for at, both in enumerate(zip(one, two, strict=False)) if both[0] != both[1]), 0)
    start = max(0, same - 60)
    return f"{one[start : start + 120]} or {two[start : start + 120]}"
