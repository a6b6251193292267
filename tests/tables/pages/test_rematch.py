"""Who sits where in a rematch, who leads then, and playing again from an older game."""

from random import Random

import pytest
from django.utils import timezone

from accounts import suspensions
from accounts.models import Block, User
from games.models import Deal, Game, Notification
from games.people import services as blocks
from games.personal_data.deletion import close_account
from games.tables.seating import Seating
from games.tables.services import lobby
from tests.builders_people import make_person
from tests.tables.acts import fresh, person_in
from tests.tables.builders import finish, start_table
from tests.tables.pages.browser import has_form, link, read_form, sign_in, text_of
from tests.tables.pages.seating import names

pytestmark = pytest.mark.django_db


def end(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.AGREED, due_at=None, ended_at=timezone.now())


def play(*people: User, bots: int = 0, leader: int = 0) -> Game:
    """Return a finished game in which `leader` led first."""
    game = start_table(*people, bots=bots)
    game.deal.content["leader"] = leader
    game.deal.save()
    end(game)
    return fresh(game)


def first_leader(game: Game) -> str:
    """Return the name of the person who leads first."""
    return str(person_in(game, Deal.objects.get(game=game).content["leader"]))


def rematch(game: Game, *people: User, seating: Seating = Seating.KEEP) -> Game:
    """Return the rematch of a game, opened by the first of `people`, at which all of them sit."""
    again = lobby.open_rematch(code=game.code, user=people[0], seating=seating)
    for person in people[1:]:
        lobby.join_game(code=again.code, user=person)
    return fresh(again)


@pytest.fixture
def people(people: list[User]) -> list[User]:
    return [*people, make_person("Dora")]


def test_seats_are_kept_turned_or_drawn() -> None:
    chance = Random(1)
    assert Seating.KEEP.arrange(4, chance) == [0, 1, 2, 3]
    assert Seating.TURN.arrange(4, chance) == [1, 2, 3, 0]
    drawn = {tuple(Seating.SHUFFLE.arrange(3, chance)) for _ in range(200)}
    assert len(drawn) == 6
    assert [Seating(raw) for raw in ("turn", "", "nonsense")] == [Seating.TURN, Seating.KEEP, Seating.KEEP]


def test_the_form_at_the_result_asks_where_everybody_sits(people: list[User]) -> None:
    game = play(*people)
    client = sign_in(people[1])
    form = read_form(client.get(link("table", game)), link("rematch", game))
    assert form.picks["seats"] == [each.value for each in Seating]
    client.post(link("rematch", game), {"seats": "turn"})
    assert names(game.rematch) == ["(Dora)", "(Ada)", "Ben", "(Cleo)"]


@pytest.mark.parametrize("seating", [Seating.KEEP, Seating.TURN])
@pytest.mark.parametrize("leader", [0, 3])
def test_as_neighbours_stay_the_next_leader_is_the_same_person(
    people: list[User], seating: Seating, leader: int
) -> None:
    again = rematch(play(*people, leader=leader), *people, seating=seating)
    assert first_leader(again) == people[(leader + 1) % 4].display_name


def test_after_a_shuffle_the_new_neighbour_of_the_last_first_leader_leads(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seating, "arrange", lambda seating, count, chance: [2, 0, 3, 1])
    again = rematch(play(*people, leader=0), *people, seating=Seating.SHUFFLE)
    assert names(again) == ["Ben", "Dora", "Ada", "Cleo"]
    assert first_leader(again) == "Cleo"


