"""Run a command that ends with its caller:

`guard.py COMMAND...`. The caller starts it in a new process group and holds a pipe to its stdin. When the pipe closes,
the group is terminated. When the command ends, so do its children, such as Celery's beat. Linux's "parent death signal"
does not reach grandchildren.
"""

import os
import signal
import subprocess
import sys
import threading
import time

# Seconds to finish requests or tasks.
GRACE = 8.0


def end_with_caller() -> None:
    while os.read(0, 4096):
        pass
    os.killpg(0, signal.SIGTERM)
    time.sleep(GRACE)
    os.killpg(0, signal.SIGKILL)


def main(command: list[str]) -> None:
    # Not SIG_IGN, which the command would inherit.
    signal.signal(signal.SIGTERM, lambda *_: None)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    threading.Thread(target=end_with_caller, daemon=True).start()
    child.wait()
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1:])
