"""Reads what production would write to its log."""

import io
import logging
import logging.config
from collections.abc import Iterator
from contextlib import contextmanager

from insidejob.logs import logging_settings


@contextmanager
def read_log() -> Iterator[io.StringIO]:
    """Give what production writes to its log while the block runs."""
    stream = io.StringIO()
    logging.config.dictConfig(logging_settings(json=True))
    handler = logging.getLogger().handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    try:
        yield stream
    finally:
        logging.getLogger().removeHandler(handler)
