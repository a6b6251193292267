"""Runs a site on a cluster of three machines, and says how its parts are reached from outside."""

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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import django
import psycopg

from insidejob.embedded.runner import ROOT
from tests.postgres import Cluster
from tools.cluster.machines import (
    ADDRESSES,
    DATABASE,
    NAMES,
    OWN_ADDRESS,
    PASSWORD,
    WITH_SITE,
    Machine,
    lay_network,
    make_machine,
    may_lay_network,
    replace,
)
from tools.torture.processes import Service, Stuck, Supervisor, wait_until
from tools.torture.sink import Posts, Sink
from tools.torture.stage import PUSH_KEY, Stage, free_port

PROGRAMS = ("patroni", "etcd", "haproxy", "redis-server", "caddy", "ip", "setpriv", "envsubst")
BELOW = ("etcd", "patroni", "redis", "sentinel", "haproxy")
"""What runs on each machine. The site needs it."""
START_LIMIT = 180.0
PATIENCE = 3.0
"""Seconds that a visitor's browser waits for a machine before it tries the next address of the site's name."""
RELOADS_AFTER = 30.0
"""Seconds that a visitor waits for a page before they load it once more. A machine that hangs never answers."""
FOLDER = Path("/dev", "shm")
"""Three databases that wait for one disk would be slower than the machines that they stand for."""


@dataclass
class ClusterStage(Stage):
    """A stage with three machines. People reach the site at either of its balancers."""

    machines: dict[str, Machine] = field(default_factory=dict)
    begun_at: float = field(default_factory=time.monotonic)
    is_careless: bool = False
    is_small: bool = False

    def connect_web(self, timeout: float) -> http.client.HTTPConnection:
        """Return a connection to a balancer that accepts one. Which is tried first is luck, as with a browser."""
        names, timeout = list(WITH_SITE), min(timeout, RELOADS_AFTER)
        secrets.SystemRandom().shuffle(names)
        for name in names:
            with suppress(OSError):
                socket.create_connection((ADDRESSES[name], 80), PATIENCE).close()
                return http.client.HTTPConnection(ADDRESSES[name], timeout=timeout)
        return http.client.HTTPConnection(ADDRESSES[names[0]], timeout=PATIENCE)

    def sites_answer(self) -> bool:
        """Tell whether each machine with a site answers, asked without a balancer."""
        return all(_answers(ADDRESSES[name], 8000) for name in WITH_SITE)

    def postgres_answers(self) -> bool:
        """Tell whether the primary takes a write."""
        with suppress(psycopg.Error), psycopg.connect(self.cluster.url, connect_timeout=3) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS drill_answers (at timestamptz)")
            connection.execute("INSERT INTO drill_answers VALUES (now())")
            return True
        return False


@dataclass(frozen=True)
class Primary(Cluster):
    """What leads to the primary, in the place of a PostgreSQL of one machine."""

    port: int = 0

    @property
    def url(self) -> str:
        return f"postgres://postgres:{PASSWORD}@127.0.0.1:{self.port}/{DATABASE}?target_session_attrs=read-write"


def find_missing() -> str:
    """Return what is needed and not here, in words."""
    path = os.environ.get("PATH", "") + ":/usr/sbin"
    missing = [name for name in PROGRAMS if not shutil.which(name, path=path)]
    if not find_postgres():
        missing.append("PostgreSQL")
    if not _has_etcd_for_patroni():
        missing.append("python3-etcd")
    if not may_lay_network():
        missing.append("the right to make network namespaces, as root has it")
    return ", ".join(missing)


def _has_etcd_for_patroni() -> bool:
    command = ["/usr/bin/python3", "-c", "import etcd"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def find_postgres() -> Path | None:
    """Return the folder with Debian's programs of PostgreSQL, the newest there is."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None, key=lambda path: int(path.parent.name))


@contextmanager
def set_stage(*, small: bool = False, careless: bool = False) -> Iterator[ClusterStage]:
    """Run a cluster and a site on it, which this process shares, and take all of it away in the end.

    A `small` site has few processes. If `careless`, commits wait for no replica, and the drill must find what that
    loses.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="insidejob-cluster-", dir=FOLDER if FOLDER.is_dir() else None))
    folder.chmod(0o755)
    port, smtp = free_port(), free_port()
    stage = None
    try:
        with lay_network(), Sink(smtp, OWN_ADDRESS) as sink, Posts() as posts, Posts() as others:
            environment = _make_environment(port, smtp)
            os.environ.update(environment)
            django.setup()
            postgres = find_postgres()
            assert postgres
            machines = {name: make_machine(name, folder, environment, postgres, is_small=small) for name in NAMES}
            if careless:
                for machine in machines.values():
                    replace(machine.folder / "patroni.yml", "synchronous_mode: true", "synchronous_mode: false")
            stage = ClusterStage(
                folder, Primary(folder, postgres, "postgres", port), environment, {"web": 80}, sink, posts, others,
                machines=machines, is_careless=careless, is_small=small,
            )  # fmt: skip
            with _run_cluster(stage, port):
                yield stage
    finally:
        if stage is None or not stage.keeps_logs:
            shutil.rmtree(folder, ignore_errors=True)


