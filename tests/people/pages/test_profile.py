"""A profile: the games somebody has finished, and who may see that."""

import datetime as dt
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Audience, User
from games.models import Game, Player
from games.people.selectors.history import may_see_history
from games.rules.registry import get_title
from games.tables.services import lobby, stand_ins
from tests.builders_people import make_guest, make_person, reload
from tests.tables.builders import open_table, start_table
from tests.tables.pages.browser import link, sign_in, text_of
from tests.tables.pages.pasts import finish
from tests.tables.stored import record_games, store_game

pytestmark = pytest.mark.django_db
REASONS = tuple(map(str, get_title("insidejob").TEXTS.reasons.values()))


def path_of(person: User) -> str:
    return reverse("games:profile", args=[person.code])


def read(viewer: User, owner: User, query: str = "") -> str:
    """Return the profile of `owner` as `viewer` is shown it."""
    return text_of(sign_in(viewer).get(path_of(owner) + query))


def show_to(owner: User, audience: str) -> None:
    owner.history_shown_to = audience
    owner.save(update_fields=["history_shown_to"])


def agree(*people: User) -> Game:
    """Return a game that its people agreed to end after some moves."""
    recorded = record_games(3, 1)[0]
    game = store_game(recorded, [*people, *[None] * (3 - len(people))], 8).game
    for person in people:
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)
    assert reload(game).status == Game.Status.AGREED
    return game


SEES = {
    "anonymous": set(),
    "guest": set(),
    "stranger": {Audience.EVERYBODY},
    "mate": {Audience.EVERYBODY, Audience.TABLEMATES},
    "mate of a running game": {Audience.EVERYBODY, Audience.TABLEMATES},
    "owner": set(Audience),
}


def test_whoever_may_see_a_profile_does_and_nobody_else() -> None:
    owner, mate, other = make_person("Olive"), make_person("Maude"), make_person("Bill")
    game = finish(owner, mate, None)
    start_table(owner, other, bots=1)
    people = {"guest": make_guest(), "stranger": make_person(), "mate": mate, "mate of a running game": other}
    clients = {kind: sign_in(person) for kind, person in (people | {"owner": owner}).items()}
    for (kind, client), audience in product((clients | {"anonymous": Client()}).items(), Audience):
        show_to(owner, audience)
        answer = client.get(path_of(owner))
        sees = audience in SEES[kind]
        away = {"anonymous": "account_login", "guest": "account_signup"}.get(kind)
        if away:
            assert answer.status_code == 302
            assert answer["Location"].startswith(reverse(away))
        assert (answer.status_code == 200) is sees, (kind, audience)
        page = text_of(answer)
        assert any(reason in page for reason in REASONS) is sees, (kind, audience)
        # The table's address is of use to those who sat there.
        assert (game.code in page) is (sees and kind in ("mate", "owner"))


def test_waiting_at_one_table_makes_nobody_tablemates_and_a_guest_may_see_nobody() -> None:
    owner, other, guest = make_person(), make_person(), make_guest()
    finish(owner, make_person(), None)
    table = open_table(owner, other, seats=4)
    assert not may_see_history(other, owner)
    lobby.fill_with_bots(code=table.code, host=owner)
    assert may_see_history(other, owner)
    show_to(owner, Audience.EVERYBODY)
    assert not may_see_history(guest, owner)


def test_a_guest_sees_their_own_games_and_is_led_to_sign_up_from_those_of_others() -> None:
    guest, other = make_guest(), make_person()
    show_to(other, Audience.EVERYBODY)
    game = finish(guest, None, None)
    assert game.code in read(guest, guest)
    assert sign_in(guest).get(path_of(other))["Location"] == f"{reverse('account_signup')}?next={path_of(other)}"
    assert path_of(other) not in text_of(sign_in(guest).get(path_of(guest)))


def test_games_against_bots_alone_are_for_their_player_only() -> None:
    owner, mate = make_person(), make_person()
    with_mate, alone = finish(owner, mate, None), finish(owner, None, None, number=1)
    show_to(owner, Audience.EVERYBODY)
    for viewer, games in ((owner, (with_mate, alone)), (mate, (with_mate,))):
        page = read(viewer, owner)
        assert [game for game in games if game.code not in page] == []
        assert page.count("past-game") == len(games)


