"""Serves streams in production: `python -m insidejob.streams 127.0.0.1:8001`."""

import asyncio
import socket
import sys

from django.conf import settings
from django.utils.log import configure_logging

from insidejob.streams.server import serve


def main(address: str) -> None:
    host, _, port = address.rpartition(":")
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    with socket.create_server((host, int(port))) as listening:
        asyncio.run(serve(listening, settings.STREAMS_NEWS))


if __name__ == "__main__":
    main(sys.argv[1])
