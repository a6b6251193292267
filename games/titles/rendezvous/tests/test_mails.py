"""The mails of a game of Rendezvous: what all may know is in them, and no card."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.utils import timezone

from games.models import Hand, Notification
from games.notifications import email_dispatch
from games.titles.rendezvous.tests.visitors import Company
from tests.rounds import one_in

pytestmark = pytest.mark.django_db
Outbox = list[EmailMessage]
MARK = "marked by hand: "
"""No code of a game or person has a space."""


def send_all(company: Company, outbox: Outbox) -> list[str]:
    """Send what is due once no one looks at the table any more, and then remind; return the texts of the mails."""
    cache.clear()
    before = len(outbox)
    company.game.refresh_from_db()
    assert company.game.due_at
    # Those who moved last saw what they are asked next, and are mailed an hour later.
    for moment in (timezone.now() + timedelta(minutes=65), company.game.due_at - timedelta(minutes=1)):
        email_dispatch.send_due(moment)
    return [str(mail.body) for mail in outbox[before:]]


@pytest.mark.parametrize(
    ("phase", "options", "words"),
    one_in(
        2,
        [
            ("say", {"laps": "at_once"}, "Write your word for this clue round."),
            ("number", {}, "Pick the password number."),
            ("say", {"silent": True}, "Show one to three emoji."),
            ("point", {}, "Everything’s been said: everyone points at two players at the same time."),
            ("say", {}, "Say a word."),
        ],
    ),
)
def test_a_mail_says_what_is_asked(mailoutbox: Outbox, phase: str, options: dict[str, Any], words: str) -> None:
    company = Company(4, **options).reach(phase)
    # The mail of the start says what is asked first, in place of the first turn's.
    Notification.objects.filter(kind="started").delete()
    mails = [mail for mail in send_all(company, mailoutbox) if words in mail]
    assert len(mails) == 2 * len(company.table.title.to_act(company.state))
    assert all("Round 1 of 4." in mail for mail in mails)


def test_a_mail_has_the_words_said_so_far_and_no_password(mailoutbox: Outbox) -> None:
    company = Company(4).reach("say")
    mark_passwords(company)
    order = company.state.order
    for word in ("sea", "sky", "sand", "surf", "water"):
        company.answer(company.asked, word=word)
    mails = [mail for mail in send_all(company, mailoutbox) if "Said so far in this round:" in mail]
    names = [company.people[seat].display_name for seat in order]
    assert sum(MARK in company.page(seat) for seat in range(4)) == 2
    assert len(mails) == 2
    for mail in mails:
        assert f"– {names[0]}: sea, water\n– {names[1]}: sky\n– {names[2]}: sand\n– {names[3]}: surf\n" in mail
        assert MARK not in mail


def mark_passwords(company: Company) -> None:
    for hand in Hand.objects.filter(deal__game=company.game):
        marked = [card and [MARK + word for word in card] for card in hand.content["cards"]]
        Hand.objects.filter(pk=hand.pk).update(content={"cards": marked})


def test_who_may_guess_is_told_that_the_password_may_be_guessed_and_no_one_else_is_mailed(mailoutbox: Outbox) -> None:
    company = Company(4).reach("point")
    company.point_right()
    Notification.objects.exclude(key__contains="/guess-").delete()
    mails = send_all(company, mailoutbox)
    assert len(mails) == 2 * len(company.table.title.to_act(company.state)) == 4
    assert all("Everyone has pointed, and it’s time to guess the password." in mail for mail in mails)


def test_a_game_without_points_is_over_without_a_winner(mailoutbox: Outbox) -> None:
    Company(3, points=False, rounds="1").reach("over")
    email_dispatch.send_due(timezone.now() + timedelta(minutes=5))
    over = [str(mail.body) for mail in mailoutbox if "is over" in mail.subject]
    assert len(over) == 3
    assert all("You played without keeping score" in mail and "inner" not in mail for mail in over)
