"""Answers prepared while waiting: kept with the player, and played by the sweep, never in another's request.

A plan is for the next thing that its seat is asked. Whoever answers that, the plan is spent: `play.refresh_player`
drops it with the question, and `absence.put_stand_in` where a stand-in takes the seat.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.models import Player
from games.models.known_rules import name_known
from games.rules.engine.errors import IllegalMove, RulesError
from games.rules.engine.premoves import read_plan
from games.state.refusals import Refusal
from games.state.table import Table, load_table
from games.tables.services.moves import lock_game, submit

MAX_AT_ONCE = 500


def prepare(*, table: Table, seat: int, fields: Mapping[str, Sequence[str]]) -> None:
    """Keep what the player in `seat` of a locked table has prepared, in place of what they had before.

    Nothing that others may notice changes. Raises `Refusal` ("stand_in", "asked_now", "nothing_to_prepare"), and the
    errors of `read_plan`, or `IllegalMove` with the title's code for what is wrong with a plan.
    """
    player, plans = table.players[seat], table.title.PLANS
    if player.stand_in:
        raise Refusal("stand_in")
    seen = table.title.observe(table.states[-1], seat)
    if seen.decision is not None:
        raise Refusal("asked_now")
    if plans is None or (offer := plans.offer(seen)) is None:
        raise Refusal("nothing_to_prepare")
    plan = read_plan(offer, fields)
    if code := plans.objection(seen, plan):
        raise IllegalMove(code)
    keep_plan(player, plan)


def forget(player: Player) -> None:
    """Drop what a player of a locked table has prepared, if anything."""
    keep_plan(player, None)


def keep_plan(player: Player, plan: dict[str, str] | None) -> None:
    """Store a plan, or none."""
    player.prepared, player.plan_dropped = plan, False
    player.save(update_fields=["prepared", "plan_dropped"])


def find_prepared() -> QuerySet[Player, str]:
    """Return the codes of the games in which a player is asked who has prepared an answer, those asked longest first.

    All that an index holds: no row of a player who still waits is looked at.
    """
    known = Player.objects.filter(name_known("game__"), prepared__isnull=False, game__paused_at=None)
    asked = known.exclude(owes="")
    return asked.order_by("asked_at").values_list("game__code", flat=True)[:MAX_AT_ONCE]


def play_prepared(code: str, now: datetime) -> bool:
    """Play what players of one game have prepared for what they are asked; tell whether anything was."""
    with lock_game(code) as game:
        return game.is_running and follow_plans(load_table(game))


def follow_plans(table: Table) -> bool:
    """Answer by their plans for all who are asked at a locked table and have one; tell whether an answer was given.

    A plan that does not fit is dropped, which its owner is told and nobody else can notice. During a pause plans wait.
    """
    if table.game.paused_at is not None:
        return False
    asked = [player for player in table.players if player.owes and player.prepared is not None]
    answered = False
    for player in asked:
        after = follow_plan(table, player)
        if after is None:
            drop_plan(player)
        else:
            table, answered = after, True
    return answered


def follow_plan(table: Table, player: Player) -> Table | None:
    """Return the table once a player's plan has answered what they are asked; None if it does not fit."""
    plans, plan, seen = table.title.PLANS, player.prepared, table.title.observe(table.states[-1], player.seat)
    moves = plans.answer(seen, plan) if plans and plan is not None and seen.decision else None
    if moves is None:
        return None
    try:
        return submit(table=table, seat=player.seat, decision=player.owes, moves=moves, is_present=False)
    except (RulesError, Refusal):
        return None


def drop_plan(player: Player) -> None:
    """Drop a plan that did not fit, and let its owner's page say so as long as they are asked."""
    player.prepared, player.plan_dropped = None, True
    player.save(update_fields=["prepared", "plan_dropped"])
