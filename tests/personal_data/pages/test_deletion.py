"""Deleting an account: asked twice, taken back for a week, then gone, and others' games are what they were."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Export, User
from accounts.personal_data import deletion
from accounts.personal_data.deletion import WEEK
from games.models import Answers, Contact, Game, Message, Note, Notification, Player, Suspicion
from games.notifications import contacts
from games.people.selectors.statistics import count_results
from games.personal_data.deletion import _close_all, close_account
from games.rules.registry import TITLES
from games.site.cleaning import clear_expired
from games.site.consistency import _check_game
from games.state.table import load_players
from games.state.view import name_of
from games.tables.services import lobby, notes, pauses, talk
from games.tables.services.reliability import note_due
from games.tables.services.stand_ins import hand_over
from insidejob.cache_stamps import name_table, name_watched
from tests.accounts.forms_and_emails import IDENTITY, outbox
from tests.builders_people import PASSWORD, make_guest, make_person, reload
from tests.rounds import one_in
from tests.tables.acts import replace_by
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.browser import HTMX, link, sign_in

pytestmark = pytest.mark.django_db
LEAVE, SURELY, STAY = (reverse(f"accounts:{name}") for name in ("leave", "leave_surely", "stay"))
SETTINGS = reverse("accounts:settings")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def ask_to_leave(client: Client) -> None:
    """Press both buttons, and prove in between who sits there."""
    assert f'href="{SURELY}"' in client.get(LEAVE).content.decode()
    assert client.get(SURELY)["Location"].startswith(str(IDENTITY))
    client.post(str(IDENTITY), {"password": PASSWORD})
    assert client.get(SURELY).status_code == 200
    assert client.post(SURELY)["Location"] == LEAVE


def seat_people(title: str) -> list[User]:
    """Return as many people as the smallest table of a title takes."""
    return [make_person(f"Agent {letter}") for letter in "ABCDEFGH"[: max(2, min(TITLES[title].SEATS))]]


def test_it_is_asked_twice_and_can_be_taken_back_for_a_week() -> None:
    ada = make_person("Ada", email="ada@example.org")
    client = sign_in(ada)
    with time_machine.travel("2026-11-22T12:00Z", tick=False) as now:
        ask_to_leave(client)
        assert (outbox()[-1].to, "will be deleted" in outbox()[-1].subject) == (["ada@example.org"], True)
        now.shift(WEEK.total_seconds() - 60)
        clear_expired()
        again = Client()
        again.post(reverse("account_login"), {"login": "ada@example.org", "password": PASSWORD})
        assert f'action="{STAY}"' in again.get(SETTINGS).content.decode()
        again.post(STAY)
        now.shift(120)
        clear_expired()
        assert again.get(SETTINGS).status_code == 200


def test_after_a_week_nothing_of_the_person_is_left() -> None:
    ada, bob = make_person("Ada", email="ada@example.org"), make_person("Bob")
    client, code = sign_in(ada), ada.code
    game = start_table(ada, bob, bots=1)
    Message.objects.create(game=game, seat=0, text="Ada was here")
    Message.objects.create(game=game, seat=1, text="So was Bob")
    contacts.connect(ada, contacts.FEED)
    EmailAddress.objects.create(user=ada, email="second@example.org", verified=True)
    Authenticator.objects.create(user=ada, type="webauthn", data={})
    Export.objects.create(user=ada, asked_at=timezone.now())
    Player.objects.filter(user=ada).update(marks=["x"], premove={"card": "x"})
    for person in (ada, bob):
        notes.write_note(code=game.code, user=person, text="rhubarb")
    notes.suspect(code=game.code, user=ada, steps={1: 5})
    with time_machine.travel(timezone.now(), tick=False) as now:
        ask_to_leave(client)
        now.shift(WEEK)
        clear_expired()
        hers = [mail.subject for mail in outbox() if mail.to == ["ada@example.org"]]
    assert "has been deleted" in hers[-1]
    assert client.get(SETTINGS)["Location"].startswith(reverse("account_login"))
    row = User.objects.get(pk=ada.pk)
    assert (row.email, row.is_active, row.leaves_at) == (None, False, None)
    assert row.code != code
    assert "Ada" not in row.display_name
    seat = Player.objects.get(user=ada)
    assert (seat.stand_in, seat.marks, seat.premove) == (True, [], None)
    assert list(Message.objects.values_list("text", flat=True)) == ["So was Bob"]
    assert [note.author for note in Note.objects.all()] == [bob]
    assert not Suspicion.objects.exists()
    for model in (EmailAddress, Authenticator, Export, Contact):
        assert not model._default_manager.filter(user=ada).exists()
    assert not Notification.objects.filter(recipient=ada).exists()
    page = sign_in(bob).get(link("table", game)).content.decode()
    assert "A former agent" in page
    assert "Ada" not in page
    assert sign_in(bob).get(reverse("games:profile", args=[row.code])).status_code == 404
    # The address is free again.
    assert make_person(email="ada@example.org").pk != ada.pk


@pytest.mark.parametrize(("title", "moves"), one_in(4, [*((title, 3) for title in TITLES), ("insidejob", 0)]))
def test_others_play_on_and_what_is_kept_of_their_games_stays_right(title: str, moves: int) -> None:
    people = seat_people(title)
    over, running = (start_table(*people, title=title) for _ in range(2))
    play_on(over)
    play_on(running, moves)
    before = [count_results(person) for person in people[1:]]
    close_account(people[0])
    assert [count_results(person) for person in people[1:]] == before
    for game in (over, running):
        assert _check_game(reload(game)) == []
        assert name_of(load_players(game)[0]) == "A former agent"
        assert sign_in(people[1]).get(link("table", game)).status_code == 200
    assert play_on(running).outcome
    assert _check_game(reload(running)) == []
    note_due()
    clear_expired()
    assert Player.objects.get(game=running, seat=0).zone == ""
    assert not Answers.objects.filter(user=people[0]).exists()
    assert sign_in(people[1]).get(link("replay", running)).status_code == 200


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_several_are_told_apart_by_number_and_when_all_have_left_nothing_is_left(title: str) -> None:
    people = seat_people(title)
    if len(people) + 1 in TITLES[title].SEATS:
        people.append(make_person())
    game = start_table(*people, title=title)
    play_on(game, 2)
    for person in people[:-1]:
        close_account(person)
        assert _check_game(Game.objects.get(pk=game.pk)) == []
    names = [name_of(player) for player in load_players(game)][:-1]
    numbered = [f"A former agent {number}" for number in range(1, len(people))]
    assert names == (numbered if len(names) > 1 else ["A former agent"])
    close_account(people[-1])
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_open_tables_are_closed_or_left_and_paused_ones_go_on() -> None:
    ada, bob, cleo = make_person(), make_person(), make_person()
    hosted, joined = open_table(ada, bob, seats=4), open_table(bob, ada, seats=4)
    paused = start_table(ada, bob, cleo)
    for person in (ada, bob, cleo):
        pauses.agree_to_pause(code=paused.code, user=person, agrees=True)
    close_account(ada)
    for game in (hosted, joined, paused):
        assert _check_game(reload(game)) == []
    assert (hosted.status, joined.status, paused.paused_at) == ("cancelled", "open", None)
    assert not Player.objects.filter(game=joined, user=ada).exists()


def test_a_pause_goes_on_when_someone_who_was_away_deletes_their_account() -> None:
    ada, bob, cleo = make_person(), make_person(), make_person()
    paused = start_table(ada, bob, cleo)
    hand_over(code=paused.code, user=cleo)
    for person in (ada, bob):
        pauses.agree_to_pause(code=paused.code, user=person, agrees=True)
    until = reload(paused).until
    close_account(cleo)
    assert reload(paused).paused_at is not None
    assert reload(paused).until == until
    assert _check_game(paused) == []


@pytest.mark.parametrize("is_away", [False, True])
def test_open_pages_of_players_and_spectators_learn_that_an_account_is_gone(
    monkeypatch: pytest.MonkeyPatch, *, is_away: bool
) -> None:
    ada, bob, cleo = make_person("Ada"), make_person("Bob"), make_person("Cleo")
    game = start_table(ada, bob, cleo)
    if is_away:
        hand_over(code=game.code, user=cleo)
    seen, told, poll = [], list[str](), sign_in(ada).get
    forget = deletion.forget

    def forget_later(user: User) -> None:
        """Load an open page at the last moment at which it shows the name."""
        seen.append(reload(game).version)
        assert "Cleo" in poll(link("table", game)).content.decode()
        monkeypatch.setattr("games.tables.services.seats.forget_stamps", lambda *names: told.extend(names))
        forget(user)

    monkeypatch.setattr("games.personal_data.deletion.deletion.forget", forget_later)
    close_account(cleo)
    news = poll(link("news", game), {"v": str(seen[0]), "c": ""}, headers=HTMX)
    assert news.status_code == 200
    assert "A former agent" in news.content.decode()
    assert {name_table(game.code), name_watched(game.code)} <= set(told)


@pytest.mark.parametrize("is_running", [False, True])
def test_an_open_page_loses_the_words_of_an_account_that_is_gone(*, is_running: bool) -> None:
    """Those said at an open table, and at a running one where the person has a seat no more."""
    ada, bob, cleo = make_person("Ada"), make_person("Bob"), make_person("Cleo")
    if is_running:
        game = start_table(ada, bob, cleo)
        talk.say(game=game, seat=2, text="rhubarb", author=cleo)
        hand_over(code=game.code, user=cleo)
        replace_by(game, ada, make_person("Zoe"), seat=2)
    else:
        game = open_table(ada, cleo, seats=4)
        talk.say(game=game, seat=1, text="rhubarb", author=cleo)
        lobby.leave_game(code=game.code, user=cleo)
    client = sign_in(ada)
    assert "rhubarb" in client.get(link("table", game), {"tab": "talk"}).content.decode()
    version = reload(game).version
    close_account(cleo)
    assert client.get(link("news", game), {"v": str(version), "c": ""}, headers=HTMX).status_code == 200
    assert "rhubarb" not in client.get(link("table", game), {"tab": "talk"}).content.decode()


def test_a_rematch_keeps_no_place_for_a_former_agent() -> None:
    ada, bob = make_person(), make_person()
    game = start_table(ada, bob, bots=1)
    play_on(game)
    close_account(ada)
    rematch = lobby.open_rematch(code=game.code, user=bob)
    assert [player.is_free for player in load_players(rematch)] == [True, False, False]


@pytest.mark.parametrize("who", [0, 1])
def test_one_who_took_a_seat_over_leaves_and_one_who_gave_it_up_does(who: int) -> None:
    ada, bob, cleo = make_person("Ada"), make_person("Bob"), make_person("Cleo")
    game = start_table(ada, bob, bots=1)
    play_on(game, 2)
    Message.objects.create(game=game, seat=0, text="by Ada")
    hand_over(code=game.code, user=ada)
    replace_by(game, bob, cleo)
    Message.objects.create(game=game, seat=0, author=cleo, text="by Cleo")
    close_account((ada, cleo)[who])
    assert _check_game(reload(game)) == []
    assert list(Message.objects.values_list("text", flat=True)) == [("by Cleo", "by Ada")[who]]
    page = sign_in(bob).get(link("table", game)).content.decode()
    assert "A former agent" in page
    assert ("Ada", "Cleo")[who] not in page


def test_games_against_bots_go_and_with_them_one_who_played_no_other() -> None:
    ada, guest = make_person(), make_guest()
    for person in (ada, guest):
        finish(start_table(person, bots=2))
        close_account(person)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_an_operator_does_both_by_command(tmp_path: Path) -> None:
    ada, bob = make_person("Ada", email="ada@example.org"), make_person("Bob", email="bob@example.org")
    start_table(ada, bob, bots=1)
    out, file = StringIO(), tmp_path / "ada.zip"
    call_command("export_account", "ada@example.org", str(file), stdout=out)
    with ZipFile(file) as archive:
        assert "data.json" in archive.namelist()
    assert file.stat().st_mode & 0o077 == 0
    call_command("close_account", bob.code, stdout=out)
    assert reload(bob).leaves_at is not None
    call_command("close_account", "ada@example.org", "--now", stdout=out)
    call_command("check_games", stdout=out)
    assert reload(ada).left_at is not None
    for wrong in ("ada@example.org", "nobody"):
        with pytest.raises(CommandError):
            call_command("close_account", wrong, stdout=out)


def test_an_export_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    make_person("Ada", email="ada@example.org")
    for file in (tmp_path, tmp_path / "nowhere" / "ada.zip"):
        with pytest.raises(CommandError):
            call_command("export_account", "ada@example.org", str(file))


@pytest.mark.parametrize("plays", [True, False])
def test_two_workers_send_the_last_email_once(*, plays: bool) -> None:
    ada = make_person("Ada", email="ada@example.org")
    if plays:
        start_table(ada, make_person(), bots=1)
    User.objects.filter(pk=ada.pk).update(leaves_at=timezone.now())
    # Both have found who is due before one of them begins.
    for due in [deletion.find_due(timezone.now()) for _ in range(2)]:
        _close_all(due)
        assert len([mail for mail in outbox() if mail.to == ["ada@example.org"]]) == 1
    assert not User.objects.filter(leaves_at__isnull=False).exists()


def test_one_who_stays_while_accounts_are_deleted_is_not_deleted() -> None:
    ada = make_person()
    User.objects.filter(pk=ada.pk).update(leaves_at=timezone.now())
    due = deletion.find_due(timezone.now())
    assert due == [ada]
    User.objects.filter(pk=ada.pk).update(leaves_at=None)
    _close_all(due)
    assert reload(ada).left_at is None


def test_a_deletion_cut_short_is_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = make_person(), make_person()
    start_table(ada, bob, bots=1)
    with monkeypatch.context() as patch:
        patch.setattr("games.personal_data.deletion._forget_play", Mock(side_effect=RuntimeError))
        User.objects.filter(pk=ada.pk).update(leaves_at=timezone.now())
        clear_expired()
    assert User.objects.get(pk=ada.pk).left_at is None
    clear_expired()
    assert User.objects.get(pk=ada.pk).left_at is not None
