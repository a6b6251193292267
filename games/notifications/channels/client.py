"""Posts to servers that users name.

Private addresses and redirects are refused, and timeouts are short. The name is not looked up again after the check,
because of DNS rebinding.
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

from games.notifications.channels.lookups import look_up
from games.notifications.channels.types import Outcome, Request

TIMEOUT = 5.0
"""Seconds for connecting, the TLS handshake and the response together. The lookup of the name comes on top."""
MAX_BODY = 8_000
PORT = 443
UNICAST = IPv6Network("2000::/3")
"""The IPv6 addresses for public use, as IANA assigns them. NAT64 (64:ff9b::) is outside of them."""
SPECIAL = tuple(
    map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
)
"""IANA special-purpose ranges (RFC 6890) that some Python versions call global: protocol assignments with Teredo, 6to4
and its relays, documentation.
"""
USER_AGENT = "InsideJob/1"

log = structlog.get_logger(__name__)


class Forbidden(Exception):
    """Raised for an address that the site does not post to. The message is a code for the reason."""


def post(request: Request, gone: frozenset[int]) -> Outcome:
    """Send a request and return what came of it.

    `gone` holds the response statuses that mean a final refusal. Never raises.
    """
    try:
        status = _send(request)
    except Forbidden as error:
        log.info("post forbidden", reason=str(error))
        return Outcome.NEVER
    except Exception as error:
        # Never log what the server said, or where it is.
        log.info("post failed", reason=type(error).__name__)
        return Outcome.LATER
    if 200 <= status < 300:
        return Outcome.TAKEN
    log.info("post refused", status=status)
    return Outcome.NEVER if status in gone else Outcome.LATER


def _send(request: Request) -> int:
    """Send a request and return the response status. Raises `Forbidden`, or any error of the network or server."""
    if len(request.body) > MAX_BODY:
        raise Forbidden("too long")
    parts, host, port = check_url(request.url)
    address, ends_at = _find_address(host, port), time.monotonic() + TIMEOUT
    connection = _connect(host, port, address)
    cut_off = threading.Timer(max(0, ends_at - time.monotonic()), _hang_up, [connection.sock])
    cut_off.start()
    try:
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"User-Agent": USER_AGENT, **request.headers, "Connection": "close"}
        connection.request("POST", path, request.body, headers)
        return connection.getresponse().status
    finally:
        cut_off.cancel()
        connection.close()


def check_url(url: str) -> tuple[SplitResult, str, int]:
    """Return a URL in parts, with its host and port. Raises `Forbidden` unless it is plain HTTPS."""
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


def _find_address(host: str, port: int) -> str:
    """Return an address of the host. Raises `Forbidden` if any of its addresses is not public."""
    found = look_up(host, port)
    if f"{host}:{port}" not in settings.CHANNELS_MAY_REACH and not all(map(_is_public, found)):
        raise Forbidden("private")
    return found[0]


def _is_public(address: str) -> bool:
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        return _is_plain(ip.ipv4_mapped) if ip.ipv4_mapped else ip in UNICAST and _is_plain(ip)
    return _is_plain(ip)


def _is_plain(ip: IPv4Address | IPv6Address) -> bool:
    is_special = ip.is_multicast or ip.is_reserved or any(ip in network for network in SPECIAL)
    return ip.is_global and not is_special


def _connect(host: str, port: int, address: str) -> http.client.HTTPConnection:
    plain = socket.create_connection((address, port), timeout=TIMEOUT)
    connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
    if f"{host}:{port}" in settings.CHANNELS_MAY_REACH:
        connection.sock = plain
        return connection
    try:
        # Handshake later: until then no timer could have the socket.
        connection.sock = _make_context().wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    except BaseException:
        plain.close()
        raise
    # Leave the port out of the Host header.
    connection.default_port = PORT
    return connection


@lru_cache(maxsize=1)
def _make_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _hang_up(sock: socket.socket) -> None:
    """Close a connection while another thread reads from it. The reader gets an error."""
    with suppress(OSError):
        # `SSLSocket.shutdown` would drop state that another thread uses.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
