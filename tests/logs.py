"""Reads what production would write to its log."""

import io
import logging
import logging.config
from collections.abc import Iterator
from contextlib import contextmanager

from insidejob.logs import logging_settings


@contextmanager
def read_log(*, reports: bool = False) -> Iterator[io.StringIO]:
    """Give what production writes to its log while the block runs; with `reports` errors go to the reporter, too."""
    stream = io.StringIO()
    logging.config.dictConfig(logging_settings(json=True, reports=reports))
    handler, *others = logging.getLogger().handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    try:
        yield stream
    finally:
        for each in (handler, *others):
            logging.getLogger().removeHandler(each)
