"""Says where two answers differ, and which words an answer says."""

import gzip
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

ROLES = re.compile(r'<select name="role"[^>]*>.*?</select>', re.DOTALL)
"""The filter of the games of a person, which offers everybody the roles of all titles."""


def read_body(received: Any) -> str:
    """Return the text of an answer, however it was sent."""
    headers, body = dict(received[2]), received[3]
    return (gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body).decode()


def describe_difference(mine: Any, theirs: Any) -> str:
    """Return which part of two answers differs, and where it begins to."""
    for part, ours, other in zip(("request", "status", "headers", "body", "SQL", "streams"), mine, theirs, strict=True):
        if ours != other:
            return f"{part}: {describe_bytes(ours, other)}"
    return "nothing"


def describe_bytes(ours: Any, theirs: Any) -> str:
    """Return where two values begin to differ, as they are written out."""
    one, two = repr(ours), repr(theirs)
    same = next((at for at, both in enumerate(zip(one, two, strict=False)) if both[0] != both[1]), 0)
    start = max(0, same - 60)
    return f"{one[start : start + 120]} or {two[start : start + 120]}"


def find_spoken(words: Sequence[str], text: str) -> list[str]:
    """Return which of some words a text says, not as a part of longer ones."""
    text = ROLES.sub("", text)
    return [word for word in words if word in text and stands_alone(word).search(text)]


@cache
def stands_alone(word: str) -> re.Pattern[str]:
    """Return what finds a word that is no part of a longer one."""
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
