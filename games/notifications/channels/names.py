"""Name lookups with a timeout. `socket.getaddrinfo` has none and may take minutes."""

import socket
import threading
from queue import Empty, SimpleQueue

WITHIN = 2.0
"""Seconds."""
MAX_AT_ONCE = 64
"""Lookups running in a process, abandoned ones too: each holds a thread."""
free = threading.BoundedSemaphore(MAX_AT_ONCE)


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a name. Raises `OSError`; `TimeoutError` also if too many are running."""
    room = free
    if not room.acquire(blocking=False):
        raise TimeoutError
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    # No pool: at exit Python would wait for its threads.
    threading.Thread(target=ask, args=(host, port, answers, room), daemon=True).start()
    try:
        answer = answers.get(timeout=WITHIN)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def ask(host: str, port: int, answers: SimpleQueue[list[str] | OSError], room: threading.BoundedSemaphore) -> None:
    """Put the addresses or the error into `answers`, then release `room`."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(entry[4][0]) for entry in found])
    except OSError as error:
        answers.put(error)
    except ValueError:
        # A name that cannot be encoded.
        answers.put(socket.gaierror(socket.EAI_NONAME, "not a name"))
    finally:
        room.release()
