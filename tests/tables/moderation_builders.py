"""Makes reports and operators for tests."""

from django.urls import reverse

from accounts.models import User
from games.models import Game, Report
from games.moderation.services.reports import send_report
from games.state.table import load_players
from games.tables.selectors.talk import name_line
from games.tables.services.talk import say
from tests.builders_people import make_person
from tests.tables.pages.browser import sign_in, text_of


def make_report(game: Game, text: str = "Something rude", by: int = 0) -> Report:
    """Let seat 1 say something, and return what the person in seat `by` reports of it."""
    players = load_players(game)
    author, reporter = players[1].user, players[by].user
    assert author is not None
    assert reporter is not None
    message = say(game=game, seat=1, text=text, author=author)
    send_report(game=game, players=players, by=reporter, line=name_line(message), reason="insult", words="Please look")
    return Report.objects.get(message=message)


def make_moderator(name: str = "") -> User:
    """Return a stored operator, who is a stranger to every table."""
    person = make_person(name)
    person.is_staff = True
    person.save()
    return person


def path_of_report(report: Report) -> str:
    """Return the path of a report's page at the desk."""
    return reverse("games:moderation_report", args=[report.code])


def act(moderator: User, report: Report, **fields: str) -> str:
    """Do something at the desk, and return the page that follows."""
    return text_of(sign_in(moderator).post(path_of_report(report), fields, follow=True))


def list_open_reports(game: Game) -> list[str]:
    """Return what operators look at, a report of something said at this table among it."""
    said = game.messages.first()
    line = {"name": "Someone", "by": "", "text": said.text if said else "", "at": "", "is_it": True}
    report, _ = Report.objects.get_or_create(game=game, message=said, defaults={"reason": "other", "context": [line]})
    return [reverse("games:moderation_queue"), path_of_report(report)]
