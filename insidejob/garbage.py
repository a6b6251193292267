"""What lives as long as a process: told to Python's garbage collector, so that it need not look at it each time."""

import gc


def spare_what_stays() -> None:
    """Let what there is by now never be looked at again: modules, models, addresses, templates.

    A full collection stops whatever the process does, and it may come in the midst of a transaction.
    """
    gc.collect()
    gc.freeze()
