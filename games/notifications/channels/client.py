"""Posting to servers that people name: nothing private is reached, nothing followed, nothing waited for long.

The address is looked up once, checked, and connected to as it was checked: a name that answers otherwise a moment later
leads nowhere.
"""

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

import structlog
from django.conf import settings

from games.notifications.channels.names import look_up
from games.notifications.channels.types import Outcome, Request

TIMEOUT = 5.0
"""Seconds for all of it once the name is looked up: connecting, handshake, answer. What drips is cut off."""
MAX_BODY = 8_000
PORT = 443
UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses that IANA gives out for the open internet. What translates to IPv4 (64:ff9b::) lies outside."""
SPECIAL = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
)
"""Special-purpose ranges of IANA's registries (RFC 6890) that Python calls global in some of its versions.

Protocol assignments, Teredo among them; 6to4 and its relays, which lead to any IPv4 address; documentation.
"""
USER_AGENT = "InsideJob/1"

log = structlog.get_logger(__name__)


class Forbidden(Exception):
    """The address is none that this site posts to; the message says why, as a code."""


def post(request: Request, gone: frozenset[int]) -> Outcome:
    """Post, and return what came of it; `gone` are the statuses that refuse for good. Raises nothing."""
    try:
        status = send(request)
    except Forbidden as error:
        log.info("post forbidden", reason=str(error))
        return Outcome.NEVER
    except Exception as error:
        # Never what the other server said, nor where it is.
        log.info("post failed", reason=type(error).__name__)
        return Outcome.LATER
    if 200 <= status < 300:
        return Outcome.TAKEN
    log.info("post refused", status=status)
    return Outcome.NEVER if status in gone else Outcome.LATER


def send(request: Request) -> int:
    """Return the status of the answer. Raises `Forbidden`, or what the network or the other server does."""
    if len(request.body) > MAX_BODY:
        raise Forbidden("too long")
    parts, host, port = check_url(request.url)
    address, ends_at = find_address(host, port), time.monotonic() + TIMEOUT
    connection = connect(host, port, address)
    cut_off = threading.Timer(max(0, ends_at - time.monotonic()), hang_up, [connection.sock])
    cut_off.start()
    try:
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"User-Agent": USER_AGENT, **request.headers, "Connection": "close"}
        connection.request("POST", path, request.body, headers)
        # The body of an answer is of no interest.
        return connection.getresponse().status
    finally:
        cut_off.cancel()
        connection.close()


def check_url(url: str) -> tuple[SplitResult, str, int]:
    """Return the parts of an address, its host and its port. Raises `Forbidden` unless that is HTTPS as usual."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Forbidden("malformed") from None
    if f"{host}:{port}" in settings.CHANNELS_MAY_REACH:
        return parts, host, port or PORT
    if parts.scheme != "https" or not host or port not in (None, PORT) or parts.username is not None:
        raise Forbidden("address")
    return parts, host, PORT


def find_address(host: str, port: int) -> str:
    """Return the address of a host. Raises `Forbidden` if any that it has is not public, `OSError` if it has none."""
    found = look_up(host, port)
    if f"{host}:{port}" not in settings.CHANNELS_MAY_REACH and not all(map(is_public, found)):
        raise Forbidden("private")
    return found[0]


def is_public(address: str) -> bool:
    """Tell whether an address is one of the open internet: not private, local, shared, reserved, or of a group."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        return is_plain(ip.ipv4_mapped) if ip.ipv4_mapped else ip in UNICAST and is_plain(ip)
    return is_plain(ip)


def is_plain(ip: IPv4Address | IPv6Address) -> bool:
    """Tell whether an address leads to one machine of the open internet."""
    is_special = ip.is_multicast or ip.is_reserved or any(ip in network for network in SPECIAL)
    return ip.is_global and not is_special


def connect(host: str, port: int, address: str) -> http.client.HTTPConnection:
    """Return a connection to the very address, before any handshake; the name goes into that and the request alone."""
    plain = socket.create_connection((address, port), timeout=TIMEOUT)
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    if f"{host}:{port}" in settings.CHANNELS_MAY_REACH:
        connection.sock = plain
        return connection
    try:
        # The handshake comes later: until it is over nobody else has the socket to cut it off.
        connection.sock = make_context().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    except BaseException:
        plain.close()
        raise
    # With the port of HTTPS the request names the host alone.
    connection.default_port = PORT
    return connection


@lru_cache(maxsize=1)
def make_context() -> ssl.SSLContext:
    """Return the usual demands on certificates."""
    return ssl.create_default_context()


def hang_up(sock: socket.socket) -> None:
    """End a connection that takes too long; what waits for it is told."""
    with suppress(OSError):
        # Not the method of an SSL socket, which drops the state that another thread is using.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
