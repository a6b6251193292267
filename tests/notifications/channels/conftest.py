"""A sink for each test that asks for one, and the only host in the clear that the site then posts to."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.notifications.channels.sink import Sink


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    """Give a server that keeps what is posted to it."""
    sink = Sink()
    sink.start()
    settings.CHANNELS_MAY_REACH = [f"127.0.0.1:{sink.port}"]
    settings.SITE_ADDRESS = "https://insidejob.example"
    yield sink
    sink.stop()
