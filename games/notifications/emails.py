"""Renders the email of one notification, from public information only: others may read it."""

import re
from collections.abc import Mapping, Sequence
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

from accounts.faces import Face
from accounts.models import User
from games.models import Game, Notification, Player
from games.notifications import preferences, types
from games.notifications.commitments import choose_commitment
from games.notifications.email_links import make_table_token, make_turn_token
from games.notifications.recipients import NO_SEAT, read_former, read_seat
from games.notifications.types import Group
from games.rules.engine.narration import Automatic
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import Event, Term
from games.state.faces import show_faces
from games.state.names import find_bot_owner, find_name
from games.state.narration import narrate_all_since, narrate_table
from games.state.table import Table, is_alone, load_players, load_table
from games.state.view import name_of
from games.wording.sentences import LINE, list_names, word_event, word_term, word_zone
from insidejob.marks import fill_words, join

EVENTS_TOLD = 30
BLANK_LINES = re.compile(r"\n\s*\n\s*\n*")
STARTED_WITH_YOU = gettext_noop("%(table)s has started, and it’s your turn")
"""No second email says that it is their turn."""


@dataclass(frozen=True)
class Play:
    """`seen` is the title's public observation."""

    seen: Any
    is_asked: bool
    is_vote: bool
    happened: tuple[str, ...]
    # By the clock or a stand-in.
    automatic: Automatic
    is_agreed: bool
    reason: str
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Handover:
    """All by name."""

    former: str
    substitute: str
    opened_by: str
    is_mine: bool


@dataclass(frozen=True)
class EmailContent:
    kind: str
    title: AnyTitle
    table_name: str
    code: str
    name: str
    seat: int
    names: tuple[str, ...]
    faces: Mapping[int, Face]
    # Of bot accounts.
    owners: Mapping[int, str]
    host: str
    play: Play | None
    due_at: datetime | None
    zone: str
    table_link: str
    # Plays without signing in; "" if not allowed.
    turn_link: str
    stop_link: str
    handover: Handover | None
    # In the first email from a running game.
    commitment: str
    # An open table then starts with those present, or closes.
    settle_at: datetime | None
    bots_fill: bool

    @property
    def others(self) -> list[str]:
        return [name for name, _ in self.other_players]

    @property
    def other_players(self) -> list[tuple[str, Face]]:
        if self.kind in (types.REPLACED.code, types.WEEKLY.code):
            return []
        others = ((name, seat) for seat, name in enumerate(self.names) if name and seat != self.seat)
        return [(self.add_owner(name, seat), self.faces[seat]) for name, seat in others]

    def add_owner(self, name: str, seat: int) -> str:
        owner = self.owners.get(seat)
        return join([name, fill_words(gettext("bot by %(owner)s"), {"owner": owner})], " – ") if owner else name

    @property
    def winners(self) -> str:
        return list_names(self.play.winners) if self.play else ""

    @property
    def body(self) -> str:
        return types.NOTIFICATION_TYPES[self.kind].template

    @property
    def template(self) -> str:
        return f"games/emails/{self.title.FOLDER}"

    @property
    def stamp(self) -> str:
        return str(types.NOTIFICATION_TYPES[self.kind].name)

    @property
    def asked(self) -> str:
        return join_words(render_to_string(f"{self.template}/asked.txt", {"content": self}))

    @property
    def table(self) -> tuple[str, ...]:
        """Each line starts at a `line` tag of the template."""
        drawn = render_to_string(f"{self.template}/table.txt", {"content": self})
        return tuple(line for line in map(join_words, drawn.split(LINE)) if line)

    @property
    def tells(self) -> bool:
        return types.NOTIFICATION_TYPES[self.kind].tells and self.play is not None and bool(self.play.happened)

    @property
    def shows(self) -> bool:
        return types.NOTIFICATION_TYPES[self.kind].shows and self.play is not None


def join_words(text: str) -> str:
    """Collapse spaces, but keep non-breaking ones."""
    return re.sub("[ \n]+", " ", text).strip(" ")


def make_mail(notification: Notification, message_id: str) -> EmailMultiAlternatives:
    user = notification.recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        content = write_content(notification)
        text = (
            BLANK_LINES.sub("\n\n", render_to_string("games/emails/notification.txt", {"content": content})).strip()
            + "\n"
        )
        page = render_to_string("games/emails/notification.html", {"content": content}).replace("<p></p>", "")
        subject = gettext(choose_subject(content)) % {"table": content.table_name}
    mail = EmailMultiAlternatives(
        subject, text, to=[str(user.email)], headers=make_headers(notification, content, message_id)
    )
    mail.attach_alternative(page, "text/html")
    return mail


def choose_subject(content: EmailContent) -> str:
    if content.kind == types.STARTED.code and content.play and content.play.is_asked:
        return STARTED_WITH_YOU
    return types.NOTIFICATION_TYPES[content.kind].subject


