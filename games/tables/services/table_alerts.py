"""Tells users who asked for it when a public table opens."""

from django.utils import timezone

from accounts.models import User
from games.models import Game, TableAlert
from games.notifications import outbox, preferences
from games.notifications.open_tables import KIND, list_asking
from games.people.selectors.reliability import load_reliability
from games.tables.selectors.public_tables import Wanted, find_pace


def ask(user: User, wanted: Wanted) -> None:
    """Store which tables the user wants a message of, in place of an earlier wish."""
    TableAlert.objects.update_or_create(
        user=user, defaults={"title": wanted.title, "pace": wanted.pace, "language": wanted.language}
    )
    if KIND in user.mail_kinds_off and not user.mail_off:
        preferences.turn(user, preferences.find_switch(KIND), on=True)


def stop(user: User) -> None:
    TableAlert.objects.filter(user=user).delete()


def tell_of(game: Game) -> None:
    users = list_asking(game, find_pace(game.pace), timezone.now())
    if game.in_time_only:
        reliability = load_reliability([user.pk for user in users])
        users = [user for user in users if reliability[user.pk].is_in_time]
    outbox.write_opened(game, [user for user in users if user.is_reachable])
