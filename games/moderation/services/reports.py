"""Reports, and what moderators do about them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import override

from accounts.emails import send_account_email
from accounts.models import User
from accounts.rate_limits import take_use
from accounts.tokens.bots import MARK
from games.circles.selectors import is_closed_to
from games.models import Act, Circle, FormerPlayer, Game, Message, Player, Report
from games.models.report import WORDS_LENGTH
from games.state.refusals import Refusal
from games.state.view import name_of
from games.tables.selectors.talk import find_line
from games.tables.services.seats import announce_unlocked
from insidejob.codes import make_code

REPORTS_AN_HOUR = 10
HOUSE_ROLE = "house-role"
"""Stands for a line of talk in a report of the house role's name."""
PLAYER = "player-"
"""With a seat it stands for a line of talk in a report of a player's name."""
AROUND = 5
"""How many lines before and after the reported one are copied."""
DAYS = (1, 7, 30)
"""The lengths of a suspension to choose from."""
ACCOUNT_ACTS = {Act.Kind.SUSPEND, Act.Kind.CLOSE, Act.Kind.BACK}


@dataclass(frozen=True)
class Subject:
    """What is reported: `context` is a copy for the report, `row` identifies the line or name."""

    about: Report.About
    author: User | None
    context: list[dict[str, Any]]
    row: dict[str, Any]


def send_report(*, game: Game, players: list[Player], by: User, line: str, reason: str, words: str) -> None:
    """Report a line of talk with its context.

    With `HOUSE_ROLE` it is the name of the house role, and with `PLAYER` and a seat that of a player.
    Raises `Refusal` ("no_line" or "no_name", and those of `_file_report`).
    """
    if line.startswith(PLAYER):
        seats = {str(player.seat): player.seat for player in players}
        seat = seats.get(line.removeprefix(PLAYER))
        report_player(game=game, players=players, by=by, seat=seat, reason=reason, words=words)
        return
    subject = find_house_name(game) if line == HOUSE_ROLE else _find_said(game, players, line)
    if subject is None:
        raise Refusal("no_line")
    _file_report(subject, game, by, reason, words)


def report_circle(*, code: str, by: User, reason: str, words: str) -> None:
    """Report the name of a circle.

    `code` is the circle's code, for members and invited users, or the key of its link. Raises `Http404` to others,
    and `Refusal` ("no_name" if the name is hidden or the reporter's own, and those of `_file_report`).
    """
    known = Q(code=code, members__user=by) | Q(invitation=code)
    circle = get_object_or_404(Circle.objects.select_related("owner").filter(known).distinct())
    if circle.code != code and is_closed_to(circle, by):
        raise Http404
    if circle.is_name_hidden or circle.owner_id == by.pk:
        raise Refusal("no_name")
    named = Subject(Report.About.CIRCLE, circle.owner, _copy_name(circle.owner, circle.name), {"circle": circle})
    _file_report(named, None, by, reason, words)


def report_player(*, game: Game, players: list[Player], by: User, seat: int | None, reason: str, words: str) -> None:
    """Report the name of a player as spectators see it. Raises `Refusal` ("no_name", and those of `_file_report`)."""
    player = next((player for player in players if player.seat == seat and player.user), None)
    if player is None or player.user is None:
        raise Refusal("no_name")
    named = _copy_name(player.user, name_of(player))
    subject = Subject(Report.About.NAME, player.user, named, {"reported": _answer_for(player.user)})
    _file_report(subject, game, by, reason, words)


def _file_report(subject: Subject, game: Game | None, by: User, reason: str, words: str) -> None:
    """Store a report, once per user and line, or once per user and name while the first is open.

    Raises `Refusal` ("no_line" for the reporter's own words, "no_reason", "too_long", "many_reports").
    """
    reported = subject.author and _answer_for(subject.author)
    if reported is None or reported.pk == by.pk:
        raise Refusal("no_line")
    if reason not in Report.Reason.values:
        raise Refusal("no_reason")
    words = words.replace("\r\n", "\n").strip()
    if len(words) > WORDS_LENGTH:
        raise Refusal("too_long")
    if not take_use("report", str(by.pk), REPORTS_AN_HOUR):
        raise Refusal("many_reports")
    known_by = {"about": subject.about, "reporter": by, **subject.row}
    if subject.about != Report.About.LINE:
        known_by["closed_at"] = None
    kept = {"game": game, "reported": reported, "reason": reason, "words": words, "context": subject.context}
    Report.objects.get_or_create(**known_by, defaults={**kept, "is_told": False})


