"""Games whose rules this code does not know, or whose title it does not have, wait, and all else goes on."""

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Audience, User
from accounts.services import GUEST_KEPT
from games import tasks
from games.cases.services.generation import DAYS_AHEAD
from games.fast.state_cache import state_cache
from games.models import Delivery, Game, Move, Notification, Player
from games.notifications import contacts
from games.notifications.email_links import make_turn_token
from games.personal_data import deletion
from games.personal_data.export import write_archive
from games.rules.engine.values import BOT
from games.site import health
from games.state.refusals import Refusal
from games.state.table import load_table
from games.tables.services import newer_rules, stand_ins
from games.tables.services.moves import lock_table
from tests.access import IN_STATES, STATES, World
from tests.builders_people import make_guest, make_person
from tests.cases.builders import store_case
from tests.logs import read_log
from tests.rounds import mark, one_in
from tests.tables.builders import close_deadline, finish, open_table, play_on, start_table
from tests.tables.pages.browser import HTMX, link, sign_in, text_of

pytestmark = pytest.mark.django_db

UNKNOWN: dict[str, dict[str, Any]] = {"a newer version": {"rules": 99}, "a newer title": {"title": "poker"}}
SHOWN = "rules unknown to this site"
SAID = {
    ("a newer version", "en"): ("This table is on hold", "The site may have gone back to an older version"),
    ("a newer version", "fr"): ("Une table qui doit attendre", "Le site est peut-être revenu pour un temps"),
    ("a newer title", "en"): ("This site doesn’t have this game", "This table plays a game that this site doesn’t"),
    ("a newer title", "fr"): ("Ce site n’a pas ce jeu", "Cette table joue à un jeu que ce site n’a pas."),
}


def take_back(games: Any = None, **unknown: Any) -> None:
    """Let some games, or all, be of a newer release, as after a step back; this process has just started."""
    (games or Game.objects).update(**(unknown or UNKNOWN["a newer version"]))
    state_cache.forget()


def make_world() -> World:
    """Return tables in each state that everybody may find in some list: public, of a circle, of a series."""
    world = World()
    User.objects.update(history_shown_to=Audience.EVERYBODY, statistics_shown_to=Audience.EVERYBODY)
    Game.objects.filter(status=Game.Status.OPEN).update(is_public=True)
    Game.objects.filter(pk__in=[game.pk for game in world.games.values()]).update(circle=world.circle, series="abc")
    for client in world.clients.values():
        client.raise_request_exception = False
    return world


REQUESTS: list[tuple[str, dict[str, str], str]] = [
    ("GET", {}, "a newer version"),
    ("GET", {}, "a newer title"),
    ("GET", HTMX, "a newer version"),
    ("POST", {}, "a newer version"),
]


@pytest.mark.parametrize(
    ("method", "headers", "unknown", "everybody"),
    [mark((*each, everybody), "long" if everybody else "deep") for everybody in (False, True) for each in REQUESTS],
)
def test_every_address_answers_everybody(method: str, headers: dict[str, str], unknown: str, everybody: bool) -> None:
    world = make_world()
    take_back(**UNKNOWN[unknown])
    faults, asked, told = [], 0, set[str]()
    for answer in world.ask(method, everybody=everybody, **headers):
        asked += 1
        # No sweep has ever run here: that alone is 503.
        if answer.response.status_code >= 500 and answer.name != "games:health":
            faults.append(f"{answer.words}: {answer.response.status_code}")
        if answer.response.streaming:
            assert list(answer.response) == [], "a game that cannot be read is in no file"
        elif answer.response.status_code == 409 and answer.name in IN_STATES:
            assert any(SAID[unknown, language][1] in text_of(answer.response) for language in ("en", "fr"))
            told.add(answer.name)
    assert not faults, "\n".join(faults)
    assert asked > 300
    if method == "GET" and not headers:
        # All others lead there.
        assert {"games:table", "games:replay", "games:replay_step", "games:record", "games:commitment"} <= told


@pytest.mark.parametrize("unknown", one_in(2, UNKNOWN))
def test_a_page_says_so_in_both_languages_to_all_in_every_state(unknown: str) -> None:
    world = make_world()
    take_back(**UNKNOWN[unknown])
    for language, state in (("fr", "running"), *(("en", state) for state in STATES if state != "cancelled")):
        User.objects.update(language=language)
        heading, sentence = SAID[unknown, language]
        for kind, client in world.clients.items():
            answer = client.get(link("table", world.games[state]), headers={"accept-language": language})
            assert (answer.status_code, sentence in text_of(answer)) == (409, True), (state, kind)
            assert f"<title>{heading} ·" in text_of(answer)
            assert f"<h1>{heading}</h1>" in text_of(answer)
            assert "no-store" in answer["Cache-Control"]
    for kind, client in world.clients.items():
        answer = client.get(link("table", world.games["cancelled"]), headers={"accept-language": "en"})
        assert (answer.status_code, "This table is closed" in text_of(answer)) == (200, True), kind


