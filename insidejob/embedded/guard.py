"""Run a command so that nothing of it outlives its caller: `guard.py COMMAND...`, started by `runner`.

The caller starts this file in a process group of its own, with a pipe as standard input that only the caller holds
open. When the caller closes it, or dies for any reason, reading ends, and the whole group is asked to stop, then
made to. When the command ends, what it left behind in the group ends too (Celery's embedded beat is such a one).
A pipe works alike on Linux and macOS; a "parent death signal" is Linux's alone and does not reach grandchildren.
"""

import os
import signal
import subprocess
import sys
import threading
import time

# Seconds to finish a request or a task that is under way.
GRACE = 8.0


def end_with_caller() -> None:
    """Wait until the caller is gone, then end the group."""
    while os.read(0, 4096):
        pass
    os.killpg(0, signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(0, signal.SIGKILL)


def main(command: list[str]) -> None:
    """Run `command` and end its group with it."""
    # A function and not SIG_IGN, which the command would inherit.
    signal.signal(signal.SIGTERM, lambda *_: None)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603
    threading.Thread(target=end_with_caller, daemon=True).start()
    child.wait()
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1:])
