"""A stand-in's seat taken over by a substitute: who may, what they get and the leaver keeps, what counts for whom."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import override_settings

from accounts.models import User
from games.models import Answers, FormerPlayer, Game, Message, Note, Notification, Player, SealedChoice, Suspicion
from games.people.selectors.statistics import count_results
from games.site.consistency import _check_game
from games.state.table import load_players, load_table
from games.state.view import view_table
from games.tables.selectors.talk import Talking
from games.tables.services import lobby, marks, notes, stand_ins, substitutes, talk
from games.tables.services.reliability import _note_game
from tests.builders_people import make_guest, make_person
from tests.tables.acts import fresh, open_seat, page_in, person_in, refuse, replace_by
from tests.tables.builders import asked, finish, open_table, play_on, play_to_the_vote, start_table
from tests.tables.clocks import HOUR, START, Clock, send_due_after

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Game:
    """A game in which a stand-in plays for Ada."""
    game = start_table(*people)
    stand_ins.hand_over(code=game.code, user=people[0])
    return game


def player_of(game: Game, seat: int = 0) -> Player:
    return Player.objects.get(game=game, seat=seat)


def test_a_substitute_gets_the_hand_and_what_the_seat_knows(game: Game, people: list[User], zoe: User) -> None:
    before = view_table(load_table(game), 0)
    replace_by(game, people[1], zoe)
    after = view_table(load_table(game), 0)
    assert after.seen == before.seen
    assert after.me
    assert (after.me.name, after.me.has_stand_in, after.me.link, after.is_new) == ("Zoe", False, "", True)
    assert _check_game(fresh(game)) == []
    finish(game)
    assert _check_game(game) == []


def test_the_leaver_has_a_seat_no_more(game: Game, people: list[User]) -> None:
    replace_by(game, people[1], make_person())
    for service in (stand_ins.take_back, stand_ins.hand_over):
        refuse("not_seated", service, code=game.code, user=people[0])
    assert not Player.objects.filter(user=people[0]).exists()


def test_who_once_declined_an_invitation_to_the_table_may_be_a_substitute(
    game: Game, people: list[User], zoe: User
) -> None:
    FormerPlayer.objects.create(game=game, seat=1, user=zoe, declined=FormerPlayer.Declined.LATER)
    replace_by(game, people[1], zoe)
    assert player_of(game).user == zoe


def test_a_substitute_has_offered_nothing_that_the_former_player_offered(
    game: Game, ben: User, zoe: User, people: list[User]
) -> None:
    yan = make_person("Yan")
    token = open_seat(game, ben, 0)
    stand_ins.hand_over(code=game.code, user=ben)
    replace_by(game, ben, zoe, seat=1)
    place = view_table(load_table(fresh(game)), 1).places[0]
    assert (place.link, place.opened_by) == (token, "")
    assert "Offered by" not in page_in(game, 1)
    substitutes.sit_in(code=game.code, user=yan, token=token)
    assert fresh(game).host == yan


def test_a_host_who_is_replaced_leaves_the_table_to_who_opened_the_seat(
    game: Game, ben: User, cleo: User, zoe: User
) -> None:
    assert game.host == person_in(game, 0)
    replace_by(game, cleo, zoe)
    assert fresh(game).host == cleo
    stand_ins.hand_over(code=game.code, user=ben)
    replace_by(game, cleo, make_person(), seat=1)
    assert fresh(game).host == cleo, "who is no host takes nothing along"
    stand_ins.hand_over(code=game.code, user=cleo)
    dora = make_person()
    replace_by(game, cleo, dora, seat=2)
    assert fresh(game).host == dora, "the substitute if the host opened it"


def test_only_who_plays_or_the_owner_opens_a_seat_and_only_one_that_a_stand_in_keeps(
    game: Game, ada: User, ben: User, cleo: User
) -> None:
    refuse("not_seated", substitutes.open_seat, code=game.code, user=make_person(), seat=0)
    for seat in (1, 7, -1):
        refuse("no_stand_in", substitutes.open_seat, code=game.code, user=cleo, seat=seat)
    stand_ins.hand_over(code=game.code, user=ben)
    refuse("stand_in", substitutes.open_seat, code=game.code, user=ben, seat=0)
    assert open_seat(game, ben, seat=1)
    assert open_seat(game, cleo)
    assert open_seat(game, ada)


def test_a_link_is_void_once_changed_closed_or_its_owner_is_back(game: Game, ada: User, ben: User, cleo: User) -> None:
    tokens = [open_seat(game, ben), open_seat(game, cleo)]
    substitutes.close_seat(code=game.code, user=cleo, seat=0)
    tokens.append(open_seat(game, ben))
    stand_ins.take_back(code=game.code, user=ada)
    stand_ins.hand_over(code=game.code, user=ada)
    assert len(set(tokens)) == 3
    for token in (*tokens, "", "x", "é"):
        refuse("seat_gone", substitutes.sit_in, code=game.code, user=make_person(), token=token)


def test_nobody_who_held_a_seat_and_no_guest_takes_one_over(zoe: User) -> None:
    host, left, removed, stays = (make_person() for _ in range(4))
    game = open_table(host, left, removed, seats=3)
    assert game.is_running
    game = open_table(host, left, removed, seats=4)
    lobby.leave_game(code=game.code, user=left)
    lobby.remove_player(code=game.code, host=host, seat=2, person=removed.code)
    game.refresh_from_db()
    lobby.join_game(code=game.code, user=stays, key=game.invitation)
    lobby.fill_with_bots(code=game.code, host=host)
    stand_ins.hand_over(code=game.code, user=host)
    token = open_seat(game, stays, seat=0)
    for person in (left, removed):
        refuse("held_seat", substitutes.sit_in, code=game.code, user=person, token=token)
    refuse("guest", substitutes.sit_in, code=game.code, user=make_guest(), token=token)
    substitutes.sit_in(code=game.code, user=zoe, token=token)
    stand_ins.hand_over(code=game.code, user=zoe)
    refuse("held_seat", substitutes.sit_in, code=game.code, user=host, token=open_seat(game, stays))
    # One who sits there stays where they are.
    substitutes.sit_in(code=game.code, user=stays, token=player_of(game).link)
    assert player_of(game).user == zoe


def test_a_table_that_asks_for_answers_in_time_asks_substitutes_too(people: list[User]) -> None:
    game = start_table(*people, in_time_only=True)
    stand_ins.hand_over(code=game.code, user=people[0])
    token, late = open_seat(game, people[1]), make_person()
    Answers.objects.create(user=late, last=[-1] * 20)
    refuse("in_time", substitutes.sit_in, code=game.code, user=late, token=token)
    substitutes.sit_in(code=game.code, user=make_person(), token=token)


@pytest.mark.parametrize("agrees", [True, False])
def test_notes_are_handed_over_only_if_the_leaver_agrees(agrees: bool, people: list[User], zoe: User) -> None:
    game = start_table(*people[:2], title="target")
    marks.keep_marks(player=player_of(game), marks=["1-0-4"])
    stand_ins.hand_over(code=game.code, user=people[0], leaves_notes=agrees)
    replace_by(game, people[1], zoe)
    assert player_of(game).marks == (["1-0-4"] if agrees else [])
    marks.keep_marks(player=player_of(game), marks=["1-1-2", *player_of(game).marks])
    refuse("not_seated", substitutes.hand_notes, code=game.code, user=zoe)
    substitutes.hand_notes(code=game.code, user=people[0])
    assert player_of(game).marks == ["1-0-4", "1-1-2"]
    assert FormerPlayer.objects.get(user=people[0]).marks == []


@pytest.mark.parametrize("agrees", [True, False])
def test_what_was_written_is_handed_over_as_marks_are(agrees: bool, people: list[User], zoe: User) -> None:
    game = start_table(*people)
    notes.write_note(code=game.code, user=people[0], text="Mine")
    notes.suspect(code=game.code, user=people[0], steps={1: 5, 2: 2})
    stand_ins.hand_over(code=game.code, user=people[0], leaves_notes=agrees)
    replace_by(game, people[1], zoe)
    assert list_texts(zoe) == (["Mine"] if agrees else [])
    assert Suspicion.objects.filter(author=zoe).count() == (2 if agrees else 0)
    notes.write_note(code=game.code, user=zoe, text="Hers")
    notes.suspect(code=game.code, user=zoe, steps={1: 3})
    refuse("not_seated", notes.write_note, code=game.code, user=people[0], text="Late")
    substitutes.hand_notes(code=game.code, user=people[0])
    assert sorted(list_texts(zoe)) == ["Hers", "Mine"]
    assert dict(Suspicion.objects.filter(author=zoe).values_list("about", "step")) == {1: 3, 2: 2}
    assert list_texts(people[0]) == []
    assert not Suspicion.objects.filter(author=people[0]).exists()


def list_texts(person: User) -> list[str]:
    return [note.text for note in Note.objects.filter(author=person)]


def test_a_page_of_the_leaver_that_was_read_before_gives_no_notes_away(people: list[User]) -> None:
    game = start_table(*people[:2], title="target")
    stand_ins.hand_over(code=game.code, user=people[0])
    stale = player_of(game)
    replace_by(game, people[1], make_person())
    marks.keep_marks(player=stale, marks=["1-0-4"])
    assert player_of(game).marks == []


def test_what_the_leaver_prepared_proposed_and_chose_for_themselves_goes_with_them(
    game: Game, people: list[User]
) -> None:
    Player.objects.filter(game=game, seat=0).update(
        premove={"word": "x"},
        agrees_to_open=True,
        muted=True,
        marks=["a"],
        talk_read=9,
        missed=1,
        away=[[START.isoformat(), (START + HOUR).isoformat()]],
        waited={"2026": 60.0},
        waits_now=HOUR,
    )
    replace_by(game, people[1], make_person())
    player = player_of(game)
    assert (player.premove, player.agrees_to_open, player.muted, player.marks) == (None, False, False, [])
    assert (player.talk_read, player.missed, player.stand_in) == (0, 0, False)
    assert (player.away, player.waited, player.waits_now) == ([], {}, timedelta(0))


def test_a_vote_stays_as_given_and_can_be_changed() -> None:
    game = play_to_the_vote(3)
    seat = asked(load_table(game))[0]
    stand_ins.hand_over(code=game.code, user=person_in(game, seat))
    before = SealedChoice.objects.get(game=game).content
    replace_by(game, person_in(game, (seat + 1) % 3), make_person(), seat)
    assert SealedChoice.objects.get(game=game).content == before
    assert view_table(load_table(game), seat).decision is not None


def test_what_was_said_keeps_its_name(game: Game, people: list[User], zoe: User) -> None:
    talk.say(game=game, seat=0, text="before", author=people[0])
    Message.objects.create(game=game, seat=0, text="old")
    replace_by(game, people[1], zoe)
    talk.say(game=game, seat=0, text="after", author=zoe)
    lines = Talking(game, load_players(game), player_of(game), load_table(game)).load().lines
    assert [(line.name, line.is_me) for line in lines] == [("Ada", False), ("Ada", False), ("Zoe", True)]


def test_the_log_says_who_took_over_where_it_happened(game: Game, people: list[User]) -> None:
    play_on(game, 2)
    until = len(load_table(game).entries)
    replace_by(game, people[1], make_person("Zoe"))
    play_on(game, 2)
    view = view_table(load_table(game), 1)
    [event] = [event for event in view.events if event.code == "taken_over"]
    assert event.params["former"].value == "Ada"  # type: ignore[union-attr]
    assert until
    assert FormerPlayer.objects.get(user=people[0]).until == until


def told(game: Game, kind: str) -> set[int]:
    return set(Notification.objects.filter(game=game, kind=kind).values_list("recipient_id", flat=True))


def test_all_are_told_that_a_seat_is_open_and_who_took_it(game: Game, ada: User, ben: User, cleo: User) -> None:
    open_seat(game, ben)
    substitutes.close_seat(code=game.code, user=ben, seat=0)
    version = fresh(game).version
    open_seat(game, ben)
    assert fresh(game).version == version + 1
    assert told(game, "seat_open") == {ada.pk, cleo.pk}
    assert Notification.objects.filter(game=game, kind="seat_open").count() == 2
    replace_by(game, ben, make_person())
    assert told(game, "seat_taken") == {ben.pk, cleo.pk}
    assert told(game, "replaced") == {ada.pk}


def test_a_seat_that_is_offered_again_is_told_unless_it_was_told_today(clock: Clock, game: Game, ben: User) -> None:
    Notification.objects.all().delete()
    open_seat(game, ben)
    substitutes.close_seat(code=game.code, user=ben, seat=0)
    send_due_after(clock, HOUR)
    assert mail.outbox == []
    for _ in range(2):
        open_seat(game, ben)
        send_due_after(clock, HOUR)
        assert len(mail.outbox) == 2
        substitutes.close_seat(code=game.code, user=ben, seat=0)


def test_answers_count_for_who_gave_them_or_missed_them(clock: Clock, people: list[User], zoe: User) -> None:
    game = start_table(*people, options={"wagers": False})
    while asked(load_table(game)) != [0]:
        play_on(game, 1)
    clock.shift(HOUR)
    play_on(game, 1)
    while asked(load_table(game)) != [0]:
        play_on(game, 1)
    stand_ins.hand_over(code=game.code, user=people[0])
    clock.shift(5 * HOUR)
    replace_by(game, people[1], zoe)
    clock.shift(HOUR)
    finish(game)
    _note_game(game.pk)
    kept = {row.user_id: row.last for row in Answers.objects.all()}
    # A stand-in that takes the trick leads the next one, too.
    given, *missed = kept[people[0].pk]
    assert (given, set(missed)) == (3600, {-1})
    assert kept[zoe.pk]
    assert -1 not in kept[zoe.pk]
    assert max(kept[zoe.pk]) <= 3600, "what others waited for before does not count"


@pytest.mark.parametrize("won", [True, False])
def test_a_substitute_has_nothing_to_lose(won: bool, game: Game, people: list[User], zoe: User) -> None:
    replace_by(game, people[1], zoe)
    finish(game)
    Player.objects.filter(game=game, seat=0).update(won=won)
    assert [results.total.won for results in count_results(zoe)] == [1] * won
    assert count_results(people[0]) == []


def test_a_game_that_is_over_has_no_seat_to_take(game: Game, people: list[User]) -> None:
    token = open_seat(game, people[1])
    finish(game)
    refuse("not_running", substitutes.sit_in, code=game.code, user=make_person(), token=token)
    refuse("not_running", substitutes.hand_notes, code=game.code, user=people[0])


def test_a_person_at_too_many_tables_sits_down_nowhere_else(game: Game, people: list[User]) -> None:
    with override_settings(TABLES_A_PERSON=0):
        refuse("many_tables", replace_by, game=game, by=people[1], substitute=make_person())
