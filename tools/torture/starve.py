"""`python -m tools.torture.starve`: does one dead channel, or a program that is away for long, hold up anything else?

It starts its own site, as `make torture` does, with one worker process for each queue, as the embedded set-up has
it. `--only hang`: people's webhooks never answer; `error`: they answer 500 for ever; `worker`: those that send are
stopped for long; `broker`: Redis is away for long. Each run fails if a sweep, a mail or another channel came late.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.utils import timezone

from tests.notifications.channels.sink import DRIP
from tools.torture.processes import wait_until
from tools.torture.stage import Stage, run_site, set_stage

PEOPLE = 60
LOOK_EVERY = 0.25
SWEEP_LIMIT, TOLD_LIMIT, RECOVERY_LIMIT = 15.0, 45.0, 90.0
"""The most seconds between two sweeps, until a working channel sends what is due, and until a channel that works again
does."""


def main(arguments: list[str]) -> int:
    """Run the scenes and print the figures. Return 1 if anything took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=list(SCENES), default="")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args(arguments)
    with set_stage(()) as stage, run_site(stage, concurrency=1):
        names = [options.only] if options.only else list(SCENES)
        return max(play(name, stage, options.seconds) for name in names)


def play(name: str, stage: Stage, seconds: float) -> int:
    """Play one scene; print what came late."""
    from games.models import Heartbeat
    from tools.torture.processes import slowdown

    wait_until(Heartbeat.objects.exists, 60, "the first sweep")
    print(f"{name}:", SCENES[name](stage, seconds), f"(load {os.getloadavg()[0]:.0f})", flush=True)
    late = [words for words, waited, limit in figures if waited > limit * slowdown()]
    figures.clear()
    print("".join(f"  late: {words}\n" for words in late), end="", flush=True)
    return int(bool(late))


people: list[Any] = []
"""The people who get notifications by every channel."""
figures: list[tuple[str, float, float]] = []
"""What a scene measured: the words for it, the seconds, and the most seconds allowed."""


def measure(words: str, waited: float, limit: float) -> str:
    """Note a figure, and return it in words."""
    figures.append((words, waited, limit))
    return f"{words} {waited:.1f} s"


def make_due(stage: Stage) -> None:
    """Make a notification due for many people by every channel."""
    from django.db import transaction

    from games.notifications import contacts
    from tests.builders_people import make_person
    from tests.notifications.email.builders import write_notifications
    from tools.torture.rounds import turn_on_channels

    if not people:
        people.extend(make_person(password=None) for _ in range(PEOPLE))
        for person in people:
            turn_on_channels(person, stage.posts.server.url)
            contacts.connect(person, "webhook", f"{stage.others.server.url}/webhook/{person.pk}")
    # The site sees nothing of it before all is there.
    with transaction.atomic():
        write_notifications(PEOPLE, people)


def count_waiting(*channels: str) -> int:
    from games.models import Delivery, Notification

    untold = Notification.objects.filter(state="waiting").count()
    return untold + Delivery.objects.filter(channel__in=channels, state="waiting").count()


def watch(seconds: float, channels: Mapping[str, tuple[str, ...]], limit: float = TOLD_LIMIT) -> str:
    """Watch sweeps and channels until everything is sent. Return how long each took."""
    from games.models import Heartbeat

    beats, done, begun = [time.time()], dict[str, float](), time.monotonic()
    while time.monotonic() < begun + seconds:
        beats.append(Heartbeat.objects.get().beat_at.timestamp())
        for name, codes in channels.items():
            if name not in done and not count_waiting(*codes):
                done[name] = time.monotonic() - begun
        if len(done) == len(channels) and time.monotonic() > begun + seconds / 2:
            break
        time.sleep(LOOK_EVERY)
    gap = max((later - earlier for earlier, later in pairwise(sorted(set(beats[1:])))), default=seconds)
    told = [measure(f"{name} all out after", done.get(name, seconds * 100), limit) for name in channels]
    return ", ".join([measure("between two sweeps at most", gap, SWEEP_LIMIT), *told])


SENDERS = ("mail", "outbound")
"""The workers that tell people."""
OTHERS = {"mail": ("mail",), "push": ("push",), "ntfy and Discord": ("ntfy", "discord")}
ALL = {**OTHERS, "webhooks": ("webhook",)}


def break_webhooks(status: int) -> Callable[[Stage, float], str]:
    """Return the scene where the server answers all webhooks with `status`."""

    def scene(stage: Stage, seconds: float) -> str:
        server = stage.others.server
        server.status, asked = status, len(server.came)
        make_due(stage)
        said, posts = watch(seconds, OTHERS), len(server.came) - asked
        server.status = 200
        put_forward()
        again = watch(2 * seconds, ALL, RECOVERY_LIMIT)
        return f"{said}; {posts} posts to {PEOPLE} dead webhooks; once they work again: {again}"

    return scene


def put_forward() -> None:
    """Make failed deliveries due again, as if their pause had passed."""
    from games.models import Delivery

    Delivery.objects.filter(state="waiting").update(send_at=timezone.now())


def stop_worker(stage: Stage, seconds: float) -> str:
    """Stop the workers that send messages, make many messages due, and start the workers again."""
    from games.models import Heartbeat

    senders = [process for name in SENDERS for process in stage.services[name].family()]
    for process in senders:
        process.suspend()
    make_due(stage)
    swept = Heartbeat.objects.get().beat_at
    time.sleep(seconds)
    goes_on = Heartbeat.objects.get().beat_at > swept
    for process in senders:
        process.resume()
    measure("without a sweep", 0 if goes_on else seconds, SWEEP_LIMIT)
    return f"sweeps went on: {goes_on}; then {watch(seconds, ALL)}"


def stop_broker(stage: Stage, seconds: float) -> str:
    """Stop Redis for a long time, make many messages due meanwhile, and start it again."""
    from games.models import Outage

    service, outages = stage.services["redis"], Outage.objects.count()
    service.is_wanted = False
    service.kill()
    make_due(stage)
    time.sleep(seconds)
    service.is_wanted = True
    wait_until(stage.redis_answers, 60, "Redis answers again")
    begun = time.monotonic()
    wait_until(lambda: Outage.objects.count() > outages, 120, "the sweep goes on")
    back = measure("swept again after", time.monotonic() - begun, 2 * SWEEP_LIMIT)
    return f"{back}, the time between is nobody's; then {watch(seconds, ALL)}"


SCENES: Mapping[str, Callable[[Stage, float], str]] = {
    "hang": break_webhooks(DRIP),
    "error": break_webhooks(500),
    "worker": stop_worker,
    "broker": stop_broker,
}

if __name__ == "__main__":
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    sys.exit(main(sys.argv[1:]))
