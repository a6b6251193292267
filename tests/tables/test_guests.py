"""Guests at tables of friends: who may sit where, what they may do there, and what becomes of their seats."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone, translation

from accounts.models import Block, User
from accounts.services import GUEST_KEPT, NameTaken
from games.archive.selectors.replay import put_on_masks
from games.models import FormerPlayer, Game, Message, Muting, Note, Notification, Player, Report, Suspicion
from games.models.report import Act
from games.moderation.services.reports import send_report
from games.people import services as blocks
from games.people.selectors.recent_players import list_recent_players
from games.personal_data import deletion
from games.site.cleaning import clear_expired
from games.site.consistency import _check_game
from games.state.refusals import Refusal
from games.state.table import load_players, load_table
from games.state.view import view_table
from games.tables.selectors.talk import name_line
from games.tables.services import lobby, notes, stand_ins, substitutes, talk
from games.tables.services.deadlines import sweep
from games.tables.services.guests import pass_seats
from tests.builders_people import make_guest, make_person
from tests.tables.acts import open_seat, refuse, replace_by, until
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.builders_guests import sit, start_with_guest
from tests.tables.moderation_builders import make_report

pytestmark = pytest.mark.django_db


def seated(game: Game) -> list[str]:
    return [str(player.user or player.bot) for player in game.players.select_related("user").order_by("seat")]


def test_a_guest_sits_down_with_a_name_where_guests_are_welcome() -> None:
    game = open_table(make_person("Ada"), seats=3, guests_welcome=True)
    guest = sit(game)
    assert (guest.is_guest, guest.email, guest.display_name) == (True, None, "Zoe")
    assert seated(game) == ["Ada", "Zoe", ""]
    assert sit(game, "Zoé", guest) == guest
    assert seated(game) == ["Ada", "Zoé", ""]


def test_nobody_is_made_who_cannot_sit_down(ada: User) -> None:
    closed, full = open_table(ada, seats=3), start_table(ada, make_person("Ben"), make_person("Cleo"))
    renewed = open_table(ada, make_person("Dan"), seats=3, guests_welcome=True)
    lobby.remove_player(code=renewed.code, host=ada, seat=1, person=User.objects.get(display_name="Dan").code)
    before = set(User.objects.all())
    for game, code in ((closed, "guest"), (full, "started"), (renewed, "started")):
        with pytest.raises(Refusal, match=code):
            sit(game)
    with pytest.raises(NameTaken):
        sit(renewed, "ADA", key=Game.objects.get(pk=renewed.pk).invitation)
    assert set(User.objects.all()) == before


def test_the_table_sees_who_is_a_guest_and_a_mask_hides_it() -> None:
    game, guest = start_with_guest(make_person("Ada"))
    view = view_table(load_table(game), 0)
    assert [place.is_guest for place in view.places] == [False, True, False]
    assert not any(place.is_guest for place in put_on_masks(view).places)
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    assert not any(place.is_guest for place in view_table(load_table(game), 0).places)


def test_a_guest_opens_nothing_to_others(ada: User) -> None:
    game, guest = start_with_guest(ada, make_person("Ben"), bots=0)
    stand_ins.hand_over(code=game.code, user=ada)
    refuse("guest_opens", substitutes.open_seat, code=game.code, user=guest, seat=0)
    substitutes.open_seat(code=game.code, user=ada, seat=0)
    refuse("guest_opens", substitutes.close_seat, code=game.code, user=guest, seat=0)
    stand_ins.hand_over(code=game.code, user=guest)
    substitutes.open_seat(code=game.code, user=guest, seat=2)
    finish(game)
    refuse("guest_opens", lobby.open_rematch, code=game.code, user=guest)
    rematch = lobby.open_rematch(code=game.code, user=ada)
    assert rematch.guests_welcome
    assert lobby.open_rematch(code=game.code, user=guest) == rematch
    assert [person.display_name for person in list_recent_players(ada)] == ["Ben"], "a guest is invited by no name"


def test_a_lost_guest_is_an_absent_player_whose_seat_a_substitute_takes(ada: User) -> None:
    game, guest = start_with_guest(ada)
    for _ in range(40):
        player = Player.objects.get(game=game, user=guest)
        game.refresh_from_db()
        if player.stand_in:
            break
        if player.owes:
            with time_machine.travel(until(game) + timedelta(seconds=1)):
                sweep()
        else:
            play_on(game, 1)
    assert player.stand_in
    assert not Notification.objects.filter(recipient=guest).exists()
    token, ben = open_seat(game, ada, seat=1), make_person("Ben")
    refuse("guest", substitutes.sit_in, code=game.code, user=make_guest(), token=token)
    substitutes.sit_in(code=game.code, user=ben, token=token)
    assert seated(game)[:2] == ["Ada", "Ben"]
    assert _check_game(game) == []


def pass_all(guest: User, user: User) -> tuple[int, int]:
    """Let seats pass, and require that every game is as it should be."""
    answer = pass_seats(guest, user)
    assert [fault for game in Game.objects.all() for fault in _check_game(game)] == []
    return answer


def test_seats_pass_to_an_account_with_all_that_hangs_on_them(ada: User, ben: User, cleo: User) -> None:
    over, guest = start_with_guest(ada)
    finish(over)
    running = open_table(ada, ben, seats=3, guests_welcome=True)
    sit(running, guest=guest)
    alone = start_table(guest, bots=2)
    waits = open_table(ben, seats=3, guests_welcome=True)
    sit(waits, guest=guest)
    talk.say(game=waits, seat=1, text="Hello", author=guest)
    report = make_report(over)
    Act.objects.create(report=report, person=guest, kind=Act.Kind.WARN)
    Muting.objects.create(game=over, by=ada, person=guest)
    blocks.block(by=ben, person=guest)
    hand = view_table(load_table(running), 2).seen.hand
    User.objects.filter(pk=guest.pk).update(talk_stopped_until=timezone.now() + timedelta(days=1))
    guest.refresh_from_db()
    version = Game.objects.get(pk=waits.pk).version
    assert pass_all(guest, cleo) == (4, 0)
    assert [game.players.filter(user=cleo).count() for game in (over, running, alone, waits)] == [1] * 4
    assert view_table(load_table(running), 2).seen.hand == hand
    assert Game.objects.get(pk=alone.pk).host == cleo
    assert Game.objects.get(pk=waits.pk).version == version + 1
    assert set(Message.objects.values_list("author", flat=True)) == {cleo.pk}
    assert Muting.objects.get().person == Block.objects.get().person == cleo
    report.refresh_from_db()
    assert (report.reported, report.context[-1]["by"]) == (cleo, cleo.code)
    assert Act.objects.get().person == cleo
    cleo.refresh_from_db()
    assert cleo.talk_stopped_until
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_seat_that_stays_behind_saves_nobody_from_a_block_or_a_moderator() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = open_table(ada, ben, seats=4, guests_welcome=True)
    guest = sit(game)
    blocks.block(by=ada, person=guest)
    User.objects.filter(pk=guest.pk).update(talk_stopped_until=timezone.now() + timedelta(days=1))
    guest.refresh_from_db()
    assert pass_all(guest, ben) == (0, 1)
    ben.refresh_from_db()
    assert ben.talk_stopped_until
    assert Block.objects.filter(by=ada, person=ben).exists()


def test_nobody_gets_a_second_seat_or_one_that_they_could_not_take(guest: User) -> None:
    ada, ben, zara = make_person("Ada"), make_person("Ben"), make_person("Zara")
    plays, left, removed, blocked, taken_over, free = (open_table(ada, seats=4, guests_welcome=True) for _ in range(6))
    for game in (plays, left, removed, taken_over):
        lobby.join_game(code=game.code, user=zara)
    lobby.leave_game(code=left.code, user=zara)
    lobby.remove_player(code=removed.code, host=ada, seat=1, person=zara.code)
    removed.refresh_from_db()
    for game in (plays, left, removed, blocked, taken_over, free):
        sit(game, "Zoe", guest, key=game.invitation)
    lobby.join_game(code=blocked.code, user=ben)
    lobby.fill_with_bots(code=taken_over.code, host=ada)
    stand_ins.hand_over(code=taken_over.code, user=zara)
    replace_by(taken_over, ada, ben, seat=1)
    blocks.block(by=ben, person=zara)
    assert pass_all(guest, zara) == (1, 5)
    assert free.players.filter(user=zara).exists()
    assert guest.players.count() == 5


def test_a_place_too_many_stays_behind(settings: LazySettings, cleo: User) -> None:
    game, guest = start_with_guest(make_person("Ada"))
    settings.TABLES_A_PERSON = 0
    assert pass_all(guest, cleo) == (0, 1)
    finish(game)
    assert pass_all(guest, cleo) == (1, 0)


def test_what_a_guest_noted_passes_with_the_seat(ada: User, cleo: User) -> None:
    game, guest = start_with_guest(ada)
    notes.write_note(code=game.code, user=guest, text="Mine")
    notes.suspect(code=game.code, user=guest, steps={(game.players.get(user=guest).seat + 1) % 3: 5})
    assert pass_all(guest, cleo) == (1, 0)
    assert Note.objects.get().author == Suspicion.objects.get().author == cleo


def start_replaced(ada: User, ben: User, cleo: User) -> tuple[Game, User]:
    """Return a running game of Ada, Cleo, and Ben, who took the seat of the guest."""
    game = open_table(ada, cleo, seats=4, guests_welcome=True)
    guest = sit(game)
    lobby.fill_with_bots(code=game.code, host=ada)
    notes.write_note(code=game.code, user=guest, text="Mine")
    talk.say(game=game, seat=2, text="Hello", author=guest)
    stand_ins.hand_over(code=game.code, user=guest)
    replace_by(game, ada, ben, seat=2)
    game.refresh_from_db()
    return game, guest


def report_line(message: Message, by: User) -> Report:
    game = message.game
    send_report(game=game, players=load_players(game), by=by, line=name_line(message), reason="insult", words="")
    return Report.objects.get(message=message, reporter=by)


def test_what_a_guest_said_before_they_left_is_their_accounts(ada: User, ben: User, cleo: User) -> None:
    game = open_table(ada, seats=3, guests_welcome=True)
    guest = sit(game)
    said = [talk.say(game=game, seat=1, text=text, author=guest) for text in ("Rude", "Ruder")]
    Muting.objects.create(game=game, by=ada, person=guest)
    Muting.objects.create(game=game, by=cleo, person=guest)
    before = report_line(said[0], ada)
    lobby.leave_game(code=game.code, user=guest)
    lobby.join_game(code=game.code, user=ben)
    assert pass_all(guest, cleo) == (0, 0)
    assert not User.objects.filter(pk=guest.pk).exists()
    before.refresh_from_db()
    after = report_line(Message.objects.get(text="Ruder"), ada)
    assert (before.reported, after.reported) == (cleo, cleo)
    assert {line["by"] for line in before.context} == {cleo.code}
    assert [(muting.by, muting.person) for muting in Muting.objects.all()] == [(ada, cleo)]


def test_a_replaced_guest_gets_no_second_hand_as_a_member(ada: User, ben: User, cleo: User) -> None:
    game, guest = start_replaced(ada, ben, cleo)
    member = make_person()
    assert pass_all(guest, member) == (0, 0)
    stand_ins.hand_over(code=game.code, user=cleo)
    refuse("held_seat", substitutes.sit_in, code=game.code, user=member, token=open_seat(game, ada, seat=1))
    assert FormerPlayer.objects.get(game=game, until__isnull=False).user == Note.objects.get().author == member


def test_a_line_that_guest_and_account_reported_is_reported_once(ada: User, ben: User) -> None:
    game = open_table(ada, seats=3, guests_welcome=True)
    message = talk.say(game=game, seat=0, text="Rude", author=ada)
    guest = sit(game)
    report_line(message, guest)
    lobby.leave_game(code=game.code, user=guest)
    lobby.join_game(code=game.code, user=ben)
    report_line(message, ben)
    assert pass_all(guest, ben) == (0, 0)
    assert [(each.reporter, each.reported) for each in Report.objects.all()] == [(None, ada), (ben, ada)]


def leave_for(guest: User, days: int) -> None:
    User.objects.filter(pk=guest.pk).update(last_active=timezone.localdate() - timedelta(days=days))


def test_a_guest_who_left_is_nobody_once_their_games_are_long_over_and_not_before(ada: User) -> None:
    game, guest = start_with_guest(ada)
    leave_for(guest, GUEST_KEPT.days + 1)
    clear_expired()
    assert seated(game)[1] == "Zoe", "in the middle of a game"
    finish(game)
    clear_expired()
    assert seated(game)[1] == "Zoe", "just over"
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - GUEST_KEPT - timedelta(days=1))
    talk.say(game=game, seat=1, text="Well played", author=guest)
    clear_expired()
    guest.refresh_from_db()
    assert (guest.is_active, guest.shown_name) == (False, translation.gettext("A former agent"))
    assert guest.left_at
    assert not Message.objects.exists()
    assert _check_game(game) == []


@pytest.mark.parametrize("hour", ["12:00", "23:30"])
def test_a_guest_who_left_goes_on_the_same_day_at_any_hour(hour: str) -> None:
    """Days are those of the site's zone: in Paris the next day has begun at 23:30 by UTC."""
    with time_machine.travel(f"2026-11-25T{hour}Z", tick=False):
        guest = make_guest()
        leave_for(guest, GUEST_KEPT.days)
        clear_expired()
        assert User.objects.filter(pk=guest.pk).exists()
        leave_for(guest, GUEST_KEPT.days + 1)
        clear_expired()
        assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_left_gives_back_the_seat_of_a_table_that_never_began() -> None:
    game = open_table(make_person("Ada"), seats=3, guests_welcome=True)
    guest = sit(game)
    leave_for(guest, GUEST_KEPT.days - 1)
    clear_expired()
    assert seated(game) == ["Ada", "Zoe", ""]
    leave_for(guest, GUEST_KEPT.days + 1)
    clear_expired()
    assert seated(game) == ["Ada", "", ""]
    assert not User.objects.filter(display_name="Zoe").exists()


