"""How the site's processes look for garbage: seldom, and not among what they have loaded.

Almost all that a request or a task makes goes when nothing names it any more. Only what names itself in a ring waits
for a collection, and there is little of that; yet by default Python looks for it three times while a move is
answered, and now and then at everything that the process holds: that stops whatever it does, be it in the midst of a
transaction.
"""

import gc

NEW_OBJECTS = 50_000
"""After so many more objects made than gone there is a look at them, by default after 700: some megabytes at most."""


def collect_seldom() -> None:
    """Leave what is loaded by now, modules, models and addresses, out of all collections, and let there be fewer."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
