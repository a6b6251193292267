"""A house role on the pages: opened from parts, named by its host, marked as theirs, in no mail, in no figures."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.notifications import email_dispatch
from games.people.selectors.statistics import count_results
from games.personal_data.selectors import _describe_games
from games.rules.engine.errors import InvalidOption
from games.state.table import load_table
from tests.builders_people import make_person
from tests.tables.acts import refusal_of
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.browser import link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db

OPEN_TABLE = "/games/new/insidejob/"
SHOWN = "Postmistress"
PARTS = {
    "insidejob-house_side": "agents",
    "insidejob-house_votes": "2",
    "insidejob-house_breaks_suit": "on",
    "insidejob-house_revealed": "turns",
    "house_name": SHOWN,
}
CHOICES = {
    "seats": "4",
    "pace": "3600",
    "vote_time": "86400",
    "insidejob-roles": "paranoid",
    "insidejob-wagers": "on",
    "insidejob-memory": "open",
}
ROLE = "house-agents-2bt"


def open_with(**other: str) -> Any:
    """Return the answer to a host who opens a table with a house role."""
    return sign_in(make_person("Ada")).post(OPEN_TABLE, {**CHOICES, **PARTS, **other})


def start_with(*people: Any, bots: int = 0, name: str = SHOWN, role: str = ROLE) -> Game:
    return start_table(*people, bots=bots, options={"roles": [role]}, house_name=name)


def test_a_host_makes_a_role_of_parts_and_the_lobby_says_whose_words_its_name_is() -> None:
    assert open_with().status_code == 302
    game = Game.objects.get()
    assert (game.options["roles"], game.house_name, game.rules) == ([ROLE, "paranoid"], SHOWN, 2)
    page = page_of(game, make_person("Ben"))
    assert f"“{SHOWN}”, as the host named it." in page
    assert "with two votes" in page
    assert "Paranoid Agent" in page


def test_the_name_of_a_role_is_offered_without_what_nobody_sees() -> None:
    refused = open_with(house_name="Zo\u200bé")
    assert "“Zoé”" in str(refused.context["form"].errors["house_name"])


def test_the_name_of_a_role_keeps_its_joiners() -> None:
    assert open_with(house_name="علی\u200cرضا").status_code == 302
    assert Game.objects.get().house_name == "علی\u200cرضا"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"house_name": ""}, "house_name"),
        ({"house_name": "x" * 25}, "house_name"),
        ({"house_name": "Post\u202emistress"}, "house_name"),
        ({"insidejob-house_votes": "0"}, "insidejob-house_votes"),
        ({"insidejob-house_votes": "9"}, "insidejob-house_votes"),
        ({"insidejob-house_is_open": "on"}, "insidejob-house_revealed"),
        ({"insidejob-house_side": "insiders"}, "insidejob-house_revealed"),
        ({"insidejob-roles": "sleeper,tim_shady"}, "insidejob-roles"),
        ({"seats": "3"}, "insidejob-roles"),
    ],
)
def test_what_does_not_go_together_is_said_where_it_is_and_the_rest_stays(wrong: dict[str, str], field: str) -> None:
    answer = open_with(**wrong)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    form = answer.context["form"]
    assert [*form.errors] == [field]
    sent = {**CHOICES, **PARTS, **wrong}
    for name in ("insidejob-house_side", "house_name", "insidejob-roles"):
        assert form[name].value() == sent[name]
    assert form["insidejob-house_breaks_suit"].value() is True


def test_without_a_side_there_is_no_house_role_and_no_name() -> None:
    open_with(**{"insidejob-house_side": ""})
    game = Game.objects.get()
    assert (game.options["roles"], game.house_name) == (["paranoid"], "")


def test_a_title_without_parts_offers_none() -> None:
    page = text_of(sign_in(make_person()).get("/games/new/target/"))
    assert "House role" not in page
    assert "Its name" not in page


@pytest.mark.parametrize(("roles", "name"), [([ROLE], ""), ([], SHOWN)])
def test_a_role_has_a_name_and_a_name_a_role(roles: list[str], name: str) -> None:
    assert refusal_of(open_table, make_person(), seats=4, options={"roles": roles}, house_name=name) == "house_name"


def test_its_name_stands_on_the_pages_of_the_table_escaped_and_marked(ada: User) -> None:
    game = start_with(ada, bots=3, name="<b>Postmistress</b>")
    client = sign_in(ada)
    pages = [text_of(client.get(link("table", game) + tab)) for tab in ("", "?tab=about")]
    assert any('<q class="house-name">&lt;b&gt;Postmistress&lt;/b&gt;</q>' in page for page in pages)
    assert not any("<b>Postmistress" in page for page in pages)
    assert any("Created and named by the host" in page for page in pages)
    assert "unless your role says otherwise (at this table: the Insider and the house role)." in "".join(pages)
    finish(game)
    over = page_of(game, client)
    assert "&lt;b&gt;Postmistress&lt;/b&gt;" in over
    assert "it doesn’t count in anyone’s statistics" in over


def test_no_mail_has_its_name(caplog: pytest.LogCaptureFixture, ada: User, ben: User) -> None:
    game = start_with(ada, ben, bots=2)
    for _ in range(3):
        cache.clear()
        email_dispatch.send_due(timezone.now() + timedelta(hours=3))
        play_on(game, 1)
    assert len(mail.outbox) > 1
    assert not any(SHOWN in str(letter.message()) for letter in mail.outbox)
    assert SHOWN not in caplog.text


def test_a_shared_replay_is_without_the_hosts_word(ada: User) -> None:
    game = start_with(ada, bots=3)
    finish(game)
    game.players.update(shares_replay=True)
    address = reverse("games:replay", args=[game.code])
    assert SHOWN in text_of(sign_in(ada).get(address, {"step": "200"}, follow=True))
    for client in (sign_in(make_person("Ben")), Client()):
        assert SHOWN not in text_of(client.get(address, {"step": "200"}, follow=True))


def test_a_game_with_one_counts_in_no_figures_and_one_without_does(ada: User, ben: User) -> None:
    play_on(start_with(ada, ben, bots=2))
    assert count_results(ada) == []
    play_on(start_table(ada, ben, bots=2))
    assert [results.total.games for results in count_results(ada)] == [1]
    Game.objects.update(house_name="")
    assert [results.total.games for results in count_results(ada)] == [2], "the name alone kept the first one out"
    assert SHOWN not in text_of(sign_in(ada).get(reverse("games:my_games")))


def test_a_rematch_takes_it_along(ada: User) -> None:
    game = start_with(ada, bots=3)
    finish(game)
    sign_in(ada).post(link("rematch", game))
    fresh = Game.objects.latest("pk")
    assert fresh.pk != game.pk
    assert (fresh.house_name, fresh.options["roles"]) == (SHOWN, [ROLE])


def test_only_the_host_finds_their_word_among_their_data(ada: User, ben: User) -> None:
    start_with(ada, ben, bots=2)
    assert [row["house_name"] for row in _describe_games(ada).rows] == [SHOWN]
    assert [row["house_name"] for row in _describe_games(ben).rows] == [""]


def test_a_table_of_older_rules_cannot_hold_one() -> None:
    game = start_with(make_person(), bots=3)
    Game.objects.filter(pk=game.pk).update(rules=1)
    with pytest.raises(InvalidOption):
        load_table(Game.objects.get(pk=game.pk))


def test_the_rules_say_what_a_house_role_may_be() -> None:
    page = text_of(Client(headers={"accept-language": "en"}).get("/rules/insidejob/"))
    for words in ("House role", "in the Insider’s place", "two votes", "changes sides and no longer votes"):
        assert words in page