def test_the_dealer_is_the_person_wherever_they_sat_down(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    again = lobby.open_rematch(code=play(*people, leader=3).code, user=ben)
    for person in (ada, cleo, dora):
        lobby.leave_game(code=again.code, user=person)
    for person in (dora, ada, cleo):
        lobby.join_game(code=again.code, user=person)
    assert names(again) == ["Dora", "Ben", "Ada", "Cleo"]
    assert first_leader(again) == "Ben", "Dora led, and Ben sits on her left now"


def test_who_took_the_leaders_place_deals_for_them(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    again = lobby.open_rematch(code=play(*people, leader=3).code, user=ben, seating=Seating.TURN)
    lobby.leave_game(code=again.code, user=dora)
    for person in (make_person("Zelda"), ada, cleo):
        lobby.join_game(code=again.code, user=person)
    assert names(again) == ["Zelda", "Ada", "Ben", "Cleo"]
    assert first_leader(again) == "Ada"


def test_a_bot_that_led_moves_with_its_place(people: list[User]) -> None:
    again = rematch(play(*people[:2], bots=1, leader=2), *people[:2], seating=Seating.TURN)
    assert names(again) == ["steady", "Ada", "Ben"]
    assert first_leader(again) == "Ada"


def test_a_person_is_looked_for_in_the_game_before_and_not_in_older_ones(people: list[User]) -> None:
    second = rematch(play(*people, leader=0), *people, seating=Seating.TURN)
    assert first_leader(second) == "Ben"
    end(second)
    third = rematch(second, *people, seating=Seating.TURN)
    assert first_leader(third) == "Cleo"
    assert names(third) == ["Cleo", "Dora", "Ada", "Ben"]


def test_from_my_games_one_plays_again_with_the_same_people(people: list[User]) -> None:
    game = play(*people)
    page = sign_in(people[2]).get("/games/")
    assert has_form(page, link("rematch", game))
    sign_in(people[2]).post(link("rematch", game))
    assert names(game.rematch) == ["(Ada)", "(Ben)", "Cleo", "(Dora)"]


def test_a_rematch_that_is_over_is_no_way_on_so_there_is_a_table_of_its_own(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    game = play(*people)
    again = rematch(game, *people)
    assert lobby.open_rematch(code=game.code, user=ben) == again, "it runs, and leads there"
    end(again)
    User.objects.filter(pk=cleo.pk).update(takes_invitations=False)
    Notification.objects.all().delete()
    fresh = lobby.open_rematch(code=game.code, user=ben)
    assert fresh not in (game, again)
    assert (fresh.rematch_of, fresh.series, fresh.options, fresh.terms) == (None, "", game.options, game.terms)
    assert names(fresh) == ["(Ada)", "Ben", "", "(Dora)"], "Cleo lets nobody invite her by name"
    assert {notification.recipient for notification in Notification.objects.all()} == {ada, dora}


def test_who_missed_the_rematch_gets_a_table_of_their_own(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    game = play(*people)
    again = lobby.open_rematch(code=game.code, user=ben)
    lobby.leave_game(code=again.code, user=ada)
    for person in (cleo, dora, make_person("Zelda")):
        lobby.join_game(code=again.code, user=person)
    assert fresh(again).is_running
    assert names(lobby.open_rematch(code=game.code, user=ada)) == ["Ada", "(Ben)", "(Cleo)", "(Dora)"]


def test_all_who_play_again_from_an_old_game_meet_at_one_table(people: list[User]) -> None:
    game = play(*people)
    end(rematch(game, *people))
    again = [lobby.open_rematch(code=game.code, user=person) for person in (*people[:3], people[0])]
    assert len(set(again)) == 1
    assert names(again[0]) == ["Ada", "Ben", "Cleo", "(Dora)"]
    assert Notification.objects.filter(game=again[0]).count() == 3, "each press tells nobody anew"
    lobby.join_game(code=again[0].code, user=people[3])
    end(again[0])
    assert lobby.open_rematch(code=game.code, user=people[1]) not in again


def test_an_old_game_leads_to_the_open_table_of_the_same_people_alone(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    game = play(*people)
    second = rematch(game, *people)
    end(second)
    third = lobby.open_rematch(code=second.code, user=cleo)
    assert lobby.open_rematch(code=game.code, user=ben) == third, "the rematch of the rematch waits for them"
    lobby.leave_game(code=third.code, user=ada)
    assert lobby.open_rematch(code=game.code, user=ada) != third, "they gave up their seat there"
    lobby.cancel_game(code=third.code, host=cleo)
    with_bots = lobby.open_rematch(code=play(dora, ben, bots=2).code, user=dora)
    with_zelda = lobby.open_rematch(code=play(dora, ben, cleo, make_person("Zelda")).code, user=dora)
    assert lobby.open_rematch(code=game.code, user=dora) not in (with_bots, with_zelda)


@pytest.mark.parametrize("blocker", [0, 1])
def test_whom_a_table_is_full_to_opens_one_of_their_own(people: list[User], blocker: int) -> None:
    ada, ben, *_ = people
    game = play(*people)
    end(rematch(game, *people))
    bens = lobby.open_rematch(code=game.code, user=ben)
    Block.objects.create(by=people[blocker], person=people[1 - blocker])
    own = lobby.open_rematch(code=game.code, user=ada)
    assert own != bens
    assert lobby.open_rematch(code=game.code, user=ada) == own


def test_nobody_who_is_kept_apart_hears_of_it(people: list[User]) -> None:
    ada, ben, cleo, dora = people
    game = play(*people)
    end(rematch(game, *people))
    blocks.block(by=ada, person=ben)
    blocks.block(by=ben, person=cleo)
    Notification.objects.all().delete()
    fresh = lobby.open_rematch(code=game.code, user=ben)
    assert names(fresh) == ["(Ada)", "Ben", "", "(Dora)"], "whom Ben blocked is not asked; Ada’s block does not show"
    assert [notification.recipient for notification in Notification.objects.all()] == [dora]
    assert link("table", fresh) not in text_of(sign_in(ada).get("/games/"))


def test_for_somebody_whose_account_is_gone_no_place_is_kept(people: list[User]) -> None:
    game = start_table(*people)
    finish(game)
    close_account(people[3])
    assert names(lobby.open_rematch(code=game.code, user=people[0])) == ["Ada", "(Ben)", "(Cleo)", ""]


def test_no_seat_is_kept_for_a_suspended_player_and_the_table_can_fill(people: list[User]) -> None:
    game = play(*people)
    suspensions.suspend(people[1])
    again = rematch(game, people[0], people[2], people[3])
    assert names(again) == ["Ada", "", "Cleo", "Dora"]
    lobby.join_game(code=again.code, user=make_person("Zelda"))
    assert fresh(again).is_running
