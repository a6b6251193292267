"""Three machines on one: each is a network namespace with an address, where programs run as on a machine of a cluster.

The files of `deploy/cluster` configure them, as `configure` writes them. Needs root, because of the namespaces.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from insidejob.embedded.runner import ROOT, WEB_CONFIG
from tools.torture.processes import Service
from tools.torture.stage import WORKERS, celery

NAMES = ("one", "two", "three")
WITH_SITE = ("one", "two")
"""The machines with a site and a balancer. The third only takes part in decisions, and holds copies."""
BRIDGE, NETWORK, OWN_ADDRESS = "insidejob0", "10.77.41.0/24", "10.77.41.1"
ADDRESSES = dict(zip(NAMES, ("10.77.41.11", "10.77.41.12", "10.77.41.13"), strict=True))
LOCK = Path("/run/lock/insidejob-cluster")
PASSWORD = "drill"
DATABASE = "postgres"


def run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@dataclass
class Machine:
    """One machine, and its programs by name."""

    name: str
    folder: Path
    services: dict[str, Service] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return ADDRESSES[self.name]

    @property
    def postgres(self) -> str:
        """Where its PostgreSQL is, primary or not."""
        return f"postgres://postgres:{PASSWORD}@{self.address}:5432/{DATABASE}"

    @property
    def namespace(self) -> str:
        return f"insidejob-{self.name}"

    @property
    def inner(self) -> list[str]:
        """The beginning of a command that runs on this machine."""
        return ["ip", "netns", "exec", self.namespace]

    def list_processes(self, word: str = "") -> list[psutil.Process]:
        """Return what runs on this machine, or the processes with a word in their command line."""
        listed = subprocess.run(["ip", "netns", "pids", self.namespace], check=False, capture_output=True, text=True)
        found = []
        for pid in listed.stdout.split():
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(int(pid))
                if word in " ".join(process.cmdline()):
                    found.append(process)
        return found

    def send(self, number: signal.Signals, word: str = "") -> int:
        """Send a signal to these processes, the oldest first, and return to how many."""
        sent = 0
        for process in self.list_processes(word):
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)
                sent += 1
        return sent

    def want(self, *names: str, wanted: bool) -> None:
        """Say which programs are started again when they have ended: all, unless some are named."""
        for name in names or self.services:
            self.services[name].is_wanted = wanted


def may_lay_network() -> bool:
    """Try it in a network that goes with the command."""
    links = f"ip link add {BRIDGE} type bridge && ip link add one type veth peer name two"
    command = ["unshare", "--net", "--mount", "sh", "-c", links]
    return bool(shutil.which("ip")) and subprocess.run(command, check=False, capture_output=True).returncode == 0


@contextmanager
def lay_network() -> Iterator[None]:
    """Give each machine its own network, join them by a bridge, and remove all of it in the end.

    Another drill on this machine waits until then, because its networks have the same names.
    """
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield from _lay_network()


def _lay_network() -> Iterator[None]:
    _tear_down()
    try:
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        run("ip", "address", "add", f"{OWN_ADDRESS}/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        for outer, name in zip(_name_links(), NAMES, strict=True):
            namespace = f"insidejob-{name}"
            run("ip", "netns", "add", namespace)
            run("ip", "link", "add", outer, "type", "veth", "peer", "name", "eth0", "netns", namespace)
            run("ip", "link", "set", outer, "master", BRIDGE, "up")
            inside = ["ip", "-n", namespace]
            run(*inside, "address", "add", f"{ADDRESSES[name]}/24", "dev", "eth0")
            run(*inside, "link", "set", "eth0", "up")
            run(*inside, "link", "set", "lo", "up")
        yield
    finally:
        _tear_down()


def _tear_down() -> None:
    """Take away what is there, also of an earlier run. Namespaces go a while later than their command returns."""
    machines = [Machine(name, Path()) for name in NAMES]
    for machine in machines:
        machine.send(signal.SIGKILL)
    links = [["link", "del", name] for name in (BRIDGE, *_name_links())]
    for command in [*links, *(["netns", "del", machine.namespace] for machine in machines)]:
        subprocess.run(["ip", *command], check=False, stderr=subprocess.DEVNULL)


def _name_links() -> list[str]:
    return [f"insidejob{number + 1}" for number, _ in enumerate(NAMES)]


def cut(one: Machine, other: Machine) -> None:
    """Cut the network between two machines; both still reach the third."""
    for here, there in ((one, other), (other, one)):
        run("ip", "-n", here.namespace, "route", "add", "blackhole", f"{there.address}/32")


def mend(one: Machine, other: Machine) -> None:
    for here, there in ((one, other), (other, one)):
        run("ip", "-n", here.namespace, "route", "del", "blackhole", f"{there.address}/32")


@contextmanager
def unplugged(machine: Machine) -> Iterator[None]:
    """Pull a machine's cable out, and put it in again after the block."""
    link = dict(zip(NAMES, _name_links(), strict=True))[machine.name]
    run("ip", "link", "set", link, "down")
    try:
        yield
    finally:
        run("ip", "link", "set", link, "up")


