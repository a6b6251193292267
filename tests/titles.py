"""What tests must know of a title to hold any of them to the same."""

from games.rules.protocol import Json, Title

TYPED = {("rendezvous", "say"): ("word",), ("rendezvous", "guess"): ("password",)}
"""The moves of which there are more than can be listed, as title and type, and their fields that may be null."""

COMBINED = {"insidejob": ("roles", "wagers", "risky")}
"""Options that change one another's rules: every combination of them is played at every number of seats."""


def is_typed(title: Title, move: Json) -> bool:
    """Tell whether a move is one of those of which a title offers only some."""
    return (title.NAME, title.dump_move(move)["type"]) in TYPED


def may_be_null(title: Title, move: Json, field: str) -> bool:
    """Tell whether a field of a move may be null, as the clock leaves it."""
    return field in TYPED.get((title.NAME, title.dump_move(move)["type"]), ())
