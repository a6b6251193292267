"""Name lookups with a timeout: `socket.getaddrinfo` may take minutes."""

import socket
import threading
from queue import Empty, SimpleQueue

WITHIN = 2.0
"""Seconds after which a lookup is given up."""
MAX_AT_ONCE = 64
"""How many lookups may run at once. Abandoned ones count, too, because each holds a thread of the process."""
free = threading.BoundedSemaphore(MAX_AT_ONCE)


def look_up(host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises `OSError`, and `TimeoutError` also if too many lookups are running."""
    room = free
    if not room.acquire(blocking=False):
        raise TimeoutError
    answers: SimpleQueue[list[str] | OSError] = SimpleQueue()
    # No pool: at exit Python would wait for its threads.
    threading.Thread(target=_ask, args=(host, port, answers, room), daemon=True).start()
    try:
        answer = answers.get(timeout=WITHIN)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def _ask(host: str, port: int, answers: SimpleQueue[list[str] | OSError], room: threading.BoundedSemaphore) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        answers.put([str(entry[4][0]) for entry in found])
    except OSError as error:
        answers.put(error)
    except ValueError:
        # The name cannot be encoded.
        answers.put(socket.gaierror(socket.EAI_NONAME, "not a name"))
    finally:
        room.release()
