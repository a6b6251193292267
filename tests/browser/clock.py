"""Lets time pass for one game: `python -m tests.browser.clock CODE deadline` or `… notices`, on the site's database."""

import sys

import django


def pass_time(code: str, what: str) -> None:
    """Make a game's deadline, or all its notices, due now."""
    from django.utils import timezone

    from games.models import Game, Notice

    now = timezone.now()
    if what == "deadline":
        changed = Game.objects.filter(code=code, due_at__gt=now).update(due_at=now)
    else:
        waiting = Notice.objects.filter(game__code=code, state=Notice.State.WAITING)
        changed = waiting.exclude(kind=Notice.Kind.REMINDER).update(send_at=now)
    assert changed, f"nothing to move in {code}"


if __name__ == "__main__":
    django.setup()
    pass_time(*sys.argv[1:])
