"""Publishes what has changed to the streams process, over Redis or a Unix socket.

If a message is lost, pages notice the change with their next poll.
"""

import socket
from collections.abc import Iterable
from contextlib import suppress

from django.conf import settings

from insidejob.streams.passes import name_topic

CHANNEL = "insidejob:news"


def publish(names: Iterable[str]) -> None:
    """Publish changes. `names` are names of stamps. Call it after the commit."""
    if settings.STREAMS_NEWS:
        message = " ".join(map(name_topic, names)).encode()
        (_send if is_path(settings.STREAMS_NEWS) else _send_to_redis)(message)


def is_path(address: str) -> bool:
    return address.startswith("/")


def _send(message: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender, suppress(OSError):
        sender.setblocking(False)
        sender.sendto(message, settings.STREAMS_NEWS)


def _send_to_redis(message: bytes) -> None:
    from django_redis import get_redis_connection
    from django_redis.exceptions import ConnectionInterrupted

    # `PausingRedis` has logged that Redis is away.
    with suppress(ConnectionInterrupted):
        get_redis_connection().publish(CHANNEL, message)
