"""Builders of circles, and the paths of their pages."""

from django.urls import reverse

from accounts.models import User
from games.circles import selectors as reads
from games.circles import services as circles
from games.models import Circle, Game
from tests.tables.builders import finish, start_table

MINE = reverse("games:my_circles")
NAME = "The Night Shift"


def path_of(circle: Circle, name: str = "circle", *more: str) -> str:
    return reverse(f"games:{name}", args=[circle.code, *more])


def link_of(circle: Circle) -> str:
    """Return the path of the link that leads into a circle, as it is now."""
    circle.refresh_from_db()
    return reverse("games:join_circle", args=[circle.invitation])


def make_circle(owner: User, *others: User, name: str = NAME) -> Circle:
    circle = circles.make_circle(owner=owner, name=name)
    for other in others:
        circles.join_circle(key=circle.invitation, user=other)
    return circle


def belongs(user: User, circle: Circle) -> bool:
    return reads.find_circle(circle.code, user) is not None


def play_for(circle: Circle, *people: User, bots: int = 1) -> Game:
    """Return a finished game of these people at a table of a circle."""
    game = start_table(*people, bots=bots)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    finish(game)
    return game
