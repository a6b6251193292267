"""Renders the email of one notification, from public information only: others may read it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
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
from games.notifications import preferences, subjects, types
from games.notifications.commitments import choose_commitment
from games.notifications.email_links import make_table_token, make_turn_token
from games.notifications.email_play import Play, describe_play
from games.notifications.recipients import NO_SEAT, read_former, read_seat
from games.notifications.types import Group
from games.rules.engine.protocol import AnyTitle
from games.state.names import find_bot_owner, find_name, show_faces
from games.state.table import Table, find_extension, is_alone, list_playing, load_players, load_table
from games.state.view import name_of
from games.wording.sentences import (
    LINE,
    list_names,
    word_moment,
    word_weekly,
    word_zone,
)
from insidejob.untranslated import break_links, fill_words, join

PREVIEW = 150
"""How many letters of an email stand in the list of a mailbox, at most."""
BUTTONS = {
    types.CLOSED.code: gettext_noop("Open another table"),
    types.WEEKLY.code: gettext_noop("Take a seat"),
    types.OPENED.code: gettext_noop("Take a seat"),
    types.REMATCH.code: gettext_noop("Take a seat"),
    types.UNFILLED.code: gettext_noop("Fill with bots"),
    types.REPLACED.code: gettext_noop("Watch the game"),
    # What these are about is on the page of the table, also while their readers are asked for a move.
    types.SEAT_OPEN.code: gettext_noop("Go to the table"),
    types.PAUSE_PROPOSED.code: gettext_noop("Go to the table"),
    types.END_PROPOSED.code: gettext_noop("Go to the table"),
    types.SPECTATORS_PROPOSED.code: gettext_noop("Go to the table"),
}
"""Words of the button, by types that never lead to a turn. Others say *Play my turn* or *Go to the table*."""
BLANK_LINES = re.compile(r"\n\s*\n\s*\n*")


@dataclass(frozen=True)
class Handover:
    """Who took whose seat, by name."""

    former: str
    substitute: str
    opened_by: str
    is_mine: bool
    # The owner of the seat can return until then.
    free_from: datetime | None = None


@dataclass(frozen=True)
class EmailContent:
    kind: str
    # None if this code does not know the rules of a table that was closed.
    title: AnyTitle | None
    table_name: str
    code: str
    name: str
    seat: int
    names: tuple[str, ...]
    faces: Mapping[int, Face]
    # The owners of bot accounts, by seat; the seats of the site's bots.
    owners: Mapping[int, str]
    bots: frozenset[int]
    host: str
    play: Play | None
    due_at: datetime | None
    # What gives the reader more time once the time is up: `banked`, `graced` or "".
    extension: str
    # A table that stands still waits until then.
    waits_until: datetime | None
    # Whether all other people have a stand-in.
    is_last_here: bool
    zone: str
    table_link: str
    # The link that plays without signing in, or "" if that is not allowed.
    turn_link: str
    stop_link: str
    handover: Handover | None
    # The commitment, in the first email from a running game.
    commitment: str
    # An open table then starts with those present, or closes.
    settle_at: datetime | None
    bots_fill: bool
    # "Every Monday at 09:00 (Paris)", if it is a weekly table.
    weekly: str
    # Who would like a pause, or to end the game, or who gave time.
    proposing: tuple[str, ...]
    # From then on people can watch, unless a player declines.
    spectators_due: datetime | None
    # Whether the question was asked before a pause.
    is_after_pause: bool
    # Of a weekly table; its members alone get it.
    circle: str
    # How many seats a game had and has, if it started with fewer; None in later emails.
    fewer: tuple[int, int] | None

    @property
    def others(self) -> list[str]:
        return [name for name, _ in self.other_players]

    @property
    def other_players(self) -> list[tuple[str, Face]]:
        if self.kind in (types.REPLACED.code, types.WEEKLY.code, types.UNREADY.code, types.OPENED.code):
            return []
        others = ((name, seat) for seat, name in enumerate(self.names) if name and seat != self.seat)
        return [(self.mark_bot(name, seat), self.faces[seat]) for name, seat in others]

    def mark_bot(self, name: str, seat: int) -> str:
        if seat in self.bots:
            return fill_words("%(name)s (bot)", {"name": name})
        owner = self.owners.get(seat)
        return join([name, fill_words(gettext("bot by %(owner)s"), {"owner": owner})], " – ") if owner else name

    @property
    def winners(self) -> str:
        return list_names(self.play.winners) if self.play else ""

    @property
    def body(self) -> str:
        return types.NOTIFICATION_TYPES[self.kind].template

    @property
    def preview(self) -> str:
        """The text next to the subject in a mailbox: the last move and the deadline, or how the email begins."""
        is_question = types.NOTIFICATION_TYPES[self.kind].group == Group.QUESTION
        if is_question and self.due_at and self.tells and self.play:
            until = gettext("You have until %(when)s.") % {"when": word_moment(self.due_at)}
            return _join_words(f"{self.play.happened[-1]} · {until}")
        return _join_words(render_to_string(self.body, {"content": self}))[:PREVIEW]

    @property
    def button(self) -> str:
        if self.kind in BUTTONS:
            return gettext(BUTTONS[self.kind])
        return gettext("Play my turn") if self.play and self.play.is_asked else gettext("Go to the table")

    @property
    def button_link(self) -> str:
        """Where the button leads if there is no link that plays a turn."""
        if self.kind == types.UNFILLED.code:
            # Browsers open the folded form that holds this button.
            return f"{self.table_link}#do-fill"
        return make_link("games:choose_title") if self.kind == types.CLOSED.code else self.table_link

    @property
    def template(self) -> str:
        return f"games/emails/{self.title.FOLDER}" if self.title else ""

    @property
    def stamp(self) -> str:
        return str(types.NOTIFICATION_TYPES[self.kind].name)

    @property
    def asked(self) -> str:
        return _join_words(render_to_string(f"{self.template}/asked.txt", {"content": self}))

    @property
    def table(self) -> tuple[str, ...]:
        """Each line starts at a `line` tag of the template."""
        drawn = render_to_string(f"{self.template}/table.txt", {"content": self})
        return tuple(line for line in map(_join_words, drawn.split(LINE)) if line)

    @property
    def tells(self) -> bool:
        return types.NOTIFICATION_TYPES[self.kind].tells and self.play is not None and bool(self.play.happened)

    @property
    def shows(self) -> bool:
        return types.NOTIFICATION_TYPES[self.kind].shows and self.play is not None


def _join_words(text: str) -> str:
    """Collapse runs of spaces, but keep non-breaking ones."""
    return re.sub("[ \n]+", " ", text).strip(" ")


def make_mail(notification: Notification, message_id: str) -> EmailMultiAlternatives:
    user = notification.recipient
    with translation.override(user.language), timezone.override(ZoneInfo(user.time_zone)):
        content = _write_content(notification)
        text = (
            BLANK_LINES.sub("\n\n", render_to_string("games/emails/notification.txt", {"content": content})).strip()
            + "\n"
        )
        page = render_to_string("games/emails/notification.html", {"content": content}).replace("<p></p>", "")
        subject = subjects.word_email_subject(
            notification,
            is_asked=content.play is not None and content.play.is_asked,
            due_at=None if content.is_after_pause else content.due_at,
        )
    mail = EmailMultiAlternatives(
        subject, text, to=[str(user.email)], headers=_make_headers(notification, content, message_id)
    )
    mail.attach_alternative(page, "text/html")
    return mail


def _make_headers(notification: Notification, content: EmailContent, message_id: str) -> dict[str, str]:
    thread = f"<table-{content.code}@{name_domain()}>"
    return {
        **make_identity(message_id, notification.recipient.language),
        "In-Reply-To": thread,
        "References": thread,
        **make_way_out(content.stop_link),
    }


def make_way_out(stop_link: str) -> dict[str, str]:
    """Return the headers for unsubscribing with one click (RFC 8058)."""
    return {"List-Unsubscribe": f"<{stop_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def make_identity(message_id: str, language: str) -> dict[str, str]:
    return {
        "Message-ID": f"<{message_id}@{name_domain()}>",
        "Auto-Submitted": "auto-generated",
        "Content-Language": language,
    }


def name_domain() -> str:
    return urlsplit(str(settings.SITE_ADDRESS)).hostname or ""


def _write_content(notification: Notification) -> EmailContent:
    user, game = notification.recipient, notification.game
    players = load_players(game)
    own, imaginary = _find_own_seat(notification, players), _list_imaginary(game)
    names = (*(break_links(name_of(player)) if player.is_taken else "" for player in players), *imaginary)
    # A replaced player learns nothing more.
    table = load_table(game, players) if game.was_dealt and notification.kind != types.REPLACED.code else None
    return EmailContent(
        kind=notification.kind,
        title=game.known_title,
        table_name=game.name,
        code=game.code,
        name=break_links(user.shown_name),
        seat=own,
        names=names,
        faces=show_faces(players, len(imaginary)),
        owners={player.seat: break_links(find_bot_owner(player)) for player in players},
        bots=frozenset(player.seat for player in players if player.bot),
        host=break_links(game.host.shown_name),
        play=describe_play(table, own, names) if table else None,
        due_at=None if game.paused_at or is_alone(players) else game.until,
        extension=find_extension(table, own) if table else "",
        waits_until=game.until if game.stands_still else None,
        is_last_here=not any(player.user_id != user.pk for player in list_playing(players)),
        zone=word_zone(),
        table_link=make_link("games:from_mail", game.code, make_table_token(user)),
        turn_link=_make_turn_link(table, own, notification) if table else "",
        stop_link=make_stop_link(user, notification.kind),
        handover=_describe_handover(notification, players),
        commitment=choose_commitment(notification),
        settle_at=game.settles_at,
        bots_fill=game.bots_fill,
        weekly=word_weekly(game.weekly_table.weekly) if game.weekly_table else "",
        proposing=_list_proposing(notification, players),
        spectators_due=game.spectators_due,
        is_after_pause=subjects.is_after_pause(notification),
        circle=subjects.name_circle(notification),
        fewer=_count_fewer(notification, table),
    )


def _find_own_seat(notification: Notification, players: Sequence[Player]) -> int:
    """Return the recipient's seat. A replaced player has none left, so the notification names the one they had."""
    if notification.kind == types.REPLACED.code:
        return read_seat(notification)
    return next((player.seat for player in players if player.user_id == notification.recipient_id), NO_SEAT)