def make_machine(
    name: str, folder: Path, environment: Mapping[str, str], postgres_bin: Path, *, is_small: bool
) -> Machine:
    """Write a machine's files as an operator does, and return it with its programs, which are not running yet.

    A small site has few processes.
    """
    machine = Machine(name, folder / name)
    machine.folder.mkdir()
    configure(machine, postgres_bin)
    site = {
        **environment,
        "DATABASE_URL": f"postgres://postgres:{PASSWORD}@127.0.0.1:5000/{DATABASE}?target_session_attrs=read-write",
        "REPLICA_URL": f"postgres://postgres:{PASSWORD}@127.0.0.1:5001/{DATABASE}",
    }
    commands = _make_commands(machine)
    if name in WITH_SITE:
        # People play without certificates, at the machines' addresses.
        replace(machine.folder / "Caddyfile", "https://{$SITE_HOST:insidejob.example}", ":80")
        commands |= _make_small_site(machine) if is_small else _make_site(machine)
    etcd = dict(line.split("=", 1) for line in (machine.folder / "etcd.env").read_text().splitlines() if "=" in line)
    for program, command in commands.items():
        more = etcd if program == "etcd" else {"HOME": str(machine.folder / "postgres")}
        machine.services[program] = Service(
            f"{name}-{program}", [*machine.inner, *command], folder=folder, environment={**site, **more}, guarded=False
        )
    return machine


def configure(machine: Machine, postgres_bin: Path) -> None:
    """Write a machine's files with the passwords and places of the drill."""
    settings = machine.folder / "cluster.env"
    addresses = {name.upper(): address for name, address in ADDRESSES.items()}
    passwords = dict.fromkeys(("POSTGRES_PASSWORD", "REPLICATION_PASSWORD", "REDIS_PASSWORD"), PASSWORD)
    own = {"NAME": machine.name, "HERE": machine.address, "NETWORK": NETWORK}
    postgres = machine.folder / "postgres"
    places = {
        "POSTGRES_BIN": str(postgres_bin),
        "POSTGRES_DATA": str(postgres / "data"),
        "POSTGRES_SOCKETS": str(postgres),
    }
    lines = [f"{name}={value}\n" for name, value in {**addresses, **own, **passwords, **places}.items()]
    settings.write_text("".join(lines))
    command = [ROOT / "deploy" / "cluster" / "configure", machine.folder]
    subprocess.run(command, check=True, env={**os.environ, "CLUSTER_ENV": str(settings)})
    # An operator has folders for these, and a machine for each.
    replace(machine.folder / "etcd.env", "/var/lib/etcd/insidejob", str(machine.folder / "etcd"))
    replace(machine.folder / "redis.conf", "/var/lib/redis", str(machine.folder))
    (machine.folder / "postgres").mkdir()
    for path in (machine.folder / "postgres", machine.folder / "patroni.yml"):
        os.chown(path, *_find_postgres_user())


def _find_postgres_user() -> tuple[int, int]:
    """Return the user and group to run PostgreSQL as: it refuses to be run by root."""
    import pwd

    user = pwd.getpwnam("postgres")
    return user.pw_uid, user.pw_gid


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def _make_commands(machine: Machine) -> dict[str, list[str]]:
    folder = machine.folder
    user, group = _find_postgres_user()
    as_postgres = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
    return {
        "etcd": ["etcd"],
        "patroni": [*as_postgres, "patroni", str(folder / "patroni.yml")],
        "redis": ["redis-server", str(folder / "redis.conf")],
        "sentinel": ["redis-server", str(folder / "sentinel.conf"), "--sentinel"],
        "haproxy": ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")],
    }


def _make_site(machine: Machine) -> dict[str, list[str]]:
    return {
        "web": _serve(machine, workers=2, threads=4),
        "streams": [sys.executable, "-m", "insidejob.streams", f"{machine.address}:8001"],
        "balancer": _balance(machine),
        **{queue: _work(machine, queue, "--queues", queue, "--concurrency", "2") for queue in WORKERS},
        "beat": celery("beat", "--pidfile="),
    }


def _make_small_site(machine: Machine) -> dict[str, list[str]]:
    """Return as few processes as play, for a drill that starts soon. No player listens to a stream here."""
    return {
        "web": _serve(machine, workers=1, threads=8),
        "balancer": _balance(machine),
        "tasks": _work(machine, "tasks", "--beat", "--concurrency", "20"),
    }


def _serve(machine: Machine, *, workers: int, threads: int) -> list[str]:
    many = ["--workers", str(workers), "--worker-class", "gthread", "--threads", str(threads), "--timeout", "600"]
    web = ["--bind", f"{machine.address}:8000", *many, "--config", str(WEB_CONFIG), "--log-level", "warning"]
    return [sys.executable, "-m", "gunicorn", *web, "insidejob.wsgi"]


def _balance(machine: Machine) -> list[str]:
    return ["caddy", "run", "--config", str(machine.folder / "Caddyfile"), "--adapter", "caddyfile"]


def _work(machine: Machine, name: str, *options: str) -> list[str]:
    return celery("worker", "--pool", "threads", "--hostname", f"{name}@{machine.name}", *options)
