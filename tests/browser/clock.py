"""Lets time pass for one game: `python -m tests.browser.clock CODE deadline` or `… notices`, on the site's database."""

import sys

import django


def pass_time(code: str, what: str) -> None:
    """Make a game's deadline, or all its notices, due now."""
    from django.utils import timezone

    from games.models import Game, Notice

    now = timezone.now()
    if what == "deadline":
        assert Game.objects.filter(code=code, due_at__gt=now).update(due_at=now), f"nothing to move in {code}"
    else:
        # Some may have gone out by themselves, if the site has been up for a while.
        waiting = Notice.objects.filter(game__code=code, state=Notice.State.WAITING)
        waiting.exclude(kind="reminder").update(send_at=now)


if __name__ == "__main__":
    django.setup()
    pass_time(*sys.argv[1:])