def _answer_for(author: User) -> User:
    return author.bot_owner or author


def _find_said(game: Game, players: list[Player], line: str) -> Subject | None:
    message = find_line(game, line)
    if message is None:
        return None
    author = message.author or players[message.seat].user
    return Subject(Report.About.LINE, author, _copy_lines(message, players), {"message": message})


def find_house_name(game: Game) -> Subject | None:
    """Return the name of the house role as something to report.

    The host who used the name first counts as its author, also if someone else is host there now.
    """
    first = _list_named_alike(game).select_related("host", "first_host").order_by("pk").first()
    if first is None or not game.shown_house_name:
        return None
    author = first.first_host or first.host
    return Subject(Report.About.ROLE, author, _copy_name(author, game.house_name), {"game": game})


def _list_named_alike(game: Game) -> QuerySet[Game]:
    """Return the tables that have the name of the house role from the same series or circle."""
    alike = Q(pk=game.pk)
    if game.series:
        alike |= Q(series=game.series)
    if game.circle_id is not None:
        alike |= Q(circle=game.circle_id)
    return Game.objects.filter(alike, house_name=game.house_name).exclude(house_name="")


def _copy_name(author: User, name: str) -> list[dict[str, Any]]:
    return [{"name": author.display_name, "by": author.code, "text": name, "at": "", "is_it": True}]


def _copy_lines(message: Message, players: list[Player]) -> list[dict[str, Any]]:
    said = Message.objects.filter(game=message.game_id).select_related("author")
    before = list(said.filter(pk__lte=message.pk).order_by("-pk")[: AROUND + 1])
    after = list(said.filter(pk__gt=message.pk).order_by("pk")[:AROUND])
    return [
        {
            "name": line.name or name_of(players[line.seat]),
            "by": line.author.code if line.author else "",
            "text": line.text,
            "at": line.sent_at.isoformat(),
            "is_it": line.pk == message.pk,
        }
        for line in [*reversed(before), *after]
    ]


@transaction.atomic
def warn(*, report: Report, moderator: User, words: str) -> None:
    write_act(report, moderator, Act.Kind.WARN, report.reported, require_words(words))


@transaction.atomic
def hide(*, report: Report, moderator: User) -> None:
    """Hide the reported line or name. Raises `Refusal("no_news")` if it is hidden, gone or changed by now."""
    match report.about:
        case Report.About.ROLE:
            hidden = _hide_house_name(report)
        case Report.About.CIRCLE:
            hidden = _hide_circle_name(report)
        case Report.About.NAME:
            hidden = False
        case _:
            hidden = _hide_line(report)
    if not hidden:
        raise Refusal("no_news")
    write_act(report, moderator, Act.Kind.HIDE, report.reported)


def _hide_line(report: Report) -> bool:
    message, game = report.message, report.game
    if message is None or game is None:
        return False
    hidden = Message.objects.filter(pk=message.pk, is_hidden=False).update(is_hidden=True)
    if hidden:
        announce_unlocked(game.code)
    return bool(hidden)


def _hide_house_name(report: Report) -> bool:
    if report.game is None:
        return False
    shown = list(_list_named_alike(report.game).filter(is_house_name_hidden=False).values_list("pk", "code"))
    Game.objects.filter(pk__in=[key for key, _ in shown]).update(is_house_name_hidden=True)
    for _, code in shown:
        announce_unlocked(code)
    return bool(shown)


def _hide_circle_name(report: Report) -> bool:
    """Hide the name of a circle if it is still the reported one. Return whether it was shown until now."""
    if report.circle is None:
        return False
    circle = Circle.objects.select_for_update().filter(pk=report.circle.pk, is_name_hidden=False).first()
    if circle is None or not report.is_name(circle.name):
        return False
    circle.is_name_hidden = True
    circle.save(update_fields=["is_name_hidden"])
    return True


