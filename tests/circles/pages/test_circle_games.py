"""The games of a circle: figures and history, who is named there, and what stays when an account goes."""

from contextlib import suppress
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest
from django.utils import timezone

from accounts import suspensions
from accounts.models import User
from games.circles import selectors as reads
from games.circles import services as circles
from games.models import Circle, Game, Player
from games.people import services as blocks
from games.personal_data.deletion import close_account
from games.personal_data.export import write_archive
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.tables.seating import Seating
from games.tables.services import lobby
from tests.builders_people import make_person, reload
from tests.rounds import choose, one_in
from tests.site.pages.counting import count_get
from tests.tables.builders import start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import link, sign_in, text_of
from tests.tables.pages.circle import NAME, make_circle, path_of, play_for
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db


def test_the_page_tells_who_won_how_often_and_names_no_stranger() -> None:
    ada, ben, cleo, stranger = (make_person(name) for name in ("Ada", "Ben", "Cleo", "Zelda"))
    circle = make_circle(ada, ben, cleo)
    games = [play_for(circle, ada, ben, bots=1), play_for(circle, ada, stranger, bots=1)]
    page = text_of(sign_in(cleo).get(path_of(circle)))
    assert "Zelda" not in page
    assert "and 1 player outside the circle" in page
    assert all(game.name in page for game in games)
    assert not any(game.code in page for game in games), "the way to a game is for those who played it"
    assert link("replay", games[1]) in text_of(sign_in(ada).get(path_of(circle)))
    assert "Zelda" in text_of(sign_in(ada).get(path_of(circle)))
    [statistics] = reads.count_statistics(circle, reads.list_members(circle))
    counted = {row.person.name: (row.tally.won, row.tally.games) for row in statistics.standings}
    won = {user: Player.objects.filter(user=user, won=True).count() for user in (ada, ben)}
    assert counted == {"Ada": (won[ada], 2), "Ben": (won[ben], 1)}


def test_games_with_bots_alone_count_as_little_as_in_a_season() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    play_for(circle, ada, bots=2)
    assert not reads.count_statistics(circle, reads.list_members(circle))


def test_leaving_takes_ones_name_and_figures_out() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    play_for(circle, ben)
    circles.leave_circle(code=circle.code, user=ben)
    page = text_of(sign_in(cleo).get(path_of(circle)))
    assert "Ben" not in page
    assert "No one has won a game in this circle" in page


def test_a_running_game_is_named_and_no_more() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    game = start_table(ada, ben, bots=1)
    Game.objects.filter(pk=game.pk).update(circle=circle)
    page = text_of(sign_in(cleo).get(path_of(circle)))
    assert game.name in page
    assert game.code not in page
    assert game.code in text_of(sign_in(ben).get(path_of(circle)))


def test_options_of_the_last_table_that_are_no_longer_offered_are_refused_kindly() -> None:
    ada = make_person("Ada")
    circle = make_circle(ada)
    game = play_for(circle, ada, bots=2)
    Game.objects.filter(pk=game.pk).update(options={**game.options, "gone": True})
    page = sign_in(ada).post(path_of(circle, "open_for_circle"), {"title": game.title}, follow=True)
    assert "have that option" in text_of(page)


def test_a_rematch_stays_with_the_circle_of_those_who_belong_to_it() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada)
    game = play_for(circle, ada, ben)
    assert lobby.open_rematch(code=game.code, user=ben).circle is None
    again = play_for(circle, ada, ben)
    assert lobby.open_rematch(code=again.code, user=ada).circle == circle


def test_an_account_that_goes_leaves_its_circles_in_good_hands() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle, alone = make_circle(ada, ben, cleo), make_circle(ada, name="Mine")
    circle.members.create(user=make_person("Dora"), invited=True)
    play_for(circle, ada, ben)
    close_account(ada)
    assert reload(circle).owner == ben
    assert not Circle.objects.filter(pk=alone.pk).exists()
    page = text_of(sign_in(cleo).get(path_of(circle)))
    assert "Ada" not in page
    assert "a former agent" not in page, "they do not belong any more"


