"""Runs a whole site as in production: PostgreSQL, Redis, web, streams, a worker for each queue, beat, and a mail
server."""

import http.client
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import django
import psycopg
import redis

from insidejob.embedded.runner import WEB_CONFIG
from insidejob.streams.passes import lead_to_stream
from tests.postgres import Cluster, create_cluster, make_folder
from tools.torture.processes import START_LIMIT, Service, Supervisor, wait_until
from tools.torture.sink import Posts, Sink

HOST = "127.0.0.1"
OWN_PORTS = range(12_000, 30_000)
_given = set[int]()
PUSH_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
WORKERS = ("clock", "mail", "outbound")
"""Named after their queues."""


@dataclass
class Outage:
    """A span when requests may fail because web server or database were down, in seconds of the monotonic clock."""

    begin: float
    end: float = float("inf")


@dataclass
class Stage:
    """The running site, and the spans when requests may have failed."""

    folder: Path
    cluster: Cluster
    environment: dict[str, str]
    ports: dict[str, int]
    sink: Sink
    posts: Posts
    others: Posts
    """A second server for the posts of channels, so that one can be down while the other works."""
    postgres_settings: Sequence[str] = ()
    services: dict[str, Service] = field(default_factory=dict)
    keeps_logs: bool = False
    outages: list[Outage] = field(default_factory=list)
    faults: list[datetime] = field(default_factory=list)
    """The moments at which something was killed or came back."""

    @contextmanager
    def outage(self) -> Iterator[None]:
        """Note that requests under way meanwhile may fail."""
        outage = Outage(time.monotonic())
        self.outages.append(outage)
        yield
        outage.end = time.monotonic()

    def explains(self, begin: float, end: float) -> bool:
        """Tell whether a request that was under way at that time may have failed."""
        return any(outage.begin <= end and begin <= outage.end for outage in self.outages)

    def postgres_answers(self) -> bool:
        """Tell whether a query is answered."""
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.cluster.url, connect_timeout=2).close()
            return True
        return False

    def redis_answers(self) -> bool:
        """Tell whether the broker is there and has read its file."""
        with suppress(redis.RedisError), redis.Redis(HOST, self.ports["redis"], socket_timeout=2) as client:
            return bool(client.ping())
        return False

    def connect_web(self, timeout: float) -> http.client.HTTPConnection:
        """Return a visitor's connection to the site."""
        return http.client.HTTPConnection(HOST, self.ports["web"], timeout=timeout)

    def web_answers(self) -> bool:
        """Tell whether the web server answers at all."""
        connection = self.connect_web(10)
        try:
            connection.request("GET", "/")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    def streams_open(self) -> bool:
        """Tell whether a page can listen, which needs the broker, too."""
        connection = http.client.HTTPConnection(HOST, self.ports["streams"], timeout=10)
        try:
            connection.request("GET", f"/stream/?{lead_to_stream(['torture'], [])['Location'].partition('?')[2]}")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def version(self) -> str:
        with psycopg.connect(self.cluster.url) as connection:
            row = connection.execute("SHOW server_version").fetchone()
        with redis.Redis(HOST, self.ports["redis"]) as client:
            return f"PostgreSQL {row[0] if row else '?'}, Redis {client.info('server')['redis_version']}"


def free_port() -> int:
    """Return a port that nothing listens at, below those that the system itself gives to programs.

    One of the system's could be given to another program before it is used. No port is returned twice: a proxy that
    passes requests on to its own port would ask itself.
    """
    while True:
        port = secrets.choice(OWN_PORTS)
        if port in _given:
            continue
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            _given.add(port)
            return port