def list_pages(world: World) -> Iterator[tuple[str, str]]:
    """Yield the pages that list games, with who looks at them."""
    host, circle = world.people["host"], world.circle
    yield "host", reverse("games:my_games")
    yield "anonymous", reverse("games:open_tables")
    for kind in ("host", "player", "stranger"):
        yield kind, reverse("games:profile", args=[host.code])
    yield "player", reverse("games:circle", args=[circle.code])


def test_lists_say_so_in_the_place_of_the_title() -> None:
    world = make_world()
    User.objects.update(language="en")
    for kind, path in list_pages(world):
        assert SHOWN not in text_of(world.clients[kind].get(path, headers={"accept-language": "en"})), path
    for unknown in UNKNOWN.values():
        take_back(**unknown)
        for kind, path in list_pages(world):
            answer = world.clients[kind].get(path, headers={"accept-language": "en"})
            assert (answer.status_code, SHOWN in text_of(answer)) == (200, True), (kind, path)


def test_what_cannot_be_played_waits_for_nobody_and_other_games_do() -> None:
    ada, ben = make_person(language="en"), make_person()
    newer, known = start_table(ada, ben, bots=1), start_table(ada, ben, bots=1)
    Player.objects.filter(user=ada).update(owes="play-1", asked_at=timezone.now())
    Game.objects.filter(pk=known.pk).update(due_at=timezone.now() + timedelta(days=1))
    take_back(Game.objects.filter(pk=newer.pk))
    client = sign_in(ada)
    assert client.get(reverse("games:next_game"))["Location"] == link("table", known)
    assert client.get(link("table", known)).context["next_game"] is None
    page = text_of(client.get(reverse("games:my_games")))
    waiting = page[page.index('id="waiting"') : page.index('id="running"')]
    assert known.code in waiting
    assert newer.code not in waiting
    feed = contacts.connect(ada, contacts.FEED)
    atom = text_of(Client().get(reverse("games:feed_atom", args=[feed.secret])))
    assert known.code in atom
    assert newer.code not in atom


def test_a_page_that_is_open_is_loaded_again_and_stops_asking() -> None:
    ada = make_person()
    game = start_table(ada, make_person(), bots=1)
    client = sign_in(ada)
    page = client.get(link("table", game))
    assert page.status_code == 200
    address = link("news", game) + f"?v={page.context['view'].game.version}&c="
    assert client.get(address, headers=HTMX).status_code == 204
    take_back()
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    assert client.post(link("move", game), {"decision": "play-1"}, headers=HTMX)["HX-Refresh"] == "true"
    assert "hx-get" not in text_of(client.get(link("table", game)))


@pytest.mark.parametrize("unknown", UNKNOWN)
def test_the_link_of_a_mail_says_so_in_its_owners_language(unknown: str) -> None:
    ada = make_person(language="fr")
    game = start_table(ada, make_person(), bots=1)
    Player.objects.filter(game=game, user=ada).update(owes="play-1")
    take_back(**UNKNOWN[unknown])
    address = reverse("games:play_by_mail", args=[make_turn_token(Player.objects.get(game=game, user=ada))])
    for answer in (Client().get(address), Client().post(address), Client().post(address, {"decision": "play-1"})):
        assert (answer.status_code, answer["Content-Language"]) == (409, "fr")
        assert SAID[unknown, "fr"][1] in text_of(answer)


def list_tasks() -> list[Any]:
    return [task for task in vars(tasks).values() if hasattr(task, "apply_async")]


def let_all_be_due() -> None:
    """Let every deadline, notice and delivery be due, and every open table a day old; no case is missing."""
    now = timezone.now()
    before = now - timedelta(days=1)
    store_case(day=now.date() + timedelta(days=DAYS_AHEAD))
    Game.objects.filter(due_at__isnull=False).update(due_at=before)
    Game.objects.filter(status=Game.Status.OPEN).update(opened_at=before)
    Notification.objects.filter(state=Notification.State.WAITING).update(send_at=before)
    Delivery.objects.filter(state=Delivery.State.WAITING).update(send_at=before)
    Player.objects.exclude(role="").update(statistics=None)


