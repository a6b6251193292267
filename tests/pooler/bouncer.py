"""PgBouncer as managed databases run it: by transaction, with few connections, and no options taken from clients."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from insidejob.settings.connections import TIME_LIMITS
from tests.postgres import make_folder
from tools.torture.processes import START_LIMIT, Service, wait_until
from tools.torture.stage import HOST, free_port

POOL_SIZE = 2
"""Connections to PostgreSQL: fewer than the threads that want one."""
SETTINGS = """[databases]
* = {server}
[pgbouncer]
pool_mode = transaction
default_pool_size = {pool_size}
auth_type = any
listen_addr = {host}
listen_port = {port}
unix_socket_dir =
"""
Server = Mapping[str, str]
"""How a server is reached, by libpq's names."""


def find_pgbouncer() -> str | None:
    """Return where PgBouncer is; Debian puts it where not everybody looks."""
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def read_server(url: str) -> Server:
    """Return how the server at `url` is reached."""
    return {name: str(value) for name, value in conninfo_to_dict(url).items()}


def write_url(server: Server) -> str:
    rest = {name: value for name, value in server.items() if name not in ("user", "password", "port", "dbname")}
    user = ":".join(quote(server[name], safe="") for name in ("user", "password") if name in server)
    port = f":{server['port']}" if "port" in server else ""
    return f"postgres://{user}@{port}/{server['dbname']}?{urlencode(rest)}"


@contextmanager
def make_database(server: Server) -> Iterator[Server]:
    """Make a database with the time limits that are its role's there, and remove it afterwards."""
    name = f"pooled_{os.getpid()}"
    with psycopg.connect(make_conninfo(**server), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        for setting, value in {**TIME_LIMITS, "timezone": "UTC"}.items():
            limit = sql.SQL("ALTER ROLE CURRENT_USER IN DATABASE {} SET {} = {}")
            connection.execute(limit.format(sql.Identifier(name), sql.Identifier(setting), sql.Literal(value)))
    try:
        yield {**server, "dbname": name}
    finally:
        with psycopg.connect(make_conninfo(**server), autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def run_pgbouncer(server: Server) -> Iterator[Server]:
    """Run PgBouncer before the server, and tell how the same database is reached through it. Raises `Stuck`."""
    folder, pooled = make_folder(), {**server, "host": HOST, "port": str(free_port())}
    service = make_service(folder, server, pooled["port"])
    service.start()
    try:
        wait_until(lambda: answers(pooled), START_LIMIT, "PgBouncer answers")
        yield pooled
    finally:
        service.end()
        shutil.rmtree(folder, ignore_errors=True)


def make_service(folder: Path, server: Server, port: str) -> Service:
    program, settings = find_pgbouncer(), folder / "pgbouncer.ini"
    assert program, "apt-get install pgbouncer"
    # It opens connections as one user, whoever asks.
    behind = " ".join(f"{name}={value}" for name, value in server.items() if name != "dbname")
    settings.write_text(SETTINGS.format(server=behind, pool_size=POOL_SIZE, host=HOST, port=port))
    # It refuses to be run by root.
    user = "nobody" if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    return Service("pgbouncer", [program, str(settings)], folder=folder, environment={}, guarded=False, user=user)


def answers(server: Server) -> bool:
    try:
        psycopg.connect(make_conninfo(**server), connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True
