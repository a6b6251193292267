"""Making one mail: what a notice tells, in its recipient's language and zone.

A mail may be read over a shoulder, so it is made from what everybody at the table may know. Nothing in here ever asks
for what its recipient alone knows.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from games.models import Game, Notice, Player
from games.post import kinds, preferences
from games.reads.page import name_of, tell_all_since, tell_table
from games.reads.table import load_players, load_table
from games.rules.protocol import AnyTitle, Event, Term
from games.rules.telling import Automatic
from games.wording import LINE, list_names, word_event, word_term, word_zone

EVENTS_TOLD = 30
BLANK_LINES = re.compile(r"\n\s*\n\s*\n*")
LONE_SIGN = re.compile(r" ([,;])")
STARTED_WITH_YOU = gettext_noop("%(operation)s has started, and it’s your turn")
"""The subject of a start that asks its reader something: no second mail says that it is their turn."""


@dataclass(frozen=True)
class Play:
    """What everybody may know of a game that was dealt. `seen` is the title's public observation, at this moment."""

    seen: Any
    is_asked: bool
    is_vote: bool
    happened: tuple[str, ...]
    # Which answers were the clock's or a stand-in's.
    automatic: Automatic
    is_agreed: bool
    reason: str
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Letter:
    """All that the templates of a mail are given. `names` are those of the seats, `seat` is the recipient's.

    `operation` is the name of the table, `host` that of the player who opened it.
    """

    kind: str
    title: AnyTitle
    operation: str
    code: str
    seat: int
    names: tuple[str, ...]
    host: str
    play: Play | None
    due_at: datetime | None
    zone: str
    table_link: str
    stop_link: str

    @property
    def name(self) -> str:
        """The recipient's name."""
        return self.names[self.seat]

    @property
    def others(self) -> list[str]:
        """The names of the others at the table."""
        return [name for seat, name in enumerate(self.names) if name and seat != self.seat]

    @property
    def winners(self) -> str:
        """The names of those who won, as a sentence lists them."""
        return list_names(self.play.winners) if self.play else ""

    @property
    def body(self) -> str:
        """The template of what this kind of mail says."""
        return kinds.KINDS[self.kind].template

    @property
    def template(self) -> str:
        """The folder of the title's templates for mail."""
        return f"mail/{self.title.FOLDER}"

    @property
    def stamp(self) -> str:
        """What kind of mail it is, in a word or two."""
        return str(kinds.KINDS[self.kind].name)

    @property
    def asked(self) -> str:
        """What the recipient is asked, as one line of sentences."""
        return " ".join(render_to_string(f"{self.template}/asked.txt", {"letter": self}).split())

    @property
    def table(self) -> tuple[str, ...]:
        """How the table stands, line by line: a tag `line` of the title's template begins each."""
        drawn = render_to_string(f"{self.template}/table.txt", {"letter": self})
        lines = (" ".join(line.split()) for line in drawn.split(LINE))
        return tuple(LONE_SIGN.sub(r"\1", line) for line in lines if line)

    @property
    def tells(self) -> bool:
        """Whether it tells what happened."""
        return kinds.KINDS[self.kind].tells and self.play is not None and bool(self.play.happened)

    @property
    def shows(self) -> bool:
        """Whether it shows how the table stands."""
        return kinds.KINDS[self.kind].shows and self.play is not None


def make_mail(notice: Notice) -> EmailMultiAlternatives:
    """Return the mail of a notice, ready to be sent. Its recipient has a seat and an address."""
    user = notice.recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        letter = write_letter(notice)
        text = BLANK_LINES.sub("\n\n", render_to_string("mail/letter.txt", {"letter": letter})).strip() + "\n"
        page = render_to_string("mail/letter.html", {"letter": letter}).replace("<p></p>", "")
        subject = gettext(choose_subject(letter)) % {"operation": letter.operation}
    mail = EmailMultiAlternatives(subject, text, to=[str(user.email)], headers=make_headers(notice, letter))
    mail.attach_alternative(page, "text/html")
    return mail


def choose_subject(letter: Letter) -> str:
    """Return the subject of a mail in its source form, its places still open."""
    if letter.kind == kinds.STARTED.code and letter.play and letter.play.is_asked:
        return STARTED_WITH_YOU
    return kinds.KINDS[letter.kind].subject


def make_headers(notice: Notice, letter: Letter) -> dict[str, str]:
    """Return the headers added to the usual ones: a fixed identity, one thread for each table, and how to stop it."""
    thread = f"<table-{letter.code}@{name_domain()}>"
    return {
        **make_identity(notice.message_id, notice.recipient.language),
        "In-Reply-To": thread,
        "References": thread,
        "List-Unsubscribe": f"<{letter.stop_link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def make_identity(message_id: str, language: str) -> dict[str, str]:
    """Return the headers that every mail of the site has: the same in each attempt, and in which language it is."""
    return {
        "Message-ID": f"<{message_id}@{name_domain()}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": language,
    }


def name_domain() -> str:
    """Return the domain under which the site's mails are known: that of its address."""
    return urlsplit(str(settings.SITE_ADDRESS)).hostname or ""


def write_letter(notice: Notice) -> Letter:
    """Return what a mail says, in the language and zone now active."""
    user, game = notice.recipient, notice.game
    players = load_players(game)
    own = next(player.seat for player in players if player.user_id == user.pk)
    imaginary = game.played_by.list_imaginary(game.seat_count)
    names = (*map(name_of, players), *map(gettext, imaginary))
    return Letter(
        kind=notice.kind,
        title=game.played_by,
        operation=game.name,
        code=game.code,
        seat=own,
        names=names,
        host=game.host.display_name,
        play=describe_play(game, players, own, names) if game.was_dealt else None,
        due_at=game.due_at,
        zone=word_zone(),
        table_link=make_link("games:table", game.code),
        stop_link=make_stop_link(user, notice.kind),
    )


def describe_play(game: Game, players: list[Player], own: int, names: tuple[str, ...]) -> Play:
    """Return what everybody may know of a game that was dealt, and what happened since the recipient last moved."""
    table = load_table(game, players)
    title, state = table.title, table.states[-1]
    seen = title.observe(state, None)
    decision = title.decision(state, own)
    return Play(
        seen=seen,
        is_asked=own in seen.awaited,
        is_vote=decision is not None and decision.vote,
        happened=word_events(title, tell_all_since(table, own), names),
        automatic=tell_table(table, None).automatic,
        is_agreed=game.status == Game.Status.AGREED,
        reason=word_term(title, Term("reason", seen.outcome.reason)) if seen.outcome else "",
        winners=tuple(names[seat] for seat in seen.outcome.winners) if seen.outcome else (),
    )


def word_events(title: AnyTitle, events: tuple[Event, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the last events in words."""
    return tuple(word_event(title, event, names) for event in events[-EVENTS_TOLD:])


def make_link(name: str, argument: str) -> str:
    """Return the full address of a page."""
    site: str = settings.SITE_ADDRESS
    return site.rstrip("/") + reverse(name, args=[argument])


def make_stop_link(user: User, kind: str) -> str:
    """Return the address that stops mail of a kind, without signing in."""
    return make_link("games:stop_mail", preferences.make_stop_token(user, preferences.find_switch(kind)))