def test_whoever_keeps_their_games_is_not_named_on_the_profiles_of_others() -> None:
    owner, mate, shy = make_person("Olive"), make_person("Maude"), make_person("Sylvain")
    show_to(owner, Audience.EVERYBODY)
    show_to(mate, Audience.EVERYBODY)
    finish(owner, mate, shy)
    stranger = make_person()
    for audience, named in ((Audience.NOBODY, False), (Audience.TABLEMATES, False), (Audience.EVERYBODY, True)):
        show_to(shy, audience)
        page = read(stranger, owner)
        assert "Maude" in page
        assert ("Sylvain" in page, path_of(shy) in page) == (named, named)
        assert ("1 player who keeps their games private" in page) is not named
        assert "Sylvain" in read(mate, owner), "who sat there knows"
    show_to(shy, Audience.TABLEMATES)
    agree(shy, stranger)
    assert "Sylvain" in read(stranger, owner), "a tablemate of another game may know"
    show_to(shy, Audience.NOBODY)
    assert "Sylvain" not in read(stranger, owner)


def test_a_game_ended_by_agreement_has_neither_winner_nor_role() -> None:
    owner, mate = make_person(), make_person()
    game = agree(owner, mate)
    page = read(owner, owner).split('<ul class="rows">')[1]
    shown = [words in page for words in (game.code, "ended by agreement", "Insider", "Agent")]
    assert shown == [True, True, False, False]


def test_a_game_that_a_stand_in_finished_says_so() -> None:
    owner, mate = make_person("Olive"), make_person("Maude")
    game = finish(owner, mate, None)
    assert "A bot finished it" not in read(owner, owner)
    Player.objects.filter(game=game, user=mate).update(stand_in=True)
    assert "A bot finished it for Maude." in read(owner, owner)
    assert "A bot finished it for Maude." in read(owner, mate)


def test_nothing_played_is_nothing_listed() -> None:
    person = make_person()
    assert "No finished games yet." in read(person, person)


def test_twenty_games_stand_on_a_page_the_last_first() -> None:
    owner, mate = make_person(), make_person()
    games = [finish(owner, mate, None, number=number % 8) for number in range(23)]
    for days, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - dt.timedelta(days=days))
    first, second = read(owner, owner), read(owner, owner, "?page=2")
    assert [game.code in first for game in games] == [True] * 20 + [False] * 3
    assert [game.code in second for game in games] == [False] * 20 + [True] * 3
    assert sorted((game.code for game in games[:20]), key=first.index) == [game.code for game in games[:20]]
    assert 'rel="next" href="?page=2"' in first
    assert 'rel="prev" href="?page=1"' in second
    for nonsense in ("0", "99", "x", "-1", ""):
        assert sign_in(owner).get(path_of(owner), {"page": nonsense}).status_code == 200


def test_names_lead_to_profiles_where_people_meet() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    invitation = open_table(ada, ben, seats=4)
    for game in (invitation, start_table(ada, ben, bots=1), finish(ada, ben, None)):
        assert f'href="{path_of(ben)}">Ben</a>' in text_of(sign_in(ada).get(link("table", game)))
    assert path_of(ben) in text_of(sign_in(make_person()).get(link("table", invitation)))
    for client in (Client(headers={"accept-language": "en"}), sign_in(make_guest())):
        page = text_of(client.get(link("table", invitation)))
        assert "Ben" in page
        assert ben.code not in page


def test_my_name_leads_to_my_profile_from_every_page() -> None:
    ada = make_person("Ada")
    for path in ("/", "/games/", reverse("accounts:settings")):
        assert f'href="{path_of(ada)}"' in text_of(sign_in(ada).get(path))


def test_my_games_say_until_when_and_which_ended_by_agreement() -> None:
    ada = make_person()
    waiting = start_table(ada, make_person(), bots=1)
    Game.objects.filter(pk=waiting.pk).update(due_at=dt.datetime(2031, 3, 4, 17, 5, tzinfo=dt.UTC))
    page = text_of(sign_in(ada).get("/games/"))
    assert " left (Tuesday 4 March 2031, 18:05)" in page
    assert "Ended by agreement" not in page
    agreed = agree(ada)
    page = text_of(sign_in(ada).get("/games/"))
    assert "Ended by agreement" in page
    assert page.index("Finished") < page.index(agreed.code)
