"""Titles of pages, and previews of links that people share: each says its page."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.circles.services import make_circle
from games.rules.registry import TITLES
from tests.builders_people import make_person
from tests.tables.builders import open_table, play_on, start_table
from tests.tables.pages.browser import link, text_of
from tests.tables.pages.previews import PROPERTY
from tests.watching.asks import open_to_spectators, watch_link

pytestmark = pytest.mark.django_db
TITLE = re.compile(r"{% block title %}(.*?){%-? endblock %}", re.DOTALL)
SAME_ADDRESS = (
    {
        "games/tables/invitation.html",
        "games/tables/lobby.html",
        "games/tables/substitute.html",
    },
    {"games/people/profile.html", "games/people/kept_history.html"},
    {"games/people/statistics.html", "games/people/kept_statistics.html"},
)
"""What one address shows at different times or to different people."""


def test_each_page_has_a_title_that_no_other_has() -> None:
    pages = defaultdict(set)
    for path in Path("templates").rglob("*.html"):
        name = str(path.relative_to("templates"))
        found = TITLE.search(path.read_text("utf-8"))
        if found and name != "base.html" and "emails" not in name:
            pages[" ".join(found[1].split())].add(name)
    assert len(pages) > 70
    assert {title: names for title, names in pages.items() if len(names) > 1 and names not in SAME_ADDRESS} == {}


def test_each_title_ends_with_the_name_of_the_site_after_a_dot() -> None:
    for path in Path("templates").rglob("*.html"):
        assert "– Inside Job{%" not in path.read_text("utf-8"), path


def find_shared_links() -> dict[str, str]:
    ada = make_person("Ada")
    over = start_table(ada, bots=2)
    play_on(over)
    over.players.update(shares_replay=True)
    watched, circle = start_table(make_person(), bots=2), make_circle(owner=ada, name="Owls")
    for column, value in open_to_spectators().items():
        setattr(watched, column, value)
    watched.save()
    return {
        "rules": reverse("games:rules"),
        **{f"rules of {name}": reverse("games:rules_of", args=[name]) for name in TITLES},
        "invitation": link("table", open_table(ada, seats=3)),
        "circle": reverse("games:join_circle", args=[circle.invitation]),
        "replay": link("replay", over),
        "watch": watch_link(watched),
        "case": reverse("games:case_archive"),
        "sign up": reverse("account_signup"),
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_shared_page_has_a_preview_of_its_own(language: str) -> None:
    titles, sentences = {}, {}
    for name, path in find_shared_links().items():
        answer = Client(headers={"accept-language": language}).get(path)
        assert answer.status_code == 200, name
        shared = dict(PROPERTY.findall(text_of(answer)))
        assert shared["locale"] == {"en": "en_GB", "fr": "fr_FR"}[language]
        titles[name], sentences[name] = shared["title"], shared["description"]
    assert len(set(titles.values())) == len(titles)
    assert "Inside Job" not in titles.values()
    own = {name: text for name, text in sentences.items() if name not in ("case", "sign up")}
    assert len(set(own.values())) >= len(own) - 1, "the invitation and the rules share the pitch of their title"
    assert titles["circle"].startswith("Ada")
