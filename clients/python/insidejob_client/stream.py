"""Server-sent events, where the site has them: they only say that it is worth asking now."""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import requests

CONNECT_TIMEOUT, SILENCE = 10, 90
"""Seconds for connecting, and without a byte, after which the stream is taken for lost."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
SAFETY_POLL = 60.0
"""Seconds after which to ask anyway, although the stream says nothing."""
NOT_OFFERED = frozenset({401, 403, 404, 405, 406, 410, 501})
log = logging.getLogger("insidejob_client")


class Bell:
    """Rings when the stream has news. Without a stream it only waits.

    The first `wait` opens the stream, in its own thread.
    """

    def __init__(self, address: str, token: str, *, is_on: bool = True) -> None:
        self.address, self.token, self.is_on = address, token, is_on
        self.rung, self.is_listening = threading.Event(), False
        self.last_id = ""
        self._thread: threading.Thread | None = None
        self._closed = threading.Event()

    def close(self) -> None:
        """Listen no more. The thread ends when its stream does, and opens no other one."""
        self._closed.set()

    def wait(self, seconds: float, sleep: Callable[[float], None] = time.sleep) -> None:
        """Wait for news, at most so many seconds; with a stream up to `SAFETY_POLL`."""
        if self._thread is None and self.is_on:
            self._thread = threading.Thread(target=self._listen, name="insidejob stream", daemon=True)
            self._thread.start()
        if self.is_listening:
            self.rung.wait(max(seconds, SAFETY_POLL))
        else:
            sleep(seconds)
        self.rung.clear()

    def _listen(self) -> None:
        """Listen for as long as the site offers a stream."""
        wait = FIRST_WAIT
        while not self._closed.is_set():
            try:
                if not self._listen_once():
                    return
                wait = FIRST_WAIT
            except requests.RequestException as error:
                if not self._closed.is_set():
                    log.info("stream: %s", type(error).__name__)
            finally:
                self.is_listening = False
                # What happened meanwhile is not known.
                self.rung.set()
            self._closed.wait(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def _listen_once(self) -> bool:
        """Read the stream until it ends, and return whether to try again."""
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
        if self.last_id:
            headers["Last-Event-ID"] = self.last_id
        with requests.get(self.address, headers=headers, stream=True, timeout=(CONNECT_TIMEOUT, SILENCE)) as answer:
            if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                # The pass in the address of the events may have been too old.
                is_late = bool(answer.history) and answer.status_code == 403
                return is_late or (answer.status_code not in NOT_OFFERED and answer.status_code >= 400)
            self.is_listening = True
            self.rung.set()
            # A larger chunk would wait until it is full.
            for name, value in read_fields(answer.iter_lines(chunk_size=1)):
                if name == "id":
                    self.last_id = value
                elif name == "data":
                    self.rung.set()
        return True


def read_fields(lines: Iterable[str | bytes]) -> Iterator[tuple[str, str]]:
    """Yield the fields of server-sent events, without comments."""
    for line in lines:
        text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
        name, _, value = text.partition(":")
        if name:
            yield name, value.removeprefix(" ")
