"""The processes of the site: the web server, a worker for each queue, beat, and the server of streams.

They are forked from this process, which has loaded the site, so they share its memory and start at once. A worker does
one task at a time, so the clock, emails and posts to other servers have one each.
"""

import asyncio
import gc
import http.client
import multiprocessing
import os
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from multiprocessing.process import BaseProcess
from typing import NoReturn

import django

from insidejob.embedded.runner import HOST, LOOK_EVERY, WEB_CONFIG

QUEUES = ("clock", "mail", "outbound")
"""The queues. Each has a worker."""
START_LIMIT = 60.0
SHARED = (
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.concurrency.solo",
    "celery.worker.consumer",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gthread",
    "insidejob.embedded.broker",
    "insidejob.streams.server",
    "insidejob.urls",
)
"""Modules that each process would import, loaded once before forking."""
GRACE = 8.0
"""Seconds that a process gets to finish a request or a task."""
FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0
fork = multiprocessing.get_context("fork")


def main(port: int) -> None:
    _load()
    listening = _open_port()
    _prepare()
    _load_pages()
    # Otherwise a garbage collection would write to memory that all processes share.
    gc.freeze()
    web = start(partial(_serve, port))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _announce(port, web)
        # The workers start only now, because they would delay the first page.
        workers = [Worker(queue, partial(_work, queue)) for queue in QUEUES]
        _watch(web, [*workers, Worker("beat", _beat), Worker("streams", partial(_stream, listening))])
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _stop_all()


def _load() -> None:
    gc.disable()
    django.setup()
    for name in SHARED:
        import_module(name)
    import_module("insidejob.celery").app.loader.import_default_modules()


def _prepare() -> None:
    """Update the database, static files and compiled templates, all at the same time."""
    from django.conf import settings

    from insidejob.embedded.static_files import collect_if_changed
    from insidejob.templates import read_all

    steps: list[Callable[[], None]] = [_bring_up_database]
    if not settings.RELOAD:
        steps += [collect_if_changed, read_all]
    running = [start(step) for step in steps]
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        sys.exit(1)


def _bring_up_database() -> None:
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)
    _trust_clock()


def _trust_clock() -> None:
    from django.utils import timezone

    from games.tables.services.outages import accept_clock

    now = timezone.now()
    if accept_clock(now=now):
        _say(f"It is {timezone.localtime(now):%Y-%m-%d %H:%M}: deadlines moved by the time the site was down.")


def _load_pages() -> None:
    import insidejob.wsgi  # noqa: F401


def start(target: Callable[[], None]) -> BaseProcess:
    process = fork.Process(target=_run, args=(target,))
    process.start()
    return process


def _run(target: Callable[[], None]) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.enable()
    target()


def _list_web_options(port: int) -> list[str]:
    """Return gunicorn's options.

    There is one web process. More would gain nothing, because SQLite has one writer.
    """
    options = ["--config", str(WEB_CONFIG), "--bind", f"{HOST}:{port}", "--worker-class", "gthread", "--threads", "8"]
    return [*options, "--log-level", "warning", "--no-control-socket", "--graceful-timeout", "5", "insidejob.wsgi"]


def _serve(port: int) -> None:
    from gunicorn.app.wsgiapp import run

    sys.argv = ["gunicorn", *_list_web_options(port)]
    run()


def _work(queue: str) -> NoReturn:
    from celery.exceptions import SecurityWarning

    from insidejob.celery import app

    # Root may try the site, too.
    warnings.simplefilter("ignore", SecurityWarning)
    alone = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
    name = f"{queue}@{socket.gethostname()}"
    worker = app.Worker(hostname=name, queues=queue, pool_cls="solo", loglevel="WARNING", quiet=True, **alone)
    worker.start()
    sys.exit(worker.exitcode)


def _beat() -> None:
    from insidejob.celery import app

    app.Beat(loglevel="WARNING", quiet=True).run()


def _open_port() -> socket.socket:
    """Listen at a free port for streams. A process that serves them again inherits it, so their address stays."""
    from django.conf import settings

    listening = socket.create_server((HOST, 0))
    settings.STREAMS_AT = f"http://{HOST}:{listening.getsockname()[1]}/stream/"
    return listening


def _stream(listening: socket.socket) -> None:
    """Serve streams. Pages are of another origin, as the port is another one."""
    from django.conf import settings

    from insidejob.streams.server import serve

    asyncio.run(serve(listening, settings.STREAMS_NEWS, ["Access-Control-Allow-Origin: *"]))


@dataclass
class Worker:
    """A worker that is started again when it ends, after a pause that grows while it keeps ending."""

    name: str
    run: Callable[[], None]
    process: BaseProcess = field(init=False)
    pause: float = FIRST_PAUSE
    due: float | None = None

    def __post_init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self.process, self.started, self.due = start(self.run), time.monotonic(), None

    def keep_up(self) -> None:
        now = time.monotonic()
        if self.due is not None and now >= self.due:
            self._start()
        elif self.due is None and not self.process.is_alive():
            if now - self.started > MAX_PAUSE:
                self.pause = FIRST_PAUSE
            _say(f"The process for {self.name} ended unexpectedly; it starts again in {self.pause:.0f} s.")
            self.due, self.pause = now + self.pause, min(2 * self.pause, MAX_PAUSE)


def _announce(port: int, web: BaseProcess) -> None:
    """Print the site's address once the first page is answered. If it is not answered, end the program."""
    limit = time.monotonic() + START_LIMIT
    while (status := _find_status(port)) is None:
        if not web.is_alive() or time.monotonic() > limit:
            sys.exit("The web server did not start; what it said stands above.")
        time.sleep(LOOK_EVERY / 2)
    if status >= http.HTTPStatus.INTERNAL_SERVER_ERROR:
        sys.exit(f"The web server started, but its first page fails with status {status}.")
    # The address has a name and not 127.0.0.1, because passkeys and secure cookies need one.
    _say(f"Inside Job is at http://localhost:{port}/ (Ctrl-C stops it)")


def _find_status(port: int) -> int | None:
    connection = http.client.HTTPConnection(HOST, port, timeout=START_LIMIT)
    try:
        connection.request("GET", "/", headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


def _watch(web: BaseProcess, workers: Iterable[Worker]) -> None:
    """Restart workers until `runner` or the web server ends."""
    while not select.select([0], [], [], LOOK_EVERY)[0]:
        if not web.is_alive():
            sys.exit("The web server ended unexpectedly; what it said stands above.")
        for worker in workers:
            worker.keep_up()


def _stop_all() -> None:
    """Stop all processes, and kill those that have not stopped in time."""
    os.killpg(0, signal.SIGTERM)
    limit = time.monotonic() + GRACE
    for process in multiprocessing.active_children():
        process.join(max(0.0, limit - time.monotonic()))
        if process.is_alive():
            os.killpg(0, signal.SIGKILL)


def _say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
