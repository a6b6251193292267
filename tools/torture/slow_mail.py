"""`python -m tools.torture.slow_mail`: does the clock keep going while the mail server takes seconds for each answer?

It starts its own site, as `make torture` does, with more mail due than such a server can take, and measures for
how long no sweep ran. `--seconds 120 --slow 8` are how long to look and how long each answer takes.
"""

import argparse
import asyncio
import os
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.torture.processes import wait_until
from tools.torture.sink import Sink
from tools.torture.stage import Stage, run_site, set_stage

MAILS = 40
LOOK_EVERY = 0.25


class SlowSink(Sink):
    """An SMTP server that accepts every mail and takes several seconds for each answer."""

    def __init__(self, port: int, slow: float) -> None:
        super().__init__(port)
        self.slow = slow

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        await asyncio.sleep(self.slow)
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        await asyncio.sleep(self.slow)
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        await asyncio.sleep(self.slow)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        await asyncio.sleep(self.slow)
        return await super().handle_DATA(server, session, envelope)


def main(arguments: list[str]) -> int:
    """Measure, print the figures, and return 1 if the clock stood still for longer than the sweeps' pause allows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--slow", type=float, default=8)
    options = parser.parse_args(arguments)
    with set_stage(()) as stage:
        stage.sink.controller.stop()
        with SlowSink(stage.ports["smtp"], options.slow) as sink:
            return measure(stage, sink, options.seconds)


def measure(stage: Stage, sink: Sink, seconds: float) -> int:
    """Make mail due, watch the times of the sweeps, and print them."""
    from games.models import Heartbeat
    from tests.notifications.email.builders import write_notifications

    with run_site(stage):
        wait_until(Heartbeat.objects.exists, 60, "the first sweep")
        write_notifications(MAILS)
        asked_at = ask_for_code()
        beats, code_after, begun = list[float](), None, time.monotonic()
        while time.monotonic() < begun + seconds:
            beats.append(Heartbeat.objects.get().beat_at.timestamp())
            if code_after is None and any("code@example.org" in people for people in list(sink.arrived.values())):
                code_after = time.monotonic() - asked_at
            time.sleep(LOOK_EVERY)
        mails = sink.count_mails()
    gap = max(later - earlier for earlier, later in pairwise(beats))
    sweeps = len(set(beats))
    print(f"{sweeps} sweeps in {seconds:.0f} s, at most {gap:.1f} s apart; {mails} mails taken")
    print(f"a code was there after {code_after:.0f} s" if code_after else "no code came")
    return int(gap > 15)


def ask_for_code() -> float:
    """Ask for a code in the database, as the sign-up page does, and return when."""
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import AccountEmail

    soon = timezone.now() + timedelta(minutes=15)
    AccountEmail.objects.create(email="code@example.org", language="en", subject="Code", text="Code", expires_at=soon)
    return time.monotonic()


if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    sys.exit(main(sys.argv[1:]))
