"""A mail server for each test that asks for one."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.notifications.email.server import MailServer


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """Give a real mail server that the site sends to."""
    server = MailServer()
    server.start()
    settings.EMAIL_BACKEND = "insidejob.smtp.Backend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_TIMEOUT = 60
    settings.SITE_ADDRESS = "https://insidejob.example"
    yield server
    server.stop(no_assert=True)