@pytest.mark.parametrize("unknown", one_in(2, UNKNOWN))
def test_every_task_passes_over_such_games_and_does_the_rest(unknown: str) -> None:
    ada, ben = make_person(), make_person()
    over, running, waiting = finish(start_table(ada, ben, bots=1)).game, start_table(ada, ben, bots=1), open_table(ada)
    Player.objects.filter(game=running, user=ada).update(premove={"card": "A1"}, owes="play-1")
    newer = Game.objects.filter(pk__in=[over.pk, running.pk, waiting.pk])
    take_back(newer, **UNKNOWN[unknown])
    known = start_table(ada, ben, bots=1)
    let_all_be_due()
    before = {game.pk: game.status for game in newer}
    assert len(list_tasks()) == 15
    with read_log() as log:
        for task in list_tasks():
            task()
        written = log.getvalue()
    assert "Traceback" not in written
    assert '"error"' not in written
    assert {game.pk: game.status for game in newer} == before
    assert known.moves.filter(by="clock").exists()
    assert not running.moves.filter(by="clock").exists()
    running.refresh_from_db()
    assert running.until
    assert running.until >= timezone.now() + timedelta(hours=1)
    over.refresh_from_db()
    assert over.answers_due
    assert set(Player.objects.filter(game=over).exclude(role="").values_list("statistics", flat=True)) == {None}
    # Nothing is told, nothing is dropped, and nothing is late.
    assert set(
        Notification.objects.filter(game__in=newer).exclude(state="dropped").values_list("told_at", flat=True)
    ) == {None}
    assert Notification.objects.filter(
        game=running, state=Notification.State.WAITING, send_at__gt=timezone.now()
    ).exists()
    assert mail.outbox
    assert all(known.code in letter.body for letter in mail.outbox)
    assert health.measure_health().is_good


@pytest.mark.parametrize("unknown", one_in(2, UNKNOWN))
def test_a_table_that_never_started_is_closed_after_a_week_and_its_players_are_told(unknown: str) -> None:
    ada, ben = make_person(language="en"), make_person(language="fr")
    old, recent = open_table(ada, ben), open_table(ada, ben)
    now = timezone.now()
    Game.objects.filter(pk=old.pk).update(opened_at=now - timedelta(days=7, minutes=1))
    Game.objects.filter(pk=recent.pk).update(opened_at=now - timedelta(days=6, hours=23))
    take_back(**UNKNOWN[unknown])
    store_case(day=now.date() + timedelta(days=DAYS_AHEAD))
    for task in list_tasks():
        task()
    for game, status in ((old, Game.Status.CANCELLED), (recent, Game.Status.OPEN)):
        game.refresh_from_db()
        assert game.status == status
    assert [letter.to[0] for letter in mail.outbox] == [ada.email, ben.email]
    said = ("en", "was closed before the game began"), ("fr", "fermée avant le début de la partie")
    for letter, (language, words) in zip(mail.outbox, said, strict=True):
        assert isinstance(letter, EmailMultiAlternatives)
        with translation.override(language):
            name = old.name
        for text in (str(letter.body), str(letter.alternatives[0][0])):
            assert words in " ".join(text.split())
            assert name in text
            assert "poker" not in text


def test_once_the_newer_release_is_back_the_games_go_on() -> None:
    ada, ben = make_person(), make_person()
    over, running = finish(start_table(ada, ben, bots=1)).game, start_table(ada, ben, bots=1)
    versions = {game.pk: game.rules for game in (over, running)}
    delivery = tell_first(running)
    take_back()
    let_all_be_due()
    for task in list_tasks():
        task()
    delivery.refresh_from_db()
    assert delivery.state == Delivery.State.WAITING
    for key, version in versions.items():
        Game.objects.filter(pk=key).update(rules=version)
    later = timezone.now() + timedelta(minutes=10)
    assert not close_deadline(running.code, later), "nobody's time ran out meanwhile"
    Notification.objects.update(send_at=timezone.now())
    Delivery.objects.filter(pk=delivery.pk).update(send_at=timezone.now())
    cache.clear()
    for task in list_tasks():
        task()
    over.refresh_from_db()
    assert not over.answers_due
    assert None not in Player.objects.filter(game=over).exclude(role="").values_list("statistics", flat=True)
    delivery.refresh_from_db()
    assert delivery.state == Delivery.State.SENT
    play_on(running)


def tell_first(game: Game) -> Delivery:
    """Return a delivery by mail, under way, of the question that a game asks."""
    notification = Notification.objects.filter(game=game, kind="turn").first()
    assert notification
    now = timezone.now()
    Notification.objects.filter(pk=notification.pk).update(state=Notification.State.TOLD, told_at=now)
    return Delivery.objects.create(notification=notification, channel="mail", told_at=now, send_at=now)


