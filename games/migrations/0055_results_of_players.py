"""A result needs a player: it is taken from those who left most of a finished game to a stand-in or the clock.

The logs are folded anew, a batch in each transaction, so that the site may run meanwhile. The rules of every version
stay known (`games.rules.registry`). A game that cannot be folded keeps its results. Run again, this changes nothing.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import migrations, transaction

from games.rules.engine.answers import count_answers, has_played
from games.rules.engine.errors import RulesError
from games.rules.engine.values import PLAYER, DealtJson, Entry
from games.rules.registry import get_rules

BATCH = 200
BROKEN = (RulesError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def recount(apps: Any, schema_editor: Any) -> None:
    looked_at = changed = games = 0
    for batch in list_batches(apps):
        looked_at += len(batch)
        with transaction.atomic():
            makers = find_makers(apps, batch)
            left = [player for game in batch.values() for player in find_left(game, makers)]
            apps.get_model("games", "Player").objects.filter(pk__in=[player.pk for player in left]).update(won=None)
        changed, games = changed + len(left), games + len({player.game_id for player in left})
    if looked_at:
        sys.stdout.write(f"\n    {looked_at} finished games: {changed} results of {games} games no longer count.\n   ")


def restore(apps: Any, schema_editor: Any) -> None:
    """Fill results in again from the winners that each game stores."""
    for batch in list_batches(apps):
        players = apps.get_model("games", "Player").objects.filter(game__in=batch, won=None, user__isnull=False)
        with transaction.atomic():
            for player in players:
                player.won = player.seat in batch[player.game_id].result["winners"]
                player.save(update_fields=["won"])


def list_batches(apps: Any) -> Iterator[dict[int, Any]]:
    """Finished games with a winner, by primary key."""
    last = 0
    over = apps.get_model("games", "Game").objects.filter(status="over", result__isnull=False)
    over = over.prefetch_related("players")
    while games := list(over.filter(pk__gt=last).order_by("pk")[:BATCH]):
        yield {game.pk: game for game in games if game.result["winners"]}
        last = games[-1].pk


def find_makers(apps: Any, games: Iterable[int]) -> dict[tuple[int, int], set[str]]:
    """Who made the moves of each seat. Games without automatic moves of people need not be folded."""
    moves = apps.get_model("games", "Move").objects.filter(game__in=games).order_by()
    makers: dict[tuple[int, int], set[str]] = defaultdict(set)
    for game, seat, by in moves.values_list("game", "seat", "by").distinct():
        makers[game, seat].add(by)
    return makers


def find_left(game: Any, makers: Mapping[tuple[int, int], set[str]]) -> list[Any]:
    people = [player for player in game.players.all() if player.user_id is not None and player.won is not None]
    doubtful = [player for player in people if player.since or makers.get((game.pk, player.seat)) != {PLAYER}]
    if not doubtful:
        return []
    try:
        title, states, entries = fold(game, list(game.moves.order_by("sequence")))
        return [
            player
            for player in doubtful
            if not has_played(count_answers(title, states, entries, player.seat, player.since or 0))
        ]
    except BROKEN:
        return []


def fold(game: Any, rows: list[Any]) -> tuple[Any, list[Any], list[Entry]]:
    title = get_rules(game.title, game.rules)
    hands = tuple(hand.content for hand in game.deal.hands.order_by("seat"))
    deal = title.load_deal(DealtJson(game.deal.content, hands))
    states = [title.start(title.parse_options(game.options, game.seat_count), deal, game.rules)]
    entries = [Entry(title.load_move(row.seat, row.content), row.by) for row in rows]
    for entry in entries:
        states.append(title.apply(states[-1], entry.move))
    return title, states, entries


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0054_player_premove_step"),
    ]

    operations = [
        migrations.RunPython(recount, restore),
    ]
