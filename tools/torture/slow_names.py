"""`python -m tools.torture.slow_names`: does the site answer while every name that people gave takes 20 s to look up?

It starts its own site, as `make torture` does, with one process for each queue. One person presses *Send a test*
20 times at once, and posts to 16 others are due. Each of their servers has a name that the resolver is slow with.
"""

import argparse
import http.client
import os
import secrets
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.utils import timezone

from tools.torture.processes import wait_until
from tools.torture.slow_mail import ask_for_code
from tools.torture.stage import HOST, Stage, run_site, set_stage

PRESSES, PEOPLE = 20, 16
LOOK_EVERY, WARM_UP = 0.25, 20
PAGE_LIMIT, CODE_LIMIT, SWEEP_LIMIT = 5.0, 20.0, 15.0
"""Seconds that a page, a code and the pause between two sweeps may take."""
LEFT_OF_LEASE = timedelta(seconds=75)
SLOW = """
import os, socket, time
_look_up = socket.getaddrinfo

def getaddrinfo(host, *args, **kwargs):
    if str(host).endswith(".slow.example"):
        time.sleep(float(os.environ["SLOW_NAMES"]))
        raise socket.gaierror(socket.EAI_AGAIN, "slow")
    return _look_up(host, *args, **kwargs)

socket.getaddrinfo = getaddrinfo
"""
"""Python runs it in each process of the site before anything else."""


def main(arguments: list[str]) -> int:
    """Attack, print the figures, and return 1 if anything was kept waiting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", type=float, default=20, help="seconds for a name")
    parser.add_argument("--seconds", type=float, default=90, help="seconds to look")
    options = parser.parse_args(arguments)
    with set_stage(()) as stage:
        (stage.folder / "sitecustomize.py").write_text(SLOW)
        stage.environment |= {"PYTHONPATH": str(stage.folder), "SLOW_NAMES": str(options.slow)}
        with run_site(stage, concurrency=1):
            return attack(stage, options.seconds)


def attack(stage: Stage, seconds: float) -> int:
    """Press the button and make posts due. Meanwhile measure pages, sweeps and a code."""
    from games.models import Delivery, Heartbeat

    wait_until(Heartbeat.objects.exists, 60, "the first sweep")
    port, headers = stage.ports["web"], sign_in("presser")
    for _ in range(WARM_UP):
        # A process reads templates and the like at its first requests.
        ask(port, "GET", "/mail/channels/webhook/", "", headers)
        ask(port, "GET", "/", "", {})
    make_due()
    wait_until(Delivery.objects.filter(channel="webhook", attempts=1).exists, 60, "a post is tried")
    asked_at, posts_at, beats, code = ask_for_code(), None, list[float](), None
    with pressing(port, headers) as presses, fetching(port, seconds) as pages:
        begun = time.monotonic()
        while time.monotonic() < begun + seconds:
            beats.append(Heartbeat.objects.get().beat_at.timestamp())
            if code is None and any("code@example.org" in people for people in list(stage.sink.arrived.values())):
                code = time.monotonic() - asked_at
            if posts_at is None and not is_any_post_open():
                posts_at = time.monotonic() - asked_at
            time.sleep(LOOK_EVERY)
    gap = max(later - earlier for earlier, later in pairwise(sorted(set(beats))))
    print(f"{len(presses)} presses answered, the slowest after {max(presses, default=0):.1f} s")
    print(f"{len(pages)} pages meanwhile, median {statistics.median(pages):.2f} s, slowest {max(pages):.1f} s")
    print(f"a code after {say(code)}; sweeps at most {gap:.1f} s apart; all {PEOPLE} posts tried after {say(posts_at)}")
    print(f"load {os.getloadavg()[0]:.0f}", flush=True)
    return int(max(pages) > PAGE_LIMIT or code is None or code > CODE_LIMIT or gap > SWEEP_LIMIT)


def say(seconds: float | None) -> str:
    return "more than was waited" if seconds is None else f"{seconds:.1f} s"


def is_any_post_open() -> bool:
    """Tell whether a post was not tried yet, or is being tried: its lease is longer than the pause after a failure."""
    from games.models import Delivery

    posts = Delivery.objects.filter(channel="webhook")
    return posts.filter(attempts=0).exists() or posts.filter(send_at__gt=timezone.now() + LEFT_OF_LEASE).exists()


def sign_in(name: str) -> dict[str, str]:
    """Return the headers of a signed-in person with a webhook that has a host name that is slow to look up."""
    from django.conf import settings
    from django.test import Client

    from games.notifications import contacts
    from tests.builders_people import make_person

    person, client, token = make_person(password=None), Client(), secrets.token_hex(16)
    contacts.connect(person, "webhook", f"https://{name}.slow.example/hook")
    client.force_login(person)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {settings.SESSION_COOKIE_NAME: session, settings.CSRF_COOKIE_NAME: token}
    return {
        "Cookie": "; ".join(f"{key}={value}" for key, value in cookies.items()),
        "X-CSRFToken": token,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def make_due() -> None:
    """Make notifications due for several people with webhooks that have slow names."""
    from django.db import transaction

    from games.notifications import contacts
    from tests.builders_people import make_person
    from tests.notifications.email.builders import write_notifications

    people = [make_person(password=None) for _ in range(PEOPLE)]
    for number, person in enumerate(people):
        contacts.connect(person, "webhook", f"https://number-{number}.slow.example/hook")
    with transaction.atomic():
        write_notifications(PEOPLE, people)
    from games.models import Notification

    Notification.objects.filter(state="waiting").update(send_at=timezone.now())


@contextmanager
def pressing(port: int, headers: dict[str, str]) -> Iterator[list[float]]:
    """Press the button many times at once; give the seconds after which each was answered."""
    taken: list[float] = []

    def press(_number: int) -> None:
        with suppress(OSError):
            taken.append(ask(port, "POST", "/mail/channels/webhook/", "action=test", headers))

    with ThreadPoolExecutor(PRESSES) as pool:
        for number in range(PRESSES):
            pool.submit(press, number)
        yield taken


@contextmanager
def fetching(port: int, seconds: float) -> Iterator[list[float]]:
    """Ask for the first page again and again; give how long each took."""
    taken: list[float] = []
    end = time.monotonic() + seconds

    def fetch() -> None:
        while time.monotonic() < end:
            taken.append(ask(port, "GET", "/", "", {}))
            time.sleep(LOOK_EVERY)

    thread = threading.Thread(target=fetch, daemon=True)
    thread.start()
    yield taken
    thread.join()


def ask(port: int, method: str, path: str, body: str, headers: dict[str, Any]) -> float:
    begun = time.monotonic()
    connection = http.client.HTTPConnection(HOST, port, timeout=300)
    try:
        connection.request(method, path, body, {"Host": HOST, **headers})
        status = connection.getresponse().status
        assert status < http.HTTPStatus.BAD_REQUEST, status
    finally:
        connection.close()
    return time.monotonic() - begun


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    sys.exit(main(sys.argv[1:]))