@transaction.atomic
def mute(*, report: Report, moderator: User, words: str, days: int) -> None:
    """Suspend a user's chat. A suspension that ends later stays as it is."""
    words, person = require_words(words), find_culprit(report, moderator)
    if days not in DAYS:
        raise Refusal("days")
    until = timezone.now() + timedelta(days=days)
    until = max(until, person.talk_stopped_until or until)
    User.objects.filter(pk=person.pk).update(talk_stopped_until=until)
    write_act(report, moderator, Act.Kind.MUTE, person, words, until)


@transaction.atomic
def close(*, report: Report, moderator: User) -> None:
    """Close a report. Raises `Refusal("no_news")` if another moderator closed it."""
    if not Report.objects.filter(pk=report.pk, closed_at=None).update(closed_at=timezone.now()):
        raise Refusal("no_news")
    write_act(report, moderator, Act.Kind.DONE, report.reporter)


@transaction.atomic
def rename(*, report: Report, moderator: User) -> None:
    """Take away a reported player's name, also at tables. They get a neutral one until they choose another.

    A bot account keeps it. Raises `Refusal("no_news")` if they have another name by now.
    """
    person, reported = find_culprit(report, moderator), report.said
    # The locked row, with the name of now.
    report.reported = person
    named = report.find_named()
    if named is None:
        raise Refusal("no_news")
    if named.display_name == reported:
        named.display_name = _make_neutral_name(named)
        named.save(update_fields=["display_name"])
    _rename_at_tables(named, reported)
    write_act(report, moderator, Act.Kind.RENAME, person)


def _rename_at_tables(person: User, before: str) -> None:
    players = Player.objects.filter(user=person, name=before)
    bots = Player.objects.filter(user__bot_owner=person, bot_by=before)
    going = Game.objects.filter(status__in=Game.GOING)
    codes = list(going.filter(Q(players__in=players) | Q(players__in=bots)).distinct().values_list("code", flat=True))
    players.update(name=person.display_name)
    bots.update(bot_by=person.display_name)
    FormerPlayer.objects.filter(user=person, name=before).update(name=person.display_name)
    Message.objects.filter(author=person, name=before).update(name=person.display_name)
    for code in codes:
        announce_unlocked(code)


def _make_neutral_name(person: User) -> str:
    """Return a name that no one has."""
    return f"Agent {make_code()[:8]}{MARK if person.bot_owner_id else ''}"


def find_culprit(report: Report, moderator: User) -> User:
    """Return the reported user, locked.

    Raises `Refusal("moderator")` for moderators: a site operator takes that role from them first.
    """
    people = User.objects.select_for_update().filter(left_at=None)
    person = people.filter(pk=report.reported.pk).first() if report.reported else None
    if person is None:
        raise Refusal("gone")
    if person.is_staff or person.pk == moderator.pk:
        raise Refusal("moderator")
    return person


def require_words(words: str) -> str:
    words = words.replace("\r\n", "\n").strip()
    if not words:
        raise Refusal("empty")
    if len(words) > WORDS_LENGTH:
        raise Refusal("too_long")
    return words


def write_act(
    report: Report, moderator: User, kind: Act.Kind, person: User | None, words: str = "", until: datetime | None = None
) -> None:
    """Store what a moderator did, and email the user.

    For suspensions and closed accounts other emails are sent instead.
    """
    Act.objects.create(report=report, moderator=moderator, kind=kind, person=person, words=words, until=until)
    if person is not None and kind not in ACCOUNT_ACTS:
        with override(person.language):
            table_name = report.game.name if report.game else ""
            told: dict[str, Any] = {"kind": kind.value, "about": report.about, "operation": table_name}
            told |= {"words": words, "until": until, "of_bot": report.is_of_bot}
        told["quote"] = report.said if report.about == Report.About.LINE and person == report.reported else ""
        send_account_email(person, "operator_act", **told)
