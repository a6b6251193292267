"""French as it is shown: no mark stands without its narrow space in any page or mail, however it was put together."""

import re
from html import unescape

import pytest

from games.models import Game, Notification
from games.notifications.emails import make_mail
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.views.table import TABS
from tests.builders_people import make_person
from tests.french import find_marks_after_words
from tests.rounds import choose
from tests.tables.builders import play_on, start_table
from tests.tables.pages.browser import link, sign_in, text_of

pytestmark = pytest.mark.django_db
PLACES = (
    "/", "/rules/", "/games/", "/games/new/", "/accounts/settings/", "/accounts/settings/account/",
    "/accounts/settings/safety/", "/mail/",
)  # fmt: skip
INLINE = r"</?(?:strong|b|em|a|span|bdi|time|abbr)\b[^>]*>"
"""What parts no words, unless there is a space beside it."""


def find_in_page(html: str) -> list[str]:
    """Return the lines of a page that are wrong: what stands between tags, each element's text in one line."""
    shown = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", html, flags=re.S)
    joined = re.sub(rf"(?<!\s){INLINE}(?!\s)", "", shown)
    parts = re.sub(r"<[^>]*>", "\0", joined).split("\0")
    lines = (re.sub(r"[ \n]+", " ", unescape(part)) for part in parts)
    return [found for line in lines for found in find_marks_after_words(line)]


def test_a_mark_without_its_space_is_found() -> None:
    assert find_in_page("<p><strong>Basile</strong>: 8 rose</p>")
    assert find_in_page("<p>La manche\n  : les mots</p>")
    assert not find_in_page("<p>Manche 2\u202f: les mots</p><p>https://example.org/ à 12:30</p>")


@pytest.mark.rounds
@pytest.mark.parametrize("title", TITLES)
def test_pages_and_mails_of_a_game(title: str) -> None:
    seats = TITLES[title].USUAL_SEATS
    options = {"language": "fr"} if "language" in {option.name for option in TITLES[title].OPTIONS} else {}
    people = [make_person(language="fr") for _ in range(2)]
    game = start_table(*people, bots=seats - 2, title=title, options=options)
    client = sign_in(people[0])
    wrong: list[str] = []
    while game.is_running:
        step = len(load_table(game).entries)
        paths = [f"{link('table', game)}?tab={tab.name}" for tab in TABS] + [link("replay_step", game, step)]
        for path in paths:
            wrong += find_in_page(text_of(client.get(path)))
        told = Notification.objects.filter(game=game, recipient=people[0]).select_related("game", "recipient")
        for notification in told:
            wrong += find_marks_after_words(str(make_mail(notification, "id").body))
        play_on(game, choose(40, deep=15, long=7))
        game = Game.objects.get(pk=game.pk)
    wrong += find_in_page(text_of(client.get(link("table", game))))
    assert sorted(set(wrong)) == []


def test_pages_around_the_tables() -> None:
    client = sign_in(make_person(language="fr"))
    rules = [f"/rules/{title}/" for title in TITLES]
    for path in (*PLACES, *rules):
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, path
        assert find_in_page(text_of(answer)) == [], path
