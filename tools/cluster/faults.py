"""What may happen to a cluster: a program or a machine dies, hangs and wakes up again, or is cut off.

Each fault is a context: it has happened when the block begins, and is undone after the block.
"""

import json
import signal
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Any

from insidejob.redis_address import open_redis
from tools.cluster.machines import WITH_SITE, Machine, cut, mend, unplugged
from tools.cluster.stage import BELOW, ClusterStage

POSTGRES = ("postgres", "patroni")
SITE = ("gunicorn", "celery", "insidejob.streams")
DIE, HANG, WAKE = signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT


def read_members(machine: Machine) -> dict[str, Any]:
    """Return what a machine's Patroni says of each member, by name. Raises `OSError` or `ValueError` if it does not."""
    with urllib.request.urlopen(f"http://{machine.address}:8008/cluster", timeout=2) as answer:
        return {member["name"]: member for member in json.load(answer)["members"]}


def read_roles(stage: ClusterStage) -> dict[str, Any]:
    """Return what the first Patroni that answers says. Raises `OSError` if none of them does."""
    for machine in stage.machines.values():
        with suppress(OSError, ValueError):
            return read_members(machine)
    raise OSError("no Patroni answers")


def is_whole(stage: ClusterStage) -> bool:
    """Tell whether all agree on one primary, two others follow it, one of them has every commit, and both sites answer.

    One that was cut off may not know yet that another is the primary.
    """
    try:
        seen = [read_members(machine) for machine in stage.machines.values()]
    except (OSError, ValueError):
        return False
    leaders = {name for members in seen for name, member in members.items() if member["role"] == "leader"}
    lags = [member.get("lag") for members in seen for member in members.values() if member["role"] != "leader"]
    has_all_commits = all(any(member["role"] == "sync_standby" for member in members.values()) for members in seen)
    return (
        len(leaders) == 1
        and lags == [0, 0] * len(seen)
        and (has_all_commits or stage.is_careless)
        and stage.sites_answer()
    )


def find_postgres(stage: ClusterStage, role: str) -> Machine:
    return next(stage.machines[name] for name, member in read_roles(stage).items() if member["role"] == role)


def find_redis(stage: ClusterStage) -> Machine:
    """Return the machine with the primary Redis."""
    import redis

    client = open_redis(redis, stage.environment["REDIS_URL"], socket_timeout=2)
    address = client.connection_pool.get_master_address()[0]
    return next(machine for machine in stage.machines.values() if machine.address == address)


@contextmanager
def killed(machine: Machine, words: Sequence[str], programs: Sequence[str]) -> Iterator[None]:
    """Kill what has one of these words in its command line, and do not start it again meanwhile."""
    machine.want(*programs, wanted=False)
    for word in words:
        machine.send(DIE, word)
    try:
        yield
    finally:
        machine.want(*programs, wanted=True)


@contextmanager
def frozen(machine: Machine, words: Sequence[str]) -> Iterator[None]:
    """Let these hang: they keep their connections, and go on later as if no time had passed."""
    for word in words:
        machine.send(HANG, word)
    try:
        yield
    finally:
        for word in words:
            machine.send(WAKE, word)


def kill_primary(stage: ClusterStage, chance: Random) -> Any:
    """PostgreSQL's primary dies with its Patroni, as if the machine had lost its disk."""
    return killed(find_postgres(stage, "leader"), POSTGRES, ["patroni"])


def freeze_primary(stage: ClusterStage, chance: Random) -> Any:
    return frozen(find_postgres(stage, "leader"), POSTGRES)


def kill_postgres(stage: ClusterStage, chance: Random) -> Any:
    """PostgreSQL alone dies, and Patroni, which is still there, starts it again."""
    return killed(find_postgres(stage, "leader"), ["postgres:", "bin/postgres"], [])


def kill_replica(stage: ClusterStage, chance: Random) -> Any:
    """The replica that has every commit dies: commits wait for it until Patroni has named another."""
    return killed(find_postgres(stage, "sync_standby"), POSTGRES, ["patroni"])


def freeze_replica(stage: ClusterStage, chance: Random) -> Any:
    return frozen(find_postgres(stage, "sync_standby"), POSTGRES)


@contextmanager
def pause_replicas(stage: ClusterStage, chance: Random) -> Iterator[None]:
    """Both replicas take commits and do not show them, so that all that is read from them is late.

    PostgreSQL can be asked to, but Patroni ends that within seconds.
    """
    primary = find_postgres(stage, "leader")
    with ExitStack() as stack:
        for machine in stage.machines.values():
            if machine is not primary:
                stack.enter_context(frozen(machine, ["startup recovering"]))
        yield