def test_a_clock_gets_time_once_and_a_paused_game_stays_paused() -> None:
    ada = make_person()
    games = [start_table(ada, make_person(), bots=1, pace=300, vote_time=300) for _ in range(2)]
    paused, now = games[0], timezone.now()
    Game.objects.filter(pk=paused.pk).update(paused_at=now, paused_due=now + timedelta(hours=3))
    take_back()
    assert newer_rules.hold_clocks(now) == 2
    assert newer_rules.hold_clocks(now) == 0
    assert newer_rules.hold_clocks(now + timedelta(minutes=50)) == 0
    assert newer_rules.hold_clocks(now + timedelta(minutes=70)) == 2
    paused.refresh_from_db()
    assert paused.paused_due == now + timedelta(hours=3)


def test_whoever_sat_there_gets_the_rest() -> None:
    ada, ben = make_person(), make_person()
    over, running = finish(start_table(ada, ben, bots=1)).game, start_table(ada, ben, bots=1)
    kept = finish(start_table(ada, ben, bots=1)).game
    take_back(Game.objects.filter(pk__in=[over.pk, running.pk]))
    with translation.override("en"), zipfile.ZipFile(io.BytesIO(write_archive(ada))) as archive:
        for game in (over, running):
            assert json.loads(archive.read(f"games/{game.code}.json"))["rules"] == 99
        assert "deal" in json.loads(archive.read(f"games/{kept.code}.json"))
    records = b"".join(sign_in(ada).get(reverse("games:my_records")))
    assert len(records.splitlines()) == 1


@pytest.mark.parametrize("unknown", UNKNOWN)
@pytest.mark.parametrize("paused", [False, True])
def test_an_account_is_deleted_and_a_stand_in_plays_once_the_rules_are_back(paused: bool, unknown: str) -> None:
    ada, ben = make_person(), make_person()
    running, alone = start_table(ada, ben, bots=1), start_table(ada, bots=2)
    terms = {"title": running.title, "rules": running.rules}
    if paused:
        now = timezone.now()
        Game.objects.filter(pk=running.pk).update(paused_at=now, paused_due=now, due_at=now + timedelta(days=7))
    take_back(**UNKNOWN[unknown])
    call_command("close_account", ada.code, "--now")
    assert User.objects.get(pk=ada.pk).left_at
    assert not Game.objects.filter(pk=alone.pk).exists()
    take_back(**terms)
    while Game.objects.get(pk=running.pk).is_running:
        close_deadline(running.code, timezone.now() + timedelta(days=99))
    assert Move.objects.filter(game=running, seat=0, by=BOT).exists()
    call_command("check_games")


def test_an_account_is_deleted_where_nobody_plays_any_more() -> None:
    ada, ben = make_person(), make_person()
    game = start_table(ada, ben, bots=1)
    terms = {"title": game.title, "rules": game.rules}
    take_back()
    deletion.close_account(ada)
    stand_ins.leave_unread(code=game.code, user=ben)
    take_back(**terms)
    close_deadline(game.code, timezone.now() + timedelta(days=99))
    assert Game.objects.get(pk=game.pk).stands_still


def test_guests_are_deleted_whose_game_may_never_end() -> None:
    guest = make_guest()
    start_table(guest, bots=2)
    User.objects.update(last_active=timezone.localdate() - GUEST_KEPT - timedelta(days=1))
    deletion.close_abandoned(timezone.now())
    assert User.objects.filter(pk=guest.pk).exists()
    take_back()
    deletion.close_abandoned(timezone.now())
    assert not User.objects.filter(pk=guest.pk).exists()


def test_the_door_to_such_a_game_is_shut() -> None:
    ada = make_person()
    game = start_table(ada, make_person(), bots=1)
    load_table(game, reader=ada)
    take_back()
    for reader in (None, ada):
        with pytest.raises(Refusal) as refusal, lock_table(game.code, reader):
            pass
        assert refusal.value.code == "newer_rules"


def test_the_checker_names_how_many_it_could_not_check() -> None:
    games = [start_table(make_person(), make_person(), bots=1) for _ in range(2)]
    take_back(Game.objects.filter(pk=games[0].pk))
    output = io.StringIO()
    call_command("check_games", stdout=output)
    assert "1 games are played by newer rules than this copy knows: they were not checked." in output.getvalue()
    assert "1 games checked" in output.getvalue()
