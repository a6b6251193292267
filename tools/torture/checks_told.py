"""What must be true of what was told, by every channel: it was true when it was judged, and came once unless we killed.

Each message says when it was judged (`tools.torture.apps`); the servers that took it remember that.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from games.models import Delivery, Game, Move, Player
from games.rules.registry import get_title
from games.state.table import load_deal
from tools.torture.processes import slowdown
from tools.torture.sink import Copies, Copy

COMMITS_WITHIN = timedelta(seconds=5)
"""On an idle machine a move reaches the database within this time after it was made."""
QUESTIONS = ("turn", "reminder")
"""Kinds about a question whose answer has a time; that of a vote is no one's business, and not stored."""


def check_truth(copies: Copies) -> Iterator[str]:
    """Say which question a message announced after it had been answered."""
    late = COMMITS_WITHIN * slowdown()
    answered: dict[int, dict[str, datetime]] = {}
    sent = Delivery.objects.filter(state=Delivery.State.SENT, notification__kind__in=QUESTIONS).select_related(
        "notification"
    )
    for delivery in sent:
        notification = delivery.notification
        if notification.game_id not in answered:
            answered[notification.game_id] = read_times(Game.objects.get(pk=notification.game_id))
        made_at = answered[notification.game_id].get(
            f"{notification.recipient_id}/{notification.key.rpartition('/')[2]}"
        )
        came = copies.get(delivery.message_id)
        if made_at and came and max(copy.judged_at for copy in came) > made_at + late:
            yield f"{delivery}: told after it was answered"


def read_times(game: Game) -> dict[str, datetime]:
    """Return when each question of a game was answered, by `<person>/<decision>`."""
    title, times = get_title(game.title), dict[str, datetime]()
    people = dict(Player.objects.filter(game=game, user__isnull=False).values_list("seat", "user_id"))
    state = title.start(title.parse_options(game.options, game.seat_count), load_deal(game), game.rules)
    for row in Move.objects.filter(game=game).order_by("sequence"):
        decision = title.decision(state, row.seat)
        if decision is not None and row.seat in people:
            times.setdefault(f"{people[row.seat]}/{decision.name}", row.made_at)
        state = title.apply(state, title.load_move(row.seat, row.content))
    return times


def check_copies(copies: Copies, faults: Sequence[datetime]) -> Iterator[str]:
    """Say which messages came twice although nothing was killed in between.

    Only a kill between sending and noting explains a copy.
    """
    for message_id, came in list(copies.items()):
        for first, again in pairwise(sorted(came, key=lambda copy: copy.came_at)):
            if not is_explained(first, again, faults):
                yield (
                    f"{message_id} came twice by {first.to.partition('/')[0]}, and nothing was killed between: "
                    f"{first.judged_at:%H:%M:%S.%f} and {again.judged_at:%H:%M:%S.%f}"
                )


def is_explained(first: Copy, again: Copy, faults: Sequence[datetime]) -> bool:
    """Tell whether something was killed after a message was begun, and before it was begun again."""
    return any(first.judged_at <= fault <= again.judged_at for fault in faults)