def _make_environment(port: int, smtp: int) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    hosts = ",".join(ADDRESSES[name] for name in WITH_SITE)
    return {
        **kept,
        "PATH": f"{os.environ['PATH']}:/usr/sbin",
        "DJANGO_SETTINGS_MODULE": "tools.torture.settings",
        "TORTURE_CHANNELS": f"{OWN_ADDRESS}:1",
        "PUSH_KEY": PUSH_KEY,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": hosts,
        "SITE_ADDRESS": f"http://{ADDRESSES['one']}",
        "DATABASE_URL": f"postgres://postgres:{PASSWORD}@127.0.0.1:{port}/{DATABASE}?target_session_attrs=read-write",
        "REDIS_URL": f"sentinel://:{PASSWORD}@{','.join(ADDRESSES.values())}:26379/insidejob/0",
        "EMAIL_URL": f"smtp://{OWN_ADDRESS}:{smtp}",
        "DEFAULT_FROM_EMAIL": "Inside Job <insidejob@example.org>",
        "SECURE_SSL_REDIRECT": "0",
        **dict.fromkeys(("TABLES_A_PERSON", "OPENINGS_AN_HOUR"), "1000000"),
    }


def _make_observer(stage: ClusterStage, port: int) -> Service:
    """Return a HAProxy outside the machines that leads the drill itself to the primary."""
    text, _, _ = (stage.machines["one"].folder / "haproxy.cfg").read_text().partition("listen replicas")
    (stage.folder / "observer.cfg").write_text(text.replace("127.0.0.1:5000", f"127.0.0.1:{port}"))
    command = ["haproxy", "-db", "-f", str(stage.folder / "observer.cfg")]
    return Service("observer", command, folder=stage.folder, environment=stage.environment, guarded=False)


@contextmanager
def _run_cluster(stage: ClusterStage, port: int) -> Iterator[None]:
    base = [machine.services[name] for name in BELOW for machine in stage.machines.values()]
    site = [
        service
        for machine in stage.machines.values()
        for name, service in machine.services.items()
        if name not in BELOW
    ]
    collect = "import django; django.setup(); from insidejob.embedded import static_files as files"
    collect += "; files.collect_if_changed()"
    with (
        _supervised(stage, [*base, _make_observer(stage, port)]),
        subprocess.Popen([sys.executable, "-c", collect], cwd=ROOT, env=stage.environment) as collecting,
    ):
        # HAProxy takes each server for the primary until it has asked it: one after the other is tried.
        wait_until(lambda: all(stage.postgres_answers() for _ in NAMES), START_LIMIT, "PostgreSQL has a primary")
        manage = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(manage, cwd=ROOT, env=stage.environment, check=True)
        if collecting.wait():
            raise Stuck("static files are not collected")
        with _supervised(stage, site):
            wait_until(
                lambda: all(_answers(ADDRESSES[name]) for name in WITH_SITE), START_LIMIT, "both machines have a site"
            )
            yield


@contextmanager
def _supervised(stage: ClusterStage, services: list[Service]) -> Iterator[None]:
    """Run these programs, and end them in the end without the ceremony that a machine does not get either."""
    supervisor = Supervisor(services)
    with supervisor:
        try:
            yield
        finally:
            supervisor.stopped.set()
            supervisor.thread.join()
            for machine in stage.machines.values():
                machine.send(signal.SIGKILL)


def _answers(address: str, port: int = 80) -> bool:
    """Tell whether the site there reads the database: it says that there is no such table."""
    connection = http.client.HTTPConnection(address, port, timeout=10)
    try:
        connection.request("GET", "/g/nosuchcode/")
        return connection.getresponse().status == http.HTTPStatus.NOT_FOUND
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
