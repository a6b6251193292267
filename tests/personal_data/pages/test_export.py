"""Taking one's data along: all that is held, in the middle of games too, and never more than one's own page shows."""

import json
import re

import pytest
from django.db import connection
from django.db.models import ForeignKey, ForeignObjectRel
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.personal_data import export
from accounts.personal_data.sections import write_plain
from accounts.tokens.bots import make_bot
from games.models import Message, Move, Notification, Player
from games.notifications import contacts, preferences
from games.personal_data import export as exporting
from games.personal_data.selectors import _write_game
from games.rules.engine.values import PLAYER
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import notes, stand_ins
from games.tables.services.weekly_tables import stay_out
from tests.builders_people import PASSWORD, make_guest, make_person
from tests.circles.weeks import make_weekly_table
from tests.personal_data.builders import read_archive
from tests.rounds import choose, one_in
from tests.tables.acts import replace_by
from tests.tables.builders import finish, play_on, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import sign_in
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
PAGE, FILE = reverse("accounts:export"), reverse("accounts:export_file")


HELD_BACK = {"password"}
"""It signs its owner in."""
SHOWN_ELSEWHERE = {"email": "addresses", "last_login": "sessions", "bot_owner": "bots"}
"""Columns of a user that another section shows."""
DERIVED = {"id", "code", "name_key", "name_skeleton", "has_old_name", "has_paused_channel", "sessions_ended"}
"""What the site made of other columns, or numbers its rows by."""
OF_THE_SITE = {"is_staff", "is_active", "left_at"}
"""Whether someone works here, and whether the account is closed: who can ask for the file knows it."""


def test_every_column_of_a_user_is_in_the_file_or_left_out_on_purpose() -> None:
    ada = make_person()
    sections = {section.key: section for section in export.describe_account(ada)}
    assert set(SHOWN_ELSEWHERE.values()) <= set(sections)
    left_out = HELD_BACK | set(SHOWN_ELSEWHERE) | DERIVED | OF_THE_SITE
    names = {column.name for column in User._meta.concrete_fields}
    assert left_out <= names
    assert names - left_out - set(sections["account"].rows[0]) == set(), "add it to the export of personal data"


LEFT_OUT = {
    "accounts.Block.person": "only who blocked someone ever learns of it",
    "accounts.Export.user": "the file itself",
    "accounts.Session.user": "it signs its owner in; `sessions` show where one is signed in",
    "games.ChannelTest.user": "a test message that the user asked for; `contacts` show where it went",
    "games.IdempotentRequest.user": "fingerprints, for a day, of what `games` and `talk` have",
    "games.Muting.person": "only who muted someone knows",
    "games.Report.reported": "what became of it is in `acts`; who reported is a secret",
    "games.Act.moderator": "the work of a moderator, about others",
    "games.Game.host": "`games` say it of each seat",
    "games.Game.first_host": "`games` and `seats_left` have what the first host named",
    "games.Circle.owner": "`circles` say it of each membership",
}
"""Columns with a user by which no section looks for rows, and why."""


def list_columns_with_a_user() -> dict[str, str]:
    """Return the columns that lead to a user, by the name of model and field, as they look in SQL."""
    related = User._meta.get_fields(include_hidden=True)
    fields = (each.field for each in related if isinstance(each, ForeignObjectRel))
    return {
        f"{field.model._meta.label}.{field.name}": f'"{field.model._meta.db_table}"."{field.column}"'
        for field in fields
        if isinstance(field, ForeignKey)
    }


def test_every_model_with_a_user_is_in_the_file_or_left_out_on_purpose() -> None:
    ada = make_person()
    make_bot(ada, "Ticker")
    with CaptureQueriesContext(connection) as queries:
        exporting.write_archive(ada)
    asked = " ".join(query["sql"].partition(" WHERE ")[2] for query in queries)
    columns = list_columns_with_a_user()
    assert len(columns) > 20
    assert set(LEFT_OUT) <= set(columns)
    unread = {name for name, column in columns.items() if column not in asked}
    assert unread - set(LEFT_OUT) == set(), "add it to the export of personal data"
    assert set(LEFT_OUT) - unread == set(), "it is read now"