def _list_imaginary(game: Game) -> tuple[str, ...]:
    """Return the names of the players that the title adds to those at the table."""
    title = game.known_title
    return tuple(map(gettext, title.list_imaginary(game.seat_count))) if title else ()


def _count_fewer(notification: Notification, table: Table | None) -> tuple[int, int] | None:
    """Return how many seats a game had and has, in its first emails if it started with fewer players than planned."""
    game = notification.game
    is_first = notification.kind == types.STARTED.code or (table is not None and not table.entries)
    return (game.planned_seats, game.seat_count) if game.planned_seats and is_first else None


def _list_proposing(notification: Notification, players: Sequence[Player]) -> tuple[str, ...]:
    agrees = {types.PAUSE_PROPOSED.code: "agrees_to_pause", types.END_PROPOSED.code: "agrees_to_end"}
    column = agrees.get(notification.kind)
    if notification.kind == types.MORE_TIME.code:
        giver = notification.game.granted_by
        return () if giver is None else (break_links(name_of(players[giver])),)
    return tuple(break_links(name_of(player)) for player in players if column and getattr(player, column))


def _describe_handover(notification: Notification, players: Sequence[Player]) -> Handover | None:
    if notification.kind == types.SEAT_OPEN.code:
        player = players[read_seat(notification)]
        opener = "" if player.opened_by is None else break_links(name_of(players[player.opened_by]))
        is_mine = player.user_id == notification.recipient_id
        return Handover(break_links(name_of(player)), "", opener, is_mine, player.free_from)
    former = read_former(notification) if notification.kind in (types.SEAT_TAKEN.code, types.REPLACED.code) else None
    if former is None:
        return None
    name, is_theirs = find_name(former.user, former.name), former.user_id == notification.recipient_id
    return Handover(break_links(name), break_links(name_of(players[former.seat])), "", is_theirs)


def _make_turn_link(table: Table, seat: int, notification: Notification) -> str:
    """Return the link that plays without signing in, or "".

    There is none if the user switched such links off, or if the question is secret or would show a role. Only its kind
    decides, so that emails do not differ by a secret.
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


def make_link(name: str, *arguments: str) -> str:
    site: str = settings.SITE_ADDRESS
    return site.rstrip("/") + reverse(name, args=arguments)


def make_stop_link(user: User, kind: str) -> str:
    return make_switch_link(user, preferences.find_switch(kind))


def make_switch_link(user: User, switch: str) -> str:
    return make_link("games:stop_mail", preferences.make_stop_token(user, switch))
