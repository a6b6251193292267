"""The faults: each kills processes that the torture started itself."""

import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random

import psutil
import redis

from tools.torture.processes import START_LIMIT, send, wait_for_end, wait_until
from tools.torture.stage import HOST, WORKERS, Stage

DOWN = 4.0
"""The broker stays away for at most so many seconds."""


def kill_web_server(stage: Stage, chance: Random) -> None:
    """Kill gunicorn's first process. Its workers end with it, in the middle of requests."""
    with stage.outage():
        wait_for_end(stage.services["web"].kill())
        wait_until(stage.web_answers, START_LIMIT, "the web server answers again")


def kill_web_worker(stage: Stage, chance: Random) -> None:
    """Kill one of the two processes that answer requests. The other goes on."""
    with stage.outage():
        kill_one_of(stage.services["web"].family()[1:], chance)


def kill_worker(stage: Stage, chance: Random) -> None:
    """Kill a Celery worker while its threads are in the middle of their tasks."""
    stage.services[chance.choice(WORKERS)].kill()


def kill_beat(stage: Stage, chance: Random) -> None:
    stage.services["beat"].kill()


def kill_streams(stage: Stage, chance: Random) -> None:
    """Kill the process that waiting pages listen to. They can open streams again once it is back."""
    wait_for_end(stage.services["streams"].kill())
    wait_until(stage.streams_open, START_LIMIT, "streams can be opened again")


def kill_broker(stage: Stage, chance: Random) -> None:
    """Kill Redis, and leave it down for a while. Nothing that people do may fail meanwhile."""
    service = stage.services["redis"]
    service.is_wanted = False
    service.kill()
    time.sleep(chance.uniform(0, DOWN))
    service.is_wanted = True
    wait_until(stage.redis_answers, START_LIMIT, "Redis answers again")


def empty_broker(stage: Stage, chance: Random | None = None) -> None:
    """Delete all that Redis holds, tasks among it."""
    with redis.Redis(HOST, stage.ports["redis"]) as client:
        client.flushall()


def kill_postgres(stage: Stage, chance: Random) -> None:
    """Kill all processes of PostgreSQL at one instant, as a power failure would."""
    with stage.outage():
        wait_for_postgres(stage, stage.services["postgres"].kill())


def stop_postgres_at_once(stage: Stage, chance: Random) -> None:
    """Stop PostgreSQL in its immediate mode: everyone is cut off, nothing is written any more."""
    with stage.outage():
        family = stage.services["postgres"].family()
        send(family[0], signal.SIGQUIT)
        wait_for_postgres(stage, family)


def kill_postgres_backend(stage: Stage, chance: Random) -> None:
    """Kill one of PostgreSQL's processes: it ends all others and recovers from its log."""
    with stage.outage():
        below = stage.services["postgres"].family()[1:]
        if kill_one_of(below, chance):
            wait_for_postgres(stage, below)


def kill_one_of(processes: Sequence[psutil.Process], chance: Random) -> bool:
    """Kill one process that still runs; tell whether there was any."""
    shuffled = chance.sample(processes, len(processes))
    return any(send(process, signal.SIGKILL) for process in shuffled)


def wait_for_postgres(stage: Stage, killed: Sequence[psutil.Process]) -> None:
    """Return when what was killed is gone and queries are answered again."""
    wait_for_end(killed)
    wait_until(stage.postgres_answers, START_LIMIT, "PostgreSQL answers again")


@contextmanager
def no_workers(stage: Stage) -> Iterator[None]:
    """Kill both workers at one instant and keep them down while the block runs, so that their tasks stay unfinished."""
    services = [stage.services[name] for name in WORKERS]
    for service in services:
        service.is_wanted = False
    wait_for_end([process for service in services for process in service.kill()])
    yield
    for service in services:
        service.is_wanted = True


Fault = Callable[[Stage, Random], None]

FAULTS: Mapping[str, Sequence[Fault]] = {
    "web": (kill_web_server, kill_web_worker),
    "worker": (kill_worker,),
    "beat": (kill_beat,),
    "streams": (kill_streams,),
    "broker": (kill_broker, empty_broker),
    "postgres": (kill_postgres, stop_postgres_at_once, kill_postgres_backend),
}


def premove_faults(chance: Random, extra: int, only: str) -> list[Fault]:
    """Return the faults of a round in order: one of each kind and `extra` more, or as many of the kind `only`."""
    kinds = [*FAULTS, *chance.choices(list(FAULTS), k=extra)]
    if only:
        kinds = [only] * len(kinds)
    chance.shuffle(kinds)
    return [chance.choice(FAULTS[kind]) for kind in kinds]
