"""What a mail says, and to whom: languages, zones, headers, one link to follow."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from accounts.models import User
from games.models import FormerPlayer, Game, Notification, TableAlert
from games.notifications.email_links import make_table_token, make_turn_token
from games.notifications.types import NOTIFICATION_TYPES
from games.rules.engine.values import Term
from games.state.table import load_table
from games.tables.services import stand_ins, talk
from games.wording.sentences import word_moment, word_term
from tests.builders_people import reload
from tests.notifications.email.builders import GRACE, ask_somebody, mail_of, name_in_english, send_after, send_at
from tests.notifications.email.server import MailServer, text_of
from tests.tables.builders import asked as seats_asked
from tests.tables.builders import make_person, play_on, play_to_the_vote, start_table
from tests.tables.pages.circle import make_circle

pytestmark = pytest.mark.django_db
NOW = timedelta(0)
LINK = re.compile(r"https?://[^\s\"<>]+")


def test_a_mail_says_what_is_wanted_until_when_with_whom_and_where(server: MailServer) -> None:
    asked = ask_somebody()
    assert send_after(GRACE) == 1
    [mail] = server.mails
    asked.game.refresh_from_db()
    assert asked.game.due_at
    with translation.override("en"):
        until = word_moment(asked.game.due_at.astimezone(ZoneInfo("Europe/Paris")))
    other = asked.game.players.exclude(user=None).exclude(user=asked.person).get().user
    assert other
    site = "https://insidejob.example"
    table = f"{site}/g/{asked.game.code}/from/{make_table_token(asked.person)}/"
    turn = f"{site}/mail/turn/{make_turn_token(asked.game.players.get(user=asked.person))}/"
    assert mail["Subject"].startswith("Your turn until ")
    assert mail["Subject"].endswith(f": {name_in_english(asked.game)}")
    for kind in ("plain", "html"):
        text = text_of(mail, kind)
        assert f"You have until {until} (Paris)." in text
        assert f"Hello {asked.person.display_name}," in text
        assert other.display_name in text
        assert LINK.findall(text)[:2] == [turn, table]
        assert "Don’t forward this email." in text
        assert set(LINK.findall(text)) == {turn, table, mail["List-Unsubscribe"].strip(" <>")}
    assert "\n\n\n" not in text_of(mail)
    assert "<p></p>" not in text_of(mail, "html")


def test_a_mail_has_the_headers_that_mailboxes_go_by(server: MailServer) -> None:
    asked = ask_somebody()
    before = datetime.now(UTC).replace(microsecond=0)
    assert send_after(GRACE) == 1
    assert send_at(asked.reminder.send_at) == 1
    turn, reminder = server.mails
    assert turn["Message-ID"] == f"<{mail_of(asked.notification).message_id}@insidejob.example>"
    assert turn["Message-ID"] != reminder["Message-ID"]
    assert turn["References"] == reminder["References"] == f"<table-{asked.game.code}@insidejob.example>"
    assert turn["Auto-Submitted"] == "auto-generated"
    assert turn["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert before <= parsedate_to_datetime(turn["Date"]).replace(tzinfo=UTC) <= datetime.now(UTC)
    assert turn["To"] == asked.person.email
    assert turn.get_content_type() == "multipart/alternative"


def test_each_mail_is_in_the_language_and_zone_of_its_reader(server: MailServer) -> None:
    ada, ben = make_person("Ada", language="fr"), make_person("Ben")
    User.objects.filter(pk=ada.pk).update(time_zone="America/Montreal")
    User.objects.filter(pk=ben.pk).update(time_zone="Asia/Tokyo")
    third = make_person()
    game = play_to_the_vote(3)
    for player, person in zip(game.players.all(), (ada, ben, third), strict=True):
        Notification.objects.filter(recipient=player.user).update(recipient=person)
        game.players.filter(pk=player.pk).update(user=person)
    # In winter, seven o'clock in Montréal is noon in Greenwich, and nine in the evening in Tokyo.
    Game.objects.filter(pk=game.pk).update(due_at=datetime(2030, 1, 15, 12, tzinfo=UTC))
    send_after(timedelta(0))
    server.manners.kept.clear()
    assert send_after(GRACE) == 3
    texts = {mail["To"]: text_of(mail) for mail in server.mails}
    for person, said in ((ada, ("Bonjour Ada", "7\xa0h", "(Montreal)")), (ben, ("Hello Ben,", "21:00", "(Tokyo)"))):
        assert [words for words in said if words not in texts[person.email]] == []
    assert {mail.get_body(("html",)).get_content().count('lang="fr"') for mail in server.mails} == {0, 1}  # type: ignore[union-attr]


def test_a_mail_tells_what_happened_since_ones_last_move_and_the_trick_as_it_lies(server: MailServer) -> None:
    people = [make_person(name) for name in ("Ada", "Ben", "Chloé")]
    # Without wagers no one can win before the third trick.
    game = start_table(*people, options={"wagers": False})
    while len(load_table(game).states[-1].plays) != 2 or len(load_table(game).states[-1].tricks) != 2:
        play_on(game, 1)
    table = load_table(game)
    [seat] = seats_asked(table)
    Notification.objects.exclude(recipient=people[seat], kind="turn").delete()
    assert send_after(GRACE) == 1
    [mail] = server.mails
    text = text_of(mail)
    before, trick = text.split("The trick so far (trick 3):")
    told = before.split("Since your last move:")[1].strip().splitlines()
    assert "takes the trick" in before
    # What they did themselves they know: it begins with what came after it.
    assert not any(f"{people[seat].display_name} plays the " in line for line in told)
    # Not what came before their last move: of two finished tricks, it tells of the second alone.
    assert before.count("takes the trick") == 1
    names = [people[played.seat].display_name for played in table.states[-1].plays]
    assert re.findall(r"^– (\w+): \w+ \d+", trick, re.MULTILINE) == names
    assert "– Mission: " in trick
    hope = table.title.observe(table.states[-1], None).hope
    with translation.override("en"):
        state = word_term(table.title, Term("hope", hope))
    for kind in ("plain", "html"):
        assert state in text_of(mail, kind)


@pytest.mark.parametrize(("since", "heading"), [(None, "So far:"), (1, "Since you joined:")])
def test_who_has_made_no_move_reads_of_no_last_move(server: MailServer, since: int | None, heading: str) -> None:
    game = start_table(*(make_person() for _ in range(3)), options={"wagers": False})
    table = play_on(game, 2)
    [seat] = seats_asked(table)
    game.players.filter(seat=seat).update(since=since)
    Notification.objects.exclude(recipient=table.players[seat].user, kind="turn").delete()
    assert send_after(GRACE) == 1
    for kind in ("plain", "html"):
        text = text_of(server.mails[0], kind)
        assert (heading in text, "Since your last move" in text) == (True, False)


def test_a_table_that_keeps_the_last_trick_in_sight_tells_no_older_one(server: MailServer) -> None:
    people = [make_person() for _ in range(3)]
    game = start_table(*people, options={"memory": "last_trick", "wagers": False})
    stand_ins.hand_over(code=game.code, user=people[0])
    while len(load_table(game).states[-1].tricks) < 4:
        play_on(game, 1)
    Notification.objects.all().delete()
    Notification.objects.create(
        recipient=people[0], game=game, kind="stand_in", key="x", send_at=datetime(2020, 1, 1, tzinfo=UTC)
    )
    assert send_after(NOW) == 1
    assert text_of(server.mails[0]).count("takes the trick") == 1


def test_the_end_says_who_won_and_why(server: MailServer) -> None:
    game = start_table(make_person(), make_person(), bots=1)
    table = play_on(game)
    Notification.objects.exclude(kind="over").delete()
    assert send_after(NOW) == 2
    assert table.outcome
    won = {player.user.display_name if player.user else "Colette": player.won for player in game.players.all()}
    for mail in server.mails:
        text = text_of(mail)
        assert table.title.TEXTS.reasons[table.outcome.reason] in text
        line = next(line for line in text.splitlines() if line.startswith("Winner"))
        assert {name: name in line for name in won} == won


def test_an_end_that_all_agreed_to_is_called_so(server: MailServer) -> None:
    asked = ask_somebody()
    for player in asked.game.players.filter(user__isnull=False):
        assert player.user
        stand_ins.agree_to_end(code=asked.game.code, user=player.user, agrees=True)
    assert send_after(NOW) == 2
    assert "Everyone still playing agreed to end this game here." in text_of(server.mails[0])
    assert "Winner" not in text_of(server.mails[0])


def test_what_was_said_at_the_table_is_never_mailed(server: MailServer) -> None:
    asked = ask_somebody()
    talk.say(game=asked.game, seat=0, text="Buy cheap pills at evil.example")
    assert send_after(GRACE) == 1
    assert send_at(asked.reminder.send_at) == 1
    assert not any(b"evil" in raw for raw in server.manners.kept)


def test_a_name_is_text_and_nothing_else(server: MailServer) -> None:
    asked = ask_somebody(make_person("A<b>&amp;{{x}}"), make_person("Bcc: x@y.z"))
    assert send_after(GRACE) == 1
    [mail] = server.mails
    assert mail["Bcc"] is None
    assert "<b>" not in text_of(mail, "html")
    assert "A<b>&amp;{{x}}" in text_of(mail)
    assert "A&lt;b&gt;&amp;amp;{{x}}" in text_of(mail, "html")
    assert mail.get_all("To") == [asked.person.email]


def propose_all(game: Game) -> None:
    game.players.filter(seat=1).update(agrees_to_pause=True, agrees_to_end=True)
    Game.objects.filter(pk=game.pk).update(host=make_person(), watch_from=datetime(2030, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", NOTIFICATION_TYPES)
def test_every_kind_of_mail_is_made_in_every_language(server: MailServer, kind: str, language: str) -> None:
    ada = make_person("Ada", language=language)
    game = start_table(ada, make_person("Ben"), bots=1)
    if kind == "over":
        play_on(game)
    status, player = Game.objects.get(pk=game.pk).status, game.players.get(seat=0)
    Notification.objects.all().delete()
    status = {"closed": "cancelled", "rematch": "open", "unfilled": "open"}.get(kind, status)
    if kind == "unfilled":
        game.players.update(bot="")
    Game.objects.filter(pk=game.pk).update(
        status=status, due_at=None if kind == "over" else datetime(2030, 1, 1, tzinfo=UTC)
    )
    game.players.filter(pk=player.pk).update(
        owes="play-1" if kind in ("turn", "vote", "reminder", "more_time") else "",
        missed=int(kind == "missed"),
        stand_in=kind in ("stand_in", "deserted"),
        invited=kind == "rematch",
    )
    still = {"paused_at": datetime(2029, 12, 24, tzinfo=UTC), "clock_moves": [[0, kind, None]]}
    Game.objects.filter(pk=game.pk).update(**still if kind == "deserted" else {"paused_at": None})
    key = f"{game.code}/1" if kind == "deserted" else f"{game.code}/play-1"
    if kind in ("seat_open", "seat_taken", "replaced"):
        game.players.filter(seat=1).update(link="token", opened_by=1)
        user = ada if kind == "replaced" else make_person()
        former = FormerPlayer.objects.create(game=game, seat=1, user=user, until=0)
        key = f"{game.code}/1/{former.pk}"
    if kind.endswith("_proposed"):
        propose_all(game)
    if kind in ("ready", "unready"):
        Game.objects.filter(pk=game.pk).update(status="open", ready_by=game.opened_at)
    if kind == "unready":
        game.players.filter(pk=player.pk).update(user=None)
    if kind == "weekly":
        circle = make_circle(ada)
        Game.objects.filter(pk=game.pk).update(status="open", circle=circle, settle_at=game.opened_at)
        game.players.update(user=None, bot="")
    if kind == "opened":
        Game.objects.filter(pk=game.pk).update(status="open", is_public=True)
        game.players.update(user=None, bot="")
        TableAlert.objects.create(user=ada)
    if kind == "replaced":
        game.players.filter(pk=player.pk).update(user=make_person())
    Notification.objects.create(recipient=ada, game=game, kind=kind, key=key, send_at=game.opened_at)
    assert send_at(datetime(2029, 12, 31, 23, tzinfo=UTC)) == 1
    [mail] = server.mails
    with translation.override(language):
        assert game.name in mail["Subject"]
        assert f">{escape(game.name)}</h1>" in text_of(mail, "html")
        assert f"] {game.name} · " in text_of(mail)
    assert f"/g/{game.code}/" in text_of(mail)


def test_stopping_works_from_the_mail_as_it_was_received(server: MailServer) -> None:
    asked = ask_somebody()
    send_after(GRACE)
    [mail] = server.mails
    address = mail["List-Unsubscribe"].strip(" <>")
    assert address.startswith("https://insidejob.example/")
    # As a mailbox does it: no cookie, no token of a form, and the body that the header names.
    body = mail["List-Unsubscribe-Post"]
    path = address.removeprefix("https://insidejob.example")
    mailbox = Client(enforce_csrf_checks=True)
    for _ in range(2):
        assert mailbox.post(path, body, content_type="application/x-www-form-urlencoded").status_code == 200
        assert set(reload(asked.person).mail_kinds_off) == {"turn", "vote", "more_time"}
    assert path in text_of(mail)
    assert path in text_of(mail, "html")
