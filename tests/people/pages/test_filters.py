"""The filters of a profile and of statistics: by person, circle, role, result, title, and people or bots."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Audience, Block, User
from games.circles.services import make_circle
from games.models import Game, Player
from tests.builders_people import make_person
from tests.tables.pages.browser import sign_in, text_of
from tests.tables.pages.pasts import finish, show_to

pytestmark = pytest.mark.django_db
on_each_page = pytest.mark.parametrize("page", ["games:profile", "games:statistics"])


def count_games(page: str, viewer: User, owner: User, query: str = "") -> int:
    return text_of(sign_in(viewer).get(reverse(page, args=[owner.code]) + query)).count("past-game")


def end_without_winner(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(result={**(game.result or {}), "winners": []})
    Player.objects.filter(game=game).update(won=None)


@on_each_page
def test_my_games_are_narrowed_by_person_circle_role_result_and_title(page: str) -> None:
    me, ben, eve = make_person("Olive"), make_person("Ben"), make_person("Eve")
    circle = make_circle(owner=me, name="Club")
    games = [finish(me, ben, None, number=number) for number in range(3)]
    games += [finish(me, eve, None, number=number) for number in range(2)]
    games.append(finish(me, eve, title="target"))
    Game.objects.filter(pk=games[0].pk).update(circle=circle)
    mine = Player.objects.filter(user=me)
    lost = mine.filter(role="insider", won=False).count()
    expected = {
        "": 6,
        f"?person={ben.code}": 3,
        f"?person={eve.code}&title=target": 1,
        f"?circle={circle.code}": 1,
        "?role=insidejob.insider&result=lost": lost,
        "?result=won": mine.filter(won=True).count(),
        "?result=drawn": 0,
        "?person=unknown&circle=unknown&role=unknown&result=unknown": 6,
    }
    assert {query: count_games(page, me, me, query) for query in expected} == expected


@on_each_page
def test_others_may_only_ask_for_games_with_themselves(page: str) -> None:
    owner, shy, viewer = make_person("Olive"), make_person("Sylvain"), make_person("Vera")
    for person in (owner, shy):
        show_to(person, Audience.EVERYBODY)
    show_to(shy, Audience.NOBODY, Audience.NOBODY)
    circle = make_circle(owner=owner, name="Club")
    finish(owner, shy, None, number=0)
    finish(owner, viewer, None, number=1)
    answer = text_of(sign_in(viewer).get(reverse(page, args=[owner.code])))
    assert "Sylvain" not in answer
    assert circle.code not in answer
    assert count_games(page, viewer, owner, f"?person={shy.code}") == 2
    assert count_games(page, viewer, owner, f"?circle={circle.code}") == 2
    assert count_games(page, viewer, owner, f"?person={viewer.code}") == 1


def test_a_profile_shows_games_with_people_or_bots() -> None:
    me, ben = make_person("Olive"), make_person("Ben")
    finish(me, ben, None)
    finish(me, None, None, number=1)
    finish(me, None, None, number=2)
    counts = [count_games("games:profile", me, me, query) for query in ("", "?against=people", "?against=bots")]
    assert counts == [3, 1, 2]


def test_whom_i_blocked_is_not_offered() -> None:
    me, foe = make_person("Olive"), make_person("Boris")
    finish(me, foe, None)
    path = reverse("games:profile", args=[me.code])
    assert f'value="{foe.code}"' in text_of(sign_in(me).get(path))
    Block.objects.create(by=me, person=foe)
    assert f'value="{foe.code}"' not in text_of(sign_in(me).get(path))


def test_a_draw_counts_among_games_and_neither_as_won_nor_as_lost() -> None:
    me, ben = make_person("Olive"), make_person("Ben")
    finish(me, ben, title="target")
    end_without_winner(finish(me, ben, title="target", number=1))
    Player.objects.filter(user=me, won__isnull=False).update(won=True)
    answer = sign_in(me).get(reverse("games:statistics", args=[me.code]))
    page = text_of(answer)
    assert page.count("past-game") == 2
    assert "No winner" in page
    assert (answer.context["games_played"], answer.context["percent"]) == (2, 100), "a share of the games with a winner"
    assert count_games("games:statistics", me, me, "?result=drawn") == 1
    assert count_games("games:profile", me, me, "?result=drawn") == 1


@on_each_page
def test_a_page_costs_the_same_with_few_companions_and_circles_and_with_many(page: str) -> None:
    me = make_person("Olive")
    client, path = sign_in(me), reverse(page, args=[me.code])

    def count(query: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(path + query)
        return len(queries)

    friend: Any = make_person()
    finish(me, friend, None)
    make_circle(owner=me, name="Club")
    queries = ("", f"?person={friend.code}", "?title=insidejob")
    few = [count(query) for query in queries]
    for number in range(8):
        finish(me, make_person(), None, number=number % 5)
        make_circle(owner=me, name=f"Club {number}")
    assert [count(query) for query in queries] == few


@on_each_page
def test_no_two_roles_to_choose_from_have_the_same_name(page: str) -> None:
    me = make_person("Olive")
    finish(me, make_person("Ben"), None)
    form = sign_in(me).get(reverse(page, args=[me.code])).context["form"]
    groups = [roles for _title, roles in form.fields["role"].choices if isinstance(roles, list)]
    names = [name for roles in groups for _role, name in roles]
    assert len(names) == len(set(names)) > 1