def test_what_my_bot_accounts_wrote_and_how_they_are_told_is_in_it() -> None:
    ada, ben = make_person("Ada"), make_person()
    bot, _ = make_bot(ada, "Ticker")
    game = start_table(ben, bot, bots=1, allows_bots=True)
    notes.write_note(code=game.code, user=bot, text="rhubarb")
    notes.suspect(code=game.code, user=bot, steps={2: 5})
    contacts.connect(bot, "webhook", "https://ada.example.org/hook")
    Notification.objects.create(recipient=bot, game=game, kind="turn", send_at=timezone.now())
    held = read_archive(ada)["data.json"]
    assert [row["text"] for row in held["notes"]] == ["rhubarb"]
    assert [(row["seat"], row["step"]) for row in held["suspicions"]] == [(2, 5)]
    assert "https://ada.example.org/hook" in [row["address"] for row in held["contacts"]]
    assert "turn" in [row["about"] for row in held["notices"]]
    assert "rhubarb" not in str(read_archive(ben))


def test_until_when_i_do_not_come_to_a_weekly_table_is_in_it() -> None:
    ada = make_person("Ada", language="en")
    weekly_table = make_weekly_table(make_person(), ada)
    stay_out(code=weekly_table.code, user=ada, now=timezone.now())
    held = read_archive(ada)
    until = weekly_table.weekly.find_next(timezone.now())
    assert held["data.json"]["circles"][0]["not_until"] == [until.isoformat()]
    assert "Not coming until" in held["index.html"]
    assert f"{until.year}" in held["index.html"].split("Not coming until")[1]


def test_when_i_made_my_moves_is_in_it_once_the_game_is_over_and_of_nobody_else() -> None:
    ada, ben = make_person(), make_person()
    over, running = (start_table(ada, ben, bots=1) for _ in range(2))
    play_on(over)
    play_on(running, 4)
    held = read_archive(ada)
    mine = Move.objects.filter(game=over, seat=0, by=PLAYER).values_list("made_at", flat=True)
    assert held[f"games/{over.code}-times.json"] == [made.isoformat() for made in mine]
    assert mine
    assert f"games/{running.code}-times.json" not in held


def test_who_left_their_seat_gets_the_times_of_their_own_moves() -> None:
    ada, ben, cleo = make_person(), make_person(), make_person()
    game = start_table(ada, ben, bots=1)
    play_on(game, 6)
    stand_ins.hand_over(code=game.code, user=ben)
    replace_by(game, ada, cleo, seat=1)
    assert read_archive(ben)["data.json"]["seats_left"][0]["moved"] == []
    before = Move.objects.filter(game=game).count()
    play_on(game)
    times = Move.objects.filter(game=game, seat=1, by=PLAYER)
    his, hers = times.filter(sequence__lt=before), times.filter(sequence__gte=before)
    assert his
    assert hers
    held = [
        read_archive(ben)["data.json"]["seats_left"][0]["moved"],
        read_archive(cleo)[f"games/{game.code}-times.json"],
    ]
    assert held == [[each.made_at.isoformat() for each in moves] for moves in (his, hers)]


def test_a_guest_takes_along_their_games() -> None:
    guest = make_guest()
    game = start_table(guest, bots=2)
    assert f"games/{game.code}.json" in read_archive(guest)
    client = sign_in(guest)
    client.post(PAGE)
    exporting.make_due()
    assert client.get(FILE).status_code == 200


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_finished_game_is_a_record_and_a_running_one_what_my_page_shows(title: str) -> None:
    seats = max(2, min(TITLES[title].SEATS))
    ada, others = make_person("Ada", language="fr"), [make_person() for _ in range(seats - 1)]
    over, running = (start_table(ada, *others, title=title) for _ in range(2))
    play_on(over)
    play_on(running, 2)
    Message.objects.create(game=running, seat=0, text="c’est moi")
    held = read_archive(ada)
    assert held[f"games/{over.code}.json"]["moves"]
    assert held["data.json"]["talk"][0]["text"] == "c’est moi"
    assert {row["status"] for row in held["data.json"]["games"]} == {"over", "running"}
    shown = held[f"games/{running.code}.json"]
    assert (shown["places"][0], bool(shown["told"])) == ("Ada", True)
    assert '<html lang="fr">' in held["index.html"]
    assert "c’est moi" in held["index.html"]


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_worlds_that_i_cannot_tell_apart_are_exported_alike(title: str) -> None:
    """What differs between them lies in the database, or the comparison would show nothing."""
    compared = 0
    for pair in worlds.find_pairs(worlds_of(title), "export", choose(6, deep=8, long=12)):
        if pair.viewer is None:
            continue
        game = worlds.make_table(pair.worlds.TITLE, pair.options, pair.seats)
        found, stored = [], []
        for world in (pair.ours, pair.theirs):
            worlds.lay_out(game, world.deal, world.log)
            player = Player.objects.select_related("game").get(game=game, seat=pair.viewer)
            found.append(exporting.dump(_write_game(player)))
            stored.append(write_plain(load_table(game).states[-1]))
        assert found[0] == found[1], pair
        compared += stored[0] != stored[1]
    assert compared