def make_environment(cluster: Cluster, ports: dict[str, int]) -> dict[str, str]:
    """Return the environment of production settings; what differs is plain HTTP on this machine alone."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "tools.torture.settings",
        "TORTURE_CHANNELS": f"{HOST}:{ports['channels']},{HOST}:{ports['others']}",
        "PUSH_KEY": PUSH_KEY,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": HOST,
        "SITE_ADDRESS": f"http://{HOST}:{ports['web']}",
        "DATABASE_URL": cluster.url,
        "REDIS_URL": f"redis://{HOST}:{ports['redis']}/0",
        "EMAIL_URL": f"smtp://{HOST}:{ports['smtp']}",
        "DEFAULT_FROM_EMAIL": "Inside Job <insidejob@example.org>",
        "SECURE_SSL_REDIRECT": "0",
        # A few people sit at all the tables.
        **dict.fromkeys(("TABLES_A_PERSON", "OPENINGS_AN_HOUR"), "1000000"),
    }


def celery(*arguments: str) -> list[str]:
    """Return a command of Celery as the units have it. Beat has its own application."""
    app = "insidejob.beat" if arguments[0] == "beat" else "insidejob"
    return [sys.executable, "-m", "celery", "--quiet", "--app", app, *arguments, "--loglevel", "WARNING"]


def make_commands(folder: Path, ports: dict[str, int], concurrency: int) -> dict[str, list[str]]:
    """Return the commands of the programs that run under the guard, by name."""
    web = ["--bind", f"{HOST}:{ports['web']}", "--workers", "2", "--worker-class", "gthread", "--threads", "4"]
    # gunicorn kills one of its workers that had no processor for so long: that would be a fault that no one made.
    web += ["--timeout", "600"]
    configuration = ["--config", str(WEB_CONFIG), "--log-level", "warning"]
    store = ["--port", str(ports["redis"]), "--bind", HOST, "--dir", str(folder), "--appendonly", "yes", "--save", ""]
    pool = ["--pool", "threads", "--concurrency", str(concurrency)]
    return {
        "redis": ["redis-server", *store],
        "web": [sys.executable, "-m", "gunicorn", *configuration, *web, "insidejob.wsgi"],
        **{name: celery("worker", *pool, "--queues", name, "--hostname", f"{name}@localhost") for name in WORKERS},
        "beat": celery("beat", "--pidfile="),
        "streams": [sys.executable, "-m", "insidejob.streams", f"{HOST}:{ports['streams']}"],
    }


def make_services(stage: Stage, concurrency: int) -> dict[str, Service]:
    """Return all programs that are started, killed and started again."""
    postgres = Service(
        "postgres",
        stage.cluster.serve_command(stage.postgres_settings),
        folder=stage.folder,
        environment=stage.environment,
        guarded=False,
        user=stage.cluster.user,
    )
    others = {
        name: Service(name, command, folder=stage.folder, environment=stage.environment)
        for name, command in make_commands(stage.folder, stage.ports, concurrency).items()
    }
    return {"postgres": postgres, **others}


@contextmanager
def set_stage(postgres_settings: Sequence[str]) -> Iterator[Stage]:
    """Prepare the folders and an empty cluster for a site, which this process shares; remove it in the end.

    PostgreSQL runs with its own settings, which wait for the disk, unless others are given.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        # All that was started is stopped then. A shell starts background commands with SIGINT ignored.
        signal.signal(number, signal.default_int_handler)
    database = make_folder()
    # What the programs say stays where they say it if anything was wrong.
    folder = Path(tempfile.mkdtemp(prefix="insidejob-torture-"))
    stage = None
    try:
        ports = {name: free_port() for name in ("web", "redis", "smtp", "streams")}
        cluster = create_cluster(database)
        with Sink(ports["smtp"]) as sink, Posts() as posts, Posts() as others:
            ports |= {"channels": posts.server.port, "others": others.server.port}
            environment = make_environment(cluster, ports)
            os.environ.update(environment)
            django.setup()
            stage = Stage(folder, cluster, environment, ports, sink, posts, others, postgres_settings)
            yield stage
    finally:
        shutil.rmtree(database, ignore_errors=True)
        if stage is None or not stage.keeps_logs:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def run_site(stage: Stage, concurrency: int = 2) -> Iterator[Supervisor]:
    """Migrate an empty database and run the site on it. Raises `Stuck` if it does not start.

    Each worker has `concurrency` threads.
    """
    stage.services = make_services(stage, concurrency)
    postgres, redis_server, *site = stage.services.values()
    with Supervisor([postgres]):
        wait_until(stage.postgres_answers, START_LIMIT, "PostgreSQL starts")
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], env=stage.environment, check=True)
        collect = "import django; django.setup(); from insidejob.embedded import static_files as files"
        collect += "; files.collect_if_changed()"
        subprocess.run([sys.executable, "-c", collect], env=stage.environment, check=True)
        with Supervisor([redis_server, *site]) as supervisor:
            wait_until(stage.redis_answers, START_LIMIT, "Redis starts")
            wait_until(stage.web_answers, START_LIMIT, "the web server starts")
            wait_until(stage.streams_open, START_LIMIT, "streams can be opened")
            yield supervisor