def make_headers(notification: Notification, content: EmailContent, message_id: str) -> dict[str, str]:
    thread = f"<table-{content.code}@{name_domain()}>"
    return {
        **make_identity(message_id, notification.recipient.language),
        "In-Reply-To": thread,
        "References": thread,
        **make_way_out(content.stop_link),
    }


def make_way_out(stop_link: str) -> dict[str, str]:
    """One-click unsubscribe (RFC 8058)."""
    return {"List-Unsubscribe": f"<{stop_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def make_identity(message_id: str, language: str) -> dict[str, str]:
    return {
        "Message-ID": f"<{message_id}@{name_domain()}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": language,
    }


def name_domain() -> str:
    return urlsplit(str(settings.SITE_ADDRESS)).hostname or ""


def write_content(notification: Notification) -> EmailContent:
    user, game = notification.recipient, notification.game
    players = load_players(game)
    seats = (player.seat for player in players if player.user_id == user.pk)
    own = read_seat(notification) if notification.kind == types.REPLACED.code else next(seats, NO_SEAT)
    imaginary = game.played_by.list_imaginary(game.seat_count)
    names = (*(name_of(player) if player.is_taken else "" for player in players), *map(gettext, imaginary))
    # A replaced player learns nothing more.
    table = load_table(game, players) if game.was_dealt and notification.kind != types.REPLACED.code else None
    return EmailContent(
        kind=notification.kind,
        title=game.played_by,
        table_name=game.name,
        code=game.code,
        name=user.shown_name,
        seat=own,
        names=names,
        faces=show_faces(players, len(imaginary)),
        owners={player.seat: find_bot_owner(player) for player in players},
        host=game.host.shown_name,
        play=describe_play(table, own, names) if table else None,
        due_at=None if game.paused_at or is_alone(players) else game.until,
        zone=word_zone(),
        table_link=make_link("games:from_mail", game.code, make_table_token(user)),
        turn_link=make_turn_link(table, own, notification) if table else "",
        stop_link=make_stop_link(user, notification.kind),
        handover=describe_handover(notification, players),
        commitment=choose_commitment(notification),
        settle_at=game.settles_at,
        bots_fill=game.bots_fill,
    )


def describe_handover(notification: Notification, players: Sequence[Player]) -> Handover | None:
    if notification.kind == types.SEAT_OPEN.code:
        player = players[read_seat(notification)]
        opener = "" if player.opened_by is None else name_of(players[player.opened_by])
        return Handover(name_of(player), "", opener, player.user_id == notification.recipient_id)
    former = read_former(notification) if notification.kind in (types.SEAT_TAKEN.code, types.REPLACED.code) else None
    if former is None:
        return None
    name, is_theirs = find_name(former.user, former.name), former.user_id == notification.recipient_id
    return Handover(name, name_of(players[former.seat]), "", is_theirs)


def make_turn_link(table: Table, seat: int, notification: Notification) -> str:
    """ "" if switched off, or if the question is secret or would show a role.

    Only the kind of question decides, so emails differ by no secret.
    """
    player, user = table.players[seat], notification.recipient
    asks = (
        notification.kind == types.STARTED.code or types.NOTIFICATION_TYPES[notification.kind].group == Group.QUESTION
    )
    is_asked = player.owes and not player.stand_in and table.game.is_running and table.game.paused_at is None
    if not asks or not user.plays_by_mail or not is_asked:
        return ""
    decision = table.asked.get(seat)
    if decision is None or not decision.public or table.title.disguise(table.states[-1], seat) is None:
        return ""
    return make_link("games:play_by_mail", make_turn_token(player))


def describe_play(table: Table, own: int, names: tuple[str, ...]) -> Play:
    """Use public facts only."""
    title, state = table.title, table.states[-1]
    seen = title.observe(state, None)
    decision = title.decision(state, own)
    return Play(
        seen=seen,
        is_asked=own in seen.awaited,
        is_vote=decision is not None and decision.vote,
        happened=word_events(title, narrate_all_since(table, own), names),
        automatic=narrate_table(table, None).automatic,
        is_agreed=table.game.status == Game.Status.AGREED,
        reason=word_term(title, Term("reason", seen.outcome.reason)) if seen.outcome else "",
        winners=tuple(names[seat] for seat in seen.outcome.winners) if seen.outcome else (),
    )


def word_events(title: AnyTitle, events: tuple[Event, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word_event(title, event, names) for event in events[-EVENTS_TOLD:])


def make_link(name: str, *arguments: str) -> str:
    site: str = settings.SITE_ADDRESS
    return site.rstrip("/") + reverse(name, args=arguments)


def make_stop_link(user: User, kind: str) -> str:
    return make_switch_link(user, preferences.find_switch(kind))


def make_switch_link(user: User, switch: str) -> str:
    return make_link("games:stop_mail", preferences.make_stop_token(user, switch))
