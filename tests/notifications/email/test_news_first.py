"""Emails begin with the news, have one button, and say in the list of a mailbox what happened."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from accounts.emails import send_account_email
from accounts.models import AccountEmail
from games.models import Contact, FormerPlayer, Game, Notification
from games.notifications import case_reminders, digests, emails, messages
from games.notifications.account_emails import _make_message
from games.notifications.channels import DISCORD
from games.notifications.channels.types import Message
from games.notifications.types import NOTIFICATION_TYPES
from games.state.table import load_table
from insidejob.untranslated import break_links
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.builders import asked, play_on, start_table
from tests.tables.clocks import Clock

pytestmark = pytest.mark.django_db
PREVIEW = re.compile(r'overflow: hidden;">\s*(.*?)&#847;', re.DOTALL)
BUTTON = "background: #a81d29"
CODE = "ABC-DEF"
NEED_A_SEAT = ("seat_open", "seat_taken", "replaced")
"""Kinds whose keys name a seat."""
FAREWELL = "See you at the table!"


def page_of(mail: EmailMultiAlternatives) -> str:
    return str(mail.alternatives[0][0])


def read_preview(mail: EmailMultiAlternatives) -> str:
    [shown] = PREVIEW.findall(page_of(mail))
    return html.unescape(re.sub(r"<[^>]*>", "", shown)).strip()


def make_game_mail(game: Game, kind: str, seat: int = 0) -> EmailMultiAlternatives:
    person = game.players.get(seat=seat).user
    assert person
    return emails.make_mail(Notification(recipient=person, game=game, kind=kind, key="k"), "m")


def make_account_mail(name: str, **context: Any) -> EmailMultiAlternatives:
    AccountEmail.objects.all().delete()
    send_account_email(make_person(), name, **context)
    return _make_message(AccountEmail.objects.get())


def test_the_preview_of_a_turn_is_the_last_move_and_the_deadline() -> None:
    game = start_table(*(make_person() for _ in range(3)))
    play_on(game, 2)
    mail = make_game_mail(game, "turn")
    last = re.findall(r"<li>\s*(.*?)\s*</li>", page_of(mail), re.DOTALL)[-1]
    shown = read_preview(mail)
    assert shown.startswith(html.unescape(re.sub(r"<[^>]*>", "", last)))
    assert "You have until" in shown


def make_key(game: Game, kind: str) -> str:
    """Return the key of a notification about a seat: of a substitute, or of one who is wanted."""
    if kind == "seat_open":
        game.players.filter(seat=1).update(opened_by=2, stand_in=True)
    former = FormerPlayer.objects.create(game=game, seat=1, user=make_person(), until=0)
    return f"{game.code}/1/{former.pk}"


def test_an_offered_seat_is_not_said_to_be_offered_by_who_did_not() -> None:
    game = start_table(*(make_person(name) for name in ("Ada", "Ben", "Cleo")))
    sentences = {}
    for opened_by in (2, 1, None):
        game.players.filter(seat=1).update(
            opened_by=opened_by, stand_in=True, link="x", opens_at=timezone.now() + timedelta(days=1)
        )
        for seat in (0, 1):
            person = game.players.get(seat=seat).user
            assert person
            notification = Notification(recipient=person, game=game, kind="seat_open", key=f"{game.code}/1/2026-11-30")
            text = " ".join(str(emails.make_mail(notification, "m").body).split())
            sentences[opened_by, seat] = text[: text.index("Go to the table")]
    assert "Cleo is offering Ben’s seat to a substitute" in sentences[2, 0]
    assert "the table page. It works from" in sentences[2, 0]
    assert "Cleo is offering your seat" in sentences[2, 1]
    assert "Ben is looking for a substitute" in sentences[1, 0]
    assert "It works from" not in sentences[1, 0]
    assert "Ben’s seat is on offer to a substitute" in sentences[None, 0]
    assert "It works from" in sentences[None, 0]
    assert "your seat is on offer to a substitute" in sentences[None, 1]
    assert "Ben is" not in sentences[None, 0] + sentences[None, 1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_kind_has_one_button_and_a_preview_of_its_own(language: str) -> None:
    people = [make_person(language=language) for _ in range(3)]
    game, previews = start_table(*people), {}
    Game.objects.filter(pk=game.pk).update(settle_at=timezone.now(), watch_from=timezone.now() + timedelta(days=1))
    game.refresh_from_db()
    for kind in NOTIFICATION_TYPES:
        key = make_key(game, kind) if kind in NEED_A_SEAT else f"{game.code}/k"
        # A weekly table is open, and says when it starts.
        game.status = "open" if kind == "weekly" else "running"
        mail = emails.make_mail(Notification(recipient=people[0], game=game, kind=kind, key=key), "m")
        assert page_of(mail).count(BUTTON) == 1, kind
        assert not re.search("<p>(<br>)|(<br>)</p>", page_of(mail)), kind
        previews[kind] = read_preview(mail)
        assert len(previews[kind]) > 15, kind
    questions = {kind: previews.pop(kind) for kind in ("turn", "vote", "more_time")}
    assert questions["turn"] == questions["vote"], "the question and the deadline"
    assert len(set(previews.values())) == len(previews), previews


@pytest.mark.parametrize(
    ("kind", "news", "button"),
    [
        ("unfilled", "There are still free seats at your table", "Fill with bots"),
        ("replaced", "Ben has taken over your seat", "Watch the game"),
        ("closed", "This table was closed", "Open another table"),
    ],
)
def test_the_news_comes_first_and_the_button_does_what_it_says(kind: str, news: str, button: str) -> None:
    game = start_table(make_person("Ada"), make_person("Ben"), bots=1)
    key = make_key(game, kind) if kind in NEED_A_SEAT else f"{game.code}/k"
    mail = emails.make_mail(Notification(recipient=make_person(), game=game, kind=kind, key=key), "m")
    assert read_preview(mail).startswith(news)
    assert str(mail.body).split("\n\n")[2].strip().replace("\n", " ").startswith(news)
    assert re.search(rf"{button}\s*</a>", page_of(mail))


@pytest.mark.parametrize("kind", ["seat_open", "pause_proposed", "end_proposed", "spectators_proposed"])
def test_an_email_that_asks_for_an_answer_at_the_table_does_not_lead_to_a_turn(kind: str) -> None:
    game = start_table(*(make_person() for _ in range(3)))
    [seat] = asked(load_table(game))
    Game.objects.filter(pk=game.pk).update(watch_from=timezone.now() + timedelta(days=1))
    game.refresh_from_db()
    person = game.players.get(seat=seat).user
    assert person
    key = make_key(game, kind) if kind in NEED_A_SEAT else "k"
    mail = emails.make_mail(Notification(recipient=person, game=game, kind=kind, key=key), "m")
    assert "Go to the table" in page_of(mail)
    assert "Play my turn" not in page_of(mail)
    assert "Play my turn" in page_of(make_game_mail(game, "turn", seat))


def test_subjects_of_questions_name_the_deadline(clock: Clock) -> None:
    assert clock
    game = start_table(make_person(), make_person(), bots=1)
    for language, said in (
        ("en", "Your turn until Tuesday 15:00: "),
        ("fr", "À toi de jouer avant mardi à 15\xa0h\u202f: "),
    ):
        person = game.players.get(seat=0).user
        assert person
        person.language = language
        mail = emails.make_mail(Notification(recipient=person, game=game, kind="turn", key="k"), "m")
        assert mail.subject.startswith(said)


@pytest.mark.parametrize("title", ["insidejob", "target", "rendezvous"])
def test_the_end_begins_with_won_or_lost_and_gives_the_score(title: str) -> None:
    people = [make_person(name) for name in ("Ada", "Ben", "Cleo")][: 2 if title == "target" else 3]
    game = start_table(*people, title=title)
    play_on(game)
    game.refresh_from_db()
    winners = set(game.players.filter(won=True).values_list("seat", flat=True))
    for seat, person in enumerate(people):
        mail = make_game_mail(game, "over", seat)
        first = str(mail.body).split("\n\n")[2].strip()
        said = "You won!" if seat in winners else "You lost this time." if winners else "The game is over."
        assert first.startswith(said)
        assert read_preview(mail).startswith(said)
        scores = re.findall(rf"^{person.display_name} \d+|, {person.display_name} \d+", str(mail.body), re.MULTILINE)
        assert bool(scores) is (title != "insidejob" and bool(winners))


@pytest.mark.parametrize("name", ["login_code", "sign_up_code", "identity_code", "email_confirmation"])
def test_a_code_stands_in_the_subject_and_nothing_says_confidential(name: str) -> None:
    mail = make_account_mail(name, code=CODE)
    assert mail.subject == f"{CODE} is your Inside Job code"
    assert CODE in read_preview(mail)
    assert "Confidential" not in page_of(mail)


@pytest.mark.parametrize("name", ["account_deleted", "password_changed", "password_reset", "password_set"])
def test_bad_news_does_not_say_see_you_at_the_table(name: str) -> None:
    mail = make_account_mail(name)
    assert FAREWELL not in f"{mail.body}{page_of(mail)}"
    assert FAREWELL in str(make_account_mail("login_code", code=CODE).body)


def test_an_account_email_has_one_button_that_says_what_it_does() -> None:
    mail = make_account_mail("export_ready", until=timezone.now())
    page = page_of(mail)
    assert page.count(BUTTON) == 1
    assert "Download my data" in page
    assert "/accounts/sessions/" in page
    assert page_of(make_account_mail("password_changed")).count(BUTTON) == 0, "an alarm is a link"


def test_the_reminder_of_the_case_unsubscribes_by_a_small_link() -> None:
    mail = case_reminders._make_mail(make_person(), store_case(number=7))
    page = page_of(mail)
    assert page.count(BUTTON) == 1
    assert "Open the case" in page
    assert page.index("Unsubscribe from these emails") > page.index("Open the case")
    assert "/mail/stop/" in str(mail.body)


def test_a_digest_prints_no_seal_in_its_page() -> None:
    ada = make_person()
    games = [start_table(ada, bots=2) for _ in range(2)]
    mail = digests._make_digest([Notification(recipient=ada, game=game, kind="turn", key="k") for game in games], "m")
    assert all(game.commitment not in page_of(mail) for game in games)
    assert read_preview(mail).startswith("Your turn:")
    news, _, end = str(mail.body).partition("\n-- \n")
    assert all(game.commitment in end and game.commitment not in news for game in games)


def test_discord_names_the_player() -> None:
    game = start_table(make_person("Camille"), bots=2)
    person = game.players.get(seat=0).user
    with translation.override("en"):
        turn, over = (
            messages._write_line(Notification(recipient=person, game=game, kind=kind, key="k"))
            for kind in ("turn", "over")
        )
    assert turn.named == f"Camille, it’s your turn: {turn.table}"
    assert over.named == f"Camille – {over.said}"
    assert DISCORD.write
    [request] = DISCORD.write(Contact(address="1/x"), Message(title="", lines=(over,), link="", waiting=0))
    assert b"Camille" in request.body


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("evil.example", "evil.\u2060example"),
        ("bob.com", "bob.\u2060com"),
        ("www.x.fr", "www.\u2060x.\u2060fr"),
        ("http://bob.com", "http:\u2060//bob.\u2060com"),
        ("mailto:ada@bob.com", "mailto:\u2060ada@\u2060bob.\u2060com"),
        ("жук.рф", "жук.\u2060рф"),
        ("St. John", "St. John"),
        ("J. R. R.", "J. R. R."),
        ("Zoé…", "Zoé…"),
        ("a.b.example/x", "a.\u2060b.\u2060example/x"),
        ("http://x", "http:\u2060//x"),
        ("ada@x", "ada@\u2060x"),
        ("Dr. No", "Dr. No"),
        ("Ada", "Ada"),
    ],
)
def test_a_name_that_reads_as_a_link_is_none_in_an_email(name: str, said: str) -> None:
    assert break_links(name) == said


def test_names_of_others_are_no_links_in_an_email() -> None:
    game = start_table(make_person("Ada"), make_person("evil.example"), bots=1)
    play_on(game, 2)
    mail = make_game_mail(game, "turn")
    assert "evil.\u2060example" in str(mail.body)
    assert "evil.example" not in f"{mail.body}{page_of(mail)}"
