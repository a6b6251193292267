"""How a process that answers requests looks for garbage: seldom, and not among what it has loaded.

Almost all that a request makes goes when nothing names it any more. Only what names itself in a ring waits for a
collection, and there is little of that; yet by default Python looks for it three times while a move is answered, and
now and then at everything that the process holds, which takes several times as long as the move.
"""

import gc

NEW_OBJECTS = 10_000
"""After so many more objects made than gone there is a look at them, by default after 700: some megabytes at most."""


def collect_seldom() -> None:
    """Leave what is loaded now out of all collections to come, and let there be fewer of them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
