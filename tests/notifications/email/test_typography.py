"""How emails are set: no space before a comma, no word broken in two, at any moment of any game."""

import html
import re
from collections.abc import Iterator

import pytest

from games.models import Notification
from games.notifications import emails
from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import play_on, start_table

MARKS = re.compile(r"</?bdi[^>]*>")
TAG = re.compile(r"<(?:style|title).*?</(?:style|title)>|<[^>]*>", re.DOTALL)
LONE_SIGN = re.compile(r"[ \n][,.)…]|\([ \n]|,,|,\w(?!\d)")
SEAL = re.compile(r"\b[0-9a-f]{64}\b")
BROKEN = re.compile(rf'<span style="word-break: break-all;">(?:<bdi[^>]*>)?{SEAL.pattern}(?:</bdi>)?</span>')
ROUNDS = 12


def read_page(page: str) -> str:
    """Return what a page says, with the spaces that a browser draws."""
    return re.sub(r"[ \n]+", " ", html.unescape(TAG.sub(" ¦ ", MARKS.sub("", page))))


def list_mails(title: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield text and page of the emails that tell how a table stands, after each of a few moves."""
    seats = TITLES[title].SEATS[0]
    people = [make_person(language=language) for _ in range(2)]
    game = start_table(*people, bots=max(seats - 2, 0), title=title)
    for _ in range(ROUNDS):
        if not game.is_running:
            return
        for person in people:
            mail = emails.make_mail(Notification(recipient=person, game=game, kind="turn", key="k"), "m")
            yield str(mail.body), str(mail.alternatives[0][0])
        play_on(game, 1)
        game.refresh_from_db()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("title", TITLES)
def test_no_space_stands_before_a_comma_and_no_word_but_a_seal_is_broken(title: str, language: str) -> None:
    mails = list(list_mails(title, language))
    assert len(mails) >= 4
    assert any("," in text for text, _ in mails)
    for text, page in mails:
        for said in (text, read_page(page)):
            assert LONE_SIGN.findall(said) == [], said
        assert page.count("break-all") == len(BROKEN.findall(page)) == len(SEAL.findall(page)) == 1
