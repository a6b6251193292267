"""The webhook of a bot account: what is posted, signed as the guide says, and to whom."""

import json
import os
import re
import socket
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from games.notifications.channels import client
from games.notifications.channels.types import Request
from games.tables.services import lobby
from tests.api.clients import Bot
from tests.builders_people import make_person
from tests.infra.waiting import wait_until
from tests.notifications.channels.builders import send_after
from tests.notifications.channels.sink import Sink
from tests.tables.builders import open_table, play_on
from tools.torture.stage import free_port

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=10)


def start_with(bot: Bot) -> str:
    """Return the code of a table where people wait for a bot account."""
    game = open_table(make_person(), make_person(), seats=3, allows_bots=True)
    lobby.join_game(code=game.code, user=bot.user)
    while not game.players.get(user=bot.user).owes:
        play_on(game, 1)
    return game.code


def test_the_webhook_of_a_bot_account_is_told_of_its_turn_until_it_is_taken_away(sink: Sink) -> None:
    owner = make_person()
    bot, other = Bot(owner), Bot(owner, "Tocker")
    assert bot.read("webhook") == {"url": "", "secret": "", "paused_at": None}
    shown = bot.ask("PUT", "webhook", {"url": f"{sink.url}/hook"}).json()
    assert (shown["url"], shown == bot.read("webhook")) == (f"{sink.url}/hook", True)
    code, _ = start_with(bot), start_with(other)
    send_after(SOON)
    [posted] = sink.came
    assert code in posted.body.decode()
    assert bot.ask("DELETE", "webhook").status_code == 204
    assert bot.read("webhook")["url"] == ""
    start_with(bot)
    send_after(SOON)
    assert len(sink.came) == 1


@pytest.mark.parametrize("url", ["http://hooks.example.org/", "https://localhost:9/", "ftp://x", "x", ""])
def test_an_address_that_the_site_does_not_post_to_is_refused(url: str) -> None:
    refused = Bot(make_person()).ask("PUT", "webhook", {"url": url})
    assert (refused.status_code, refused.json()["code"], refused.json()["fields"]) == (422, "invalid", ["url"])


@pytest.mark.slow
def test_the_program_of_the_guide_takes_what_is_signed_and_nothing_else(settings: Settings, sink: Sink) -> None:
    bot, port = Bot(make_person()), free_port()
    settings.CHANNELS_MAY_REACH = [*settings.CHANNELS_MAY_REACH, f"localhost:{port}"]
    secret = bot.ask("PUT", "webhook", {"url": f"{sink.url}/"}).json()["secret"]
    start_with(bot)
    send_after(SOON)
    [posted] = sink.came
    assert json.loads(posted.body)["tables"][0].keys() == {"event", "table", "text", "url"}
    [program] = re.findall(r"```python\n(.*?)```", Path("docs/api.md").read_text("utf-8"), re.DOTALL)
    command = [sys.executable, "-c", program.replace("9000", str(port))]
    process = subprocess.Popen(command, env={**os.environ, "SECRET": secret}, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: is_open(port))
        signed = {"X-Inside-Job-Signature": posted.headers["x-inside-job-signature"]}
        statuses = [
            client._send(Request(f"http://localhost:{port}/", body, headers))
            for body, headers in ((posted.body, signed), (posted.body + b" ", signed), (posted.body, {}))
        ]
    finally:
        process.kill()
        process.wait()
    assert statuses == [204, 401, 401]


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("localhost", port), timeout=1):
        return True
    return False