def kill_etcd(stage: ClusterStage, chance: Random) -> Any:
    return killed(_pick(stage, chance), ["etcd"], ["etcd"])


def freeze_etcd(stage: ClusterStage, chance: Random) -> Any:
    return frozen(_pick(stage, chance), ["etcd"])


def kill_redis(stage: ClusterStage, chance: Random) -> Any:
    return killed(find_redis(stage), [":6379"], ["redis"])


def freeze_redis(stage: ClusterStage, chance: Random) -> Any:
    return frozen(find_redis(stage), [":6379"])


def kill_sentinel(stage: ClusterStage, chance: Random) -> Any:
    return killed(_pick(stage, chance), ["[sentinel]"], ["sentinel"])


def kill_site(stage: ClusterStage, chance: Random) -> Any:
    """All of the site's programs on one machine die."""
    machine = stage.machines[chance.choice(WITH_SITE)]
    return killed(machine, SITE, [name for name in machine.services if name not in (*BELOW, "balancer")])


def freeze_site(stage: ClusterStage, chance: Random) -> Any:
    return frozen(stage.machines[chance.choice(WITH_SITE)], SITE)


def kill_balancer(stage: ClusterStage, chance: Random) -> Any:
    return killed(stage.machines[chance.choice(WITH_SITE)], ["caddy"], ["balancer"])


def kill_machine(stage: ClusterStage, chance: Random) -> Any:
    """A machine without the primary loses its power."""
    return _without_power(_pick_other(stage, chance, find_postgres(stage, "leader")))


def freeze_machine(stage: ClusterStage, chance: Random) -> Any:
    return _standing_still(_pick_other(stage, chance, find_postgres(stage, "leader")))


def kill_primary_machine(stage: ClusterStage, chance: Random) -> Any:
    """The machine that holds PostgreSQL's primary loses its power."""
    return _without_power(find_postgres(stage, "leader"))


def freeze_primary_machine(stage: ClusterStage, chance: Random) -> Any:
    return _standing_still(find_postgres(stage, "leader"))


@contextmanager
def _without_power(machine: Machine) -> Iterator[None]:
    """Nothing of it says goodbye: those who were connected to it hear nothing more."""
    with unplugged(machine), killed(machine, [""], list(machine.services)):
        yield


@contextmanager
def _standing_still(machine: Machine) -> Iterator[None]:
    """As a virtual machine that is paused: later it goes on as if no time had passed."""
    with unplugged(machine), frozen(machine, [""]):
        yield


@contextmanager
def cut_between_two(stage: ClusterStage, chance: Random) -> Iterator[None]:
    """The primary's machine and another no longer reach each other; both still reach the third."""
    primary = find_postgres(stage, "leader")
    other = _pick_other(stage, chance, primary)
    cut(primary, other)
    try:
        yield
    finally:
        mend(primary, other)


@contextmanager
def cut_off_primary(stage: ClusterStage, chance: Random) -> Iterator[None]:
    """The primary's machine reaches neither of the others, but visitors still reach its site."""
    primary = find_postgres(stage, "leader")
    others = [machine for machine in stage.machines.values() if machine is not primary]
    for other in others:
        cut(primary, other)
    try:
        yield
    finally:
        for other in others:
            mend(primary, other)


def _pick(stage: ClusterStage, chance: Random) -> Machine:
    return chance.choice(list(stage.machines.values()))


def _pick_other(stage: ClusterStage, chance: Random, machine: Machine) -> Machine:
    return chance.choice([other for other in stage.machines.values() if other is not machine])


OF_REPLICAS = (kill_replica.__name__, freeze_replica.__name__, pause_replicas.__name__)
"""Faults that no reader may notice."""
Fault = Callable[[ClusterStage, Random], Any]
FAULTS: Mapping[str, Fault] = {
    fault.__name__: fault
    for fault in (
        kill_primary, freeze_primary, kill_postgres, cut_between_two, cut_off_primary, kill_replica, freeze_replica,
        pause_replicas, kill_etcd, freeze_etcd, kill_redis, freeze_redis, kill_sentinel, kill_site, freeze_site,
        kill_balancer, kill_machine, freeze_machine, kill_primary_machine, freeze_primary_machine,
    )
}  # fmt: skip