def test_my_notes_are_in_it_and_those_of_others_are_not_opened_or_not() -> None:
    people = [make_person("Ada", language="fr"), make_person()]
    game = start_table(*people, bots=1)
    for person, text in zip(people, ("rhubarb", "turnip"), strict=True):
        notes.write_note(code=game.code, user=person, text=text)
        notes.suspect(code=game.code, user=person, steps={2: 5})
    play_on(game)
    Player.objects.filter(game=game).update(opens_notes=True)
    held = read_archive(people[0])
    assert [row["text"] for row in held["data.json"]["notes"]] == ["rhubarb"]
    assert [(row["seat"], row["step"]) for row in held["data.json"]["suspicions"]] == [(2, 5)]
    assert "rhubarb" in held["index.html"]
    assert "turnip" not in str(held)


def test_nothing_that_signs_in_is_in_it() -> None:
    ada = make_person("Ada")
    Client().post(reverse("account_login"), {"login": str(ada.email), "password": PASSWORD})
    ada.refresh_from_db()
    text = json.dumps(read_archive(ada))
    assert str(ada.email) in text
    assert ada.password not in text
    assert timezone.now().strftime("%Y") in text


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_the_figures_of_a_persons_games_are_in_it(title: str) -> None:
    people = ada, _ = make_person("Ada"), make_person()
    game, _ = (start_table(*people, bots=max(0, TITLES[title].SEATS[0] - 2), title=title) for _ in range(2))
    play_on(game)
    data = read_archive(ada)["data.json"]
    kept = Player.objects.get(game=game, user=ada)
    assert [row["figures"] for row in data["games"]] == [kept.statistics, None]
    rows = data["statistics"]
    assert [(row["games"], row["won"]) for row in rows] == ([(1, int(kept.won))] if kept.won is not None else [])
    assert [len(row["figures"]) for row in rows] == ([len(kept.statistics or {})] if rows else [])


RAW = re.compile(r"[{}\[\]]|\bNone\b|\bTrue\b|\bFalse\b|tablemates|insidejob|webauthn")


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_the_page_names_people_role_and_result_in_words(title: str) -> None:
    ada, ben = make_person("Ada", language="en"), make_person("Ben")
    over, running = (start_table(ada, ben, bots=max(0, TITLES[title].SEATS[0] - 2), title=title) for _ in range(2))
    play_on(over)
    page = read_archive(ada)["index.html"]
    rows = re.findall("<tr>(.*?)</tr>", page.split("<h2>Games</h2>")[1].split("<h2>")[0], re.DOTALL)
    cells = {row.split("</td>")[0].split("<td>")[1]: row for row in rows[1:]}
    with translation.override("en"):
        ended, going_on = (cells[game.name] for game in (over, running))
    assert "Ben" in ended
    assert "Ben" in going_on
    assert re.search("<td>(won|lost|no winner)</td>", ended)
    assert f"games/{over.code}.json" in ended
    assert "<td>still running</td>" in going_on


def test_the_page_lists_the_account_by_name_and_value_and_shows_no_codes() -> None:
    ada = make_person("Ada", language="en")
    User.objects.filter(pk=ada.pk).update(history_shown_to="tablemates")
    ada.refresh_from_db()
    preferences.turn(ada, "turn", on=False)
    ada.refresh_from_db()
    assert "more_time" in ada.mail_kinds_off
    finish(start_table(ada, make_person("Ben"), bots=1))
    page = read_archive(ada)["index.html"].split("</style>")[1]
    assert re.search(r'<th scope="row">Display name</th>\s*<td>Ada</td>', page)
    assert "people I’ve played with" in page
    assert page.count("everyone decides at the same time") == 1
    assert "more_time" not in page
    assert RAW.findall(page) == []
