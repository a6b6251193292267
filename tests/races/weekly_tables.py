"""Races of weekly tables: sweeps that open and settle one, people who sit down, an owner who changes or removes it."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import choice, randint

from django.utils import timezone

from games.circles import services as circles
from games.circles import weekly_tables as weeks
from games.models import Game, Notification, WeeklyTable
from games.models.outage import read_lost
from games.site.consistency import _check_game
from games.tables.services.weekly_tables import open_weekly_table, settle
from insidejob.codes import make_code
from tests.circles.weeks import plan
from tests.races.lobby import attempt, joins
from tests.races.moves import Cast
from tests.tables.pages.circle import make_circle


def open_at_once(cast: Cast) -> str:
    """Let three sweeps open a table that is due while its owner does something about it."""
    owner, *others = cast.people[:4]
    circle, now = make_circle(owner, *others, name=make_code()), timezone.now()
    row = weeks.add_weekly_table(code=circle.code, owner=owner, title="insidejob", plan=plan())
    WeeklyTable.objects.filter(pk=row.pk).update(next_at=now)
    named = partial(attempt, code=circle.code, owner=owner)
    acts: list[Callable[[], object]] = [
        named(weeks.pause_weekly_table, weekly_table=row.code),
        named(weeks.remove_weekly_table, weekly_table=row.code),
        named(weeks.skip_week, weekly_table=row.code, when=now.isoformat()),
        named(weeks.change_weekly_table, weekly_table=row.code, plan=plan(seat_count=3)),
        named(circles.hand_over_circle, person=others[0].code),
    ]
    try:
        answers = cast.racers.at_once([*(partial(open_weekly_table, row.code, now) for _ in range(3)), choice(acts)])
        games = list(Game.objects.filter(circle=circle))
        assert len(games) == answers[:3].count(True) <= 1, answers
        told = Notification.objects.filter(game__in=games, kind="weekly").count()
        assert told == 4 * len(games), f"{told} were told"
        circle.refresh_from_db()
        assert all(game.host_id == circle.owner_id for game in games), "another hosts than the owner"
    finally:
        circle.delete()
    return "opened" if games else "not opened"


def settle_at_once(cast: Cast) -> str:
    """Let two sweeps settle a table while people sit down and its owner removes the weekly table."""
    owner, *others = cast.people[:4]
    circle, now = make_circle(owner, *others, name=make_code()), timezone.now()
    row = weeks.add_weekly_table(
        code=circle.code, owner=owner, title="insidejob", plan=plan(bots_fill=choice([True, False]))
    )
    WeeklyTable.objects.filter(pk=row.pk).update(next_at=now)
    open_weekly_table(row.code, now)
    game, later = row.games.get(), now + timedelta(days=1)
    Game.objects.filter(pk=game.pk).update(settle_at=later - read_lost())
    removes = attempt(weeks.remove_weekly_table, code=circle.code, owner=owner, weekly_table=row.code)
    rivals = cast.people[: randint(1, 4)]
    try:
        answers = cast.racers.at_once(
            [partial(settle, game.code, later) for _ in range(2)] + [removes, *joins(game, rivals)]
        )
        assert answers[:2].count(True) <= 1, answers
        game.refresh_from_db()
        assert game.status in (Game.Status.RUNNING, Game.Status.CANCELLED), answers
        faults = _check_game(game)
        assert not faults, faults
        seated = set(game.players.exclude(user=None).values_list("user", flat=True))
        let_in = {rival.pk for rival, answer in zip(rivals, answers[3:], strict=True) if answer == ""}
        assert seated == let_in, "a seat is not what its person was told"
    finally:
        circle.delete()
    return str(game.status)