def test_what_a_guest_said_goes_with_them_although_they_had_left_the_table(ada: User, ben: User, cleo: User) -> None:
    game, guest = start_replaced(ada, ben, cleo)
    leave_for(guest, GUEST_KEPT.days + 1)
    clear_expired()
    assert not Message.objects.exists()
    assert not Note.objects.exists()
    former = FormerPlayer.objects.get(game=game)
    assert (former.name, former.user.shown_name) == ("", translation.gettext("A former agent"))
    assert _check_game(game) == []


def test_a_guest_who_cannot_be_deleted_does_not_stop_the_rest(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_table(ada, seats=4, guests_welcome=True)
    stuck, gone = sit(game, "Zoe"), sit(game, "Yann")
    for guest in (stuck, gone):
        leave_for(guest, GUEST_KEPT.days + 1)
    leave_tables = deletion.leave_tables

    def fail_once(user: User) -> None:
        if user == stuck:
            raise RuntimeError
        leave_tables(user)

    monkeypatch.setattr(deletion, "leave_tables", fail_once)
    clear_expired()
    assert seated(game) == ["Ada", "Zoe", "", ""]
    assert not User.objects.filter(pk=gone.pk).exists()


def test_a_game_against_bots_goes_with_its_guest_once_it_is_over(guest: User) -> None:
    game = start_table(guest, bots=2)
    leave_for(guest, GUEST_KEPT.days + 1)
    clear_expired()
    assert Game.objects.filter(pk=game.pk).exists()
    finish(game)
    clear_expired()
    assert not Game.objects.filter(pk=game.pk).exists()
    assert not User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_may_not_talk_is_sent_to_no_page_that_they_cannot_open() -> None:
    game, guest = start_with_guest(make_person("Ada"))
    member = make_person("Ben")
    guest.talk_stopped_until = member.talk_stopped_until = timezone.now() + timedelta(days=1)
    for author, code in ((guest, "guest_stopped"), (member, "talk_stopped")):
        refuse(code, talk.say, game=game, seat=1, text="Hello", author=author)
