"""Looks up names with a time limit. `socket.getaddrinfo` has none, and a resolver may take minutes."""

import socket
import threading
from queue import Empty, SimpleQueue

WITHIN = 2.0
"""Seconds for a name."""
MAX_AT_ONCE = 64
"""Look-ups under way in a process, those included that nobody waits for any more: each holds a thread."""
free = threading.BoundedSemaphore(MAX_AT_ONCE)


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a name. Raises `OSError`: `TimeoutError` if it takes too long or too many do."""
    room = free
    if not room.acquire(blocking=False):
        raise TimeoutError
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    # No pool: Python waits for the threads of a pool before it ends.
    threading.Thread(target=ask, args=(host, port, answers, room), daemon=True).start()
    try:
        answer = answers.get(timeout=WITHIN)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def ask(host: str, port: int, answers: SimpleQueue[list[str] | OSError], room: threading.BoundedSemaphore) -> None:
    """Put what the resolver says of a name, or its error, into `answers`, and leave the room that was taken."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(entry[4][0]) for entry in found])
    except OSError as error:
        answers.put(error)
    except ValueError:
        # A name that no encoding of names takes.
        answers.put(socket.gaierror(socket.EAI_NONAME, "not a name"))
    finally:
        room.release()
