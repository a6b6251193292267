"""What players are told of a table that stands still: by mail, on pages, to programs and to spectators."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Notification
from games.notifications.selectors import list_waiting
from tests.api.clients import Program
from tests.builders_people import make_person
from tests.personal_data.builders import read_archive
from tests.rounds import one_in
from tests.tables.acts import (
    person_in,
    until,
)
from tests.tables.builders import play_on, start_table
from tests.tables.clocks import DAY, HOUR, START, Clock, send_due_after, send_due_at, sweep_at
from tests.tables.pages.browser import page_of, sign_in, text_of
from tests.tables.pages.circle import make_circle
from tests.tables.standing_still import WEEK, come_back, leave, let_all_pass, let_post_work

pytestmark = pytest.mark.django_db


def list_told() -> list[str]:
    """Return to whom mails went that say that a table stands still."""
    return [message.to[0] for message in mail.outbox if "stands still until someone" in message.subject]


def test_everyone_is_told_once_how_to_go_on(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada, ben)
    mail.outbox.clear()
    let_post_work(clock)
    assert sorted(list_told()) == sorted([str(ada.email), str(ben.email)])
    text = str(mail.outbox[0].body)
    assert "take your seat back" in text
    assert "9 March" in text
    send_due_after(clock, DAY)
    assert len(list_told()) == 2


def test_who_missed_two_decisions_gets_this_mail_alone(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ben)
    let_all_pass(game, clock)
    subjects = [message.subject for message in mail.outbox if message.to == [ada.email]]
    assert list_told().count(str(ada.email)) == 1
    assert not any("A bot is standing in" in subject for subject in subjects)


def test_it_is_not_told_when_someone_comes_right_back(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada, ben)
    come_back(game, ada)
    mail.outbox.clear()
    let_post_work(clock)
    assert list_told() == []


def test_coming_and_going_floods_no_mailbox(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada)
    for _ in range(6):
        leave(game, ben)
        let_post_work(clock)
        come_back(game, ben)
    assert list_told().count(str(ada.email)) == 1
    leave(game, ben)
    send_due_after(clock, DAY)
    assert list_told().count(str(ada.email)) == 2


def test_after_the_return_the_same_question_is_reminded_of_anew(ada: User, clock: Clock) -> None:
    game = start_table(ada, make_person(), title="target")
    leave(game, person_in(game, 1), ada)
    send_due_after(clock, 3 * DAY)
    game = come_back(game, ada)
    key = f"{game.code}/{game.players.get(seat=0).owes}"
    send_due_at(clock, until(game) - HOUR)
    reminder = Notification.objects.get(game=game, recipient=ada, kind="reminder", key=key)
    assert reminder.deliveries.count() == 1
    assert list_waiting(ada)


def test_nothing_waits_for_anybody_meanwhile(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ada, ben)
    assert (list_waiting(ada), list_waiting(ben)) == ([], [])


@pytest.mark.parametrize("language", one_in(2, ["en", "fr"]))
def test_pages_say_that_it_stands_still_and_how_to_go_on(language: str, clock: Clock) -> None:
    ada, ben = make_person(language=language), make_person(language=language)
    game = start_table(ada, ben, title="target")
    play_on(game, 3)
    leave(game, ada)
    about = page_of(game, ben, "about")
    assert {"en": "Nobody else is here", "fr": "Personne d’autre n’est là"}[language] in about
    leave(game, ben)
    page = page_of(game, ada)
    still = {"en": "the game stands still", "fr": "la partie est à l’arrêt"}[language]
    assert page.count(still) >= 2, "the status line and the log"
    assert 'id="take-back-button"' in page
    assert "resume-button" not in page_of(game, ada, "about")
    assert {"en": "Stands still until", "fr": "À l’arrêt (limite"}[language] in text_of(sign_in(ada).get("/games/"))
    sweep_at(clock, START + WEEK)
    ended = {"en": "Nobody came back for a week", "fr": "Personne n’est revenu"}[language]
    assert ended in page_of(game, ada)
    assert ended in text_of(sign_in(ada).get("/games/"))


@pytest.mark.parametrize("language", one_in(2, ["en", "fr"]))
def test_profile_circle_and_export_say_later_that_nobody_came_back(language: str, clock: Clock) -> None:
    ada, ben = make_person(language=language), make_person(language=language)
    circle = make_circle(ada, ben)
    game = start_table(ada, ben, title="target")
    Game.objects.filter(pk=game.pk).update(circle=circle)
    leave(game, ada, ben)
    sweep_at(clock, START + WEEK)
    said = {"en": "nobody came back", "fr": "personne n’est revenu"}[language]
    wrong = {"en": ("by agreement", "A bot finished"), "fr": ("d’un commun accord", "Un bot remplaçant")}[language]
    profile, own = reverse("games:profile", args=[ada.code]), reverse("games:circle", args=[circle.code])
    pages = [text_of(sign_in(ada).get(path)) for path in (profile, own)]
    for page in (*pages, read_archive(ada)["index.html"]):
        assert [words in page for words in (said, *wrong)] == [True, False, False]


@pytest.mark.parametrize("language", one_in(2, ["en", "fr"]))
def test_mails_say_it_before_and_after(language: str, clock: Clock) -> None:
    ada, ben = make_person(language=language), make_person(language=language)
    game = start_table(ada, ben, title="target")
    leave(game, ben)
    let_all_pass(game, clock)
    let_post_work(clock)
    sweep_at(clock, until(game))
    let_post_work(clock)
    bodies = [str(message.body) for message in mail.outbox if message.to == [ada.email]]
    for said in {
        "en": ("Then the game stands still", "To go on, take your seat back", "Nobody came back to this table"),
        "fr": ("la partie s’arrêtera", "Pour continuer, reprends ta place", "Personne n’est revenu à cette table"),
    }[language]:
        assert sum(said in body for body in bodies) == 1, said


def test_programs_see_it_and_take_their_seat_back(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target")
    leave(game, ben, ada)
    program = Program(ada)
    told = program.look(game)
    assert (told["status"], told["paused"], told["stands_still"], told["decision"]) == ("running", True, True, None)
    assert told["due_at"].startswith("2026-03-09")
    assert program.read("waiting")["games"] == []
    told = program.post(f"games/{game.code}/take-back").json()
    assert (told["paused"], told["stands_still"]) == (False, False)
    assert told["decision"]


def test_spectators_are_told_that_nobody_is_there(ada: User, ben: User, clock: Clock) -> None:
    game = start_table(ada, ben, title="target", watchers="link")
    Game.objects.filter(pk=game.pk).update(watch_key="watched")
    leave(game, ada, ben)
    page = text_of(Client().get(reverse("games:watch", args=["watched"]), headers={"accept-language": "en"}))
    assert "the game stands still" in page