def test_a_circle_passes_to_no_suspended_member_while_another_can_run_it() -> None:
    ada, ben, cleo = make_person("Ada"), make_person("Ben"), make_person("Cleo")
    circle = make_circle(ada, ben, cleo)
    suspensions.suspend(ben)
    close_account(ada)
    circle.refresh_from_db()
    assert circle.owner == cleo


def test_an_account_with_nothing_but_a_circle_goes_altogether() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    circle = make_circle(ada, ben)
    close_account(ada)
    assert not User.objects.filter(pk=ada.pk).exists()
    assert reload(circle).owner == ben


def test_an_export_names_ones_circles_and_no_other_member() -> None:
    ada, ben = make_person("Ada"), make_person("Benjamin")
    make_circle(ben, ada)
    assert (NAME in read_data(ada), "Benjamin" in read_data(ada)) == (True, False)


def read_data(person: User) -> str:
    with ZipFile(BytesIO(write_archive(person))) as archive:
        return archive.read("data.json").decode()


def test_a_page_costs_the_same_with_few_and_many_games() -> None:
    people = [make_person(f"Agent {letter}") for letter in "ABCD"]
    circle = make_circle(*people)
    client = sign_in(people[0])
    play_for(circle, *people[:2])
    circles.open_for_circle(code=circle.code, user=people[0], title="insidejob", options={})
    few, my_games = count_get(client, path_of(circle)), count_get(client, "/games/")
    for _ in range(2):
        play_for(circle, *people[:3])
        circles.open_for_circle(code=circle.code, user=people[1], title="target", options={})
    for number in range(2):
        circles.join_circle(key=circle.invitation, user=make_person(f"Late {number}"))
    assert count_get(client, path_of(circle)) == few
    assert few <= 16
    assert count_get(client, "/games/") == my_games


@pytest.mark.deep
def test_two_who_blocked_each_other_never_meet_whatever_the_circle_opens() -> None:
    """Random openings, in one press or again from an older table, at which people sit down in any order."""
    chance, people = Random(7), [make_person(f"Agent {letter}") for letter in "ABCDEF"]
    circle, pair = make_circle(*people), set(people[:2])
    blocks.block(by=people[0], person=people[1])
    games: list[Game] = []
    for _ in range(choose(0, deep=40, long=100)):
        host = chance.choice(people)
        old = [game for game in games if game.players.filter(user=host, invited=False).exists()]
        if old and chance.random() < 0.5:
            game = lobby.open_rematch(code=chance.choice(old).code, user=host, seating=chance.choice(list(Seating)))
        else:
            game = circles.open_for_circle(code=circle.code, user=host, title="insidejob", options={"wagers": False})
        for person in chance.sample(people, len(people)):
            with suppress(Refusal):
                lobby.join_game(code=game.code, user=person)
        sitting = {player.user for player in game.players.select_related("user") if player.is_taken}
        assert not pair <= sitting
        Game.objects.filter(pk=game.pk).update(status=Game.Status.AGREED, due_at=None, ended_at=timezone.now())
        games.append(game)
    assert any(people[0] in {player.user for player in game.players.all()} for game in games)


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_the_page_of_a_circle_is_the_same_in_worlds_that_its_reader_cannot_tell_apart(title: str) -> None:
    """Read by a member who does not sit at the running table, and by one who does."""
    with worlds.frozen():
        member, tables = make_person("Zelda"), dict[str, Game]()
        circle = make_circle(member)
        for pair in worlds.find_pairs(worlds_of(title), "circle", choose(3, deep=4, long=6)):
            game = worlds.find_table(pair, tables)
            Game.objects.filter(pk=game.pk).update(circle=circle)
            reader = member if pair.viewer is None else game.players.get(seat=pair.viewer).user
            assert reader is not None
            circles.join_circle(key=circle.invitation, user=reader)
            asks: list[worlds.Ask] = [("get", path_of(circle), {}, {})]
            answers = []
            for world in (pair.ours, pair.theirs):
                worlds.lay_out(game, world.deal, world.log)
                answers.append(worlds.receive([sign_in(reader)], asks))
            assert answers[0] == answers[1], pair
            assert game.name in answers[0][0][3].decode()
