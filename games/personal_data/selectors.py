"""What games hold about a user. Of a running game it is only what the user's page shows.

Seats that are kept for the user, and invitations to circles, are left out where a block hides them on the pages.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, User
from accounts.personal_data.sections import Section, name_choices, write_plain
from games.archive.selectors.commitments import open_commitment
from games.archive.selectors.records import export_table
from games.circles.selectors import is_closed_to
from games.models import (
    Act,
    FormerPlayer,
    Game,
    Investigation,
    Member,
    Message,
    Move,
    Muting,
    Note,
    Player,
    Report,
    SeasonMember,
    Suspicion,
)
from games.people.selectors.blocks import name_shown_seat
from games.people.selectors.statistics import EVERYTHING, count_results
from games.personal_data.notified import describe_notified, list_own_accounts
from games.personal_data.words import STATUSES, TABLE, WHEN, word_role
from games.rules.engine.values import PLAYER
from games.rules.registry import TITLES, get_title
from games.state.table import load_table
from games.state.view import View, name_of, view_table
from games.wording.sentences import UNKNOWN, word_event, word_season, word_statistics, word_weekly


def describe_play(user: User) -> list[Section]:
    return [
        _describe_games(user),
        _describe_seats_left(user),
        _describe_statistics(user),
        _describe_circles(user),
        _describe_closed_seasons(user),
        _describe_cases(user),
        _describe_talk(user),
        _describe_notes(user),
        _describe_suspicions(user),
        _describe_blocks(user),
        _describe_reports(user),
        _describe_acts(user),
        *describe_notified(user),
    ]


def _describe_games(user: User) -> Section:
    accounts = list_own_accounts(user)
    # Only a block could take a kept seat of a closed table out of the file, and so it would tell of the block.
    seats = Player.objects.exclude(invited=True, game__status=Game.Status.CANCELLED).select_related("game")
    players = [row for each in accounts for row in seats.filter(name_shown_seat(each), user=each).order_by("pk")]
    columns = {
        "table": TABLE, "code": _("Code"), "title": _("Game"), "status": _("Status"), "seat": _("Seat"),
        "name": _("Name"), "face": _("Your face"), "commitment": _("Seal of the deal"),
        "opened": _("Opened"), "started": _("Started"), "ended": _("Ended"),
        "role": _("Role"), "won": _("Won"), "left": _("Left the game"), "figures": _("Figures"), "host": _("Host"),
        "house_name": _("House role"),
        "wish": _("Wish"),
        "marks": _("Crossed out"), "premove": _("Prepared"), "muted": _("Muted"), "choices": _("Agreements"),
        "hours": _("Playing hours"), "bank_spent": _("Time taken from the time bank"),
    }  # fmt: skip
    files = {f"games/{row.game.code}.json": partial(_write_game, row) for row in players if row.game.was_dealt}
    ended = (row for row in players if row.game.status in Game.ENDED)
    files |= {f"games/{row.game.code}-times.json": partial(_list_times, row.game, row.seat, row.since) for row in ended}
    opened = (row for row in players if row.game.commitment and not row.game.is_running)
    files |= {f"games/{row.game.code}-commitment.json": partial(_write_commitment, row) for row in opened}
    columns |= {"with": _("With"), "role_name": _("Role"), "result": _("Result"), "file": _("File")}
    on_page = ("table", "title", "started", "ended", "with", "role_name", "result", "file")
    return Section("games", _("Games"), columns, _describe_players(players), files, on_page, {"title": _name_title})


def _name_title(name: str) -> str:
    return gettext(TITLES[name].TEXTS.name) if name in TITLES else gettext(UNKNOWN)


def _describe_players(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Describe seats. `with` names the other players, all of them names that the seat's user saw at the table."""
    others: dict[int, list[Player]] = defaultdict(list)
    rows = Player.objects.filter(game__in=[row.game_id for row in players]).select_related("user__bot_owner")
    for row in rows.order_by("seat"):
        others[row.game_id].append(row)
    return [_describe_player(player, others[player.game_id]) for player in players]


def _describe_player(player: Player, table: Sequence[Player]) -> dict[str, Any]:
    game = player.game
    agreed = ("agrees_to_end", "agrees_to_pause", "agrees_to_open", "shares_replay", "opens_notes")
    choices = (*agreed, "stand_in", "invited")
    return {
        "table": game.name,
        "code": game.code,
        "title": game.title,
        "status": game.status,
        "seat": player.seat,
        "name": player.name,
        "face": player.face,
        "commitment": game.commitment,
        "opened": game.opened_at,
        "started": game.started_at,
        "ended": game.ended_at,
        "role": player.role,
        "won": player.won,
        "left": player.has_left,
        "figures": player.statistics,
        "host": game.host_id == player.user_id,
        "house_name": _find_house_name(game, player.user_id),
        "wish": player.wish,
        "marks": player.marks,
        "premove": player.premove,
        "muted": player.muted,
        "choices": [name for name in choices if getattr(player, name)],
        "hours": [player.zone, player.wakes_at, player.sleeps_at, *player.away],
        "bank_spent": player.bank_spent,
        "with": [name_of(row) for row in table if row.pk != player.pk and name_of(row)],
        "role_name": word_role(game.known_title, player.role),
        "result": _word_result(player),
        "file": f"games/{game.code}.json" if game.was_dealt else "",
    }


def _find_house_name(game: Game, user: int | None) -> str:
    """Return the name of the house role if the user, given by primary key, chose it."""
    return game.house_name if user == (game.first_host_id or game.host_id) else ""


def _word_result(player: Player) -> str:
    """Return how a game ended for a player, or how far it is."""
    status = player.game.status
    if player.has_left and status == Game.Status.OVER:
        return gettext("left the game")
    if player.game.was_abandoned:
        return gettext("nobody came back")
    if status != Game.Status.OVER:
        return str(STATUSES[Game.Status(status)])
    if player.won is None:
        return gettext("no winner")
    return gettext("won") if player.won else gettext("lost")


def _write_game(player: Player) -> Any:
    """Return the record of a finished game, else what the player's page shows."""
    if player.game.known_title is None:
        return {"title": player.game.title, "rules": player.game.rules, "unread": gettext(UNKNOWN)}
    table = load_table(Game.timed.get(pk=player.game_id))
    if player.game.status == Game.Status.OVER:
        return export_table(table)
    return _write_view(view_table(table, player.seat), player.seat)


def _write_commitment(player: Player) -> Any:
    """Return the opened commitment, or None where the deal stays closed or the rules are unknown."""
    if player.game.known_title is None:
        return None
    return open_commitment(load_table(Game.timed.get(pk=player.game_id)))


def _list_times(game: Game, seat: int, since: int | None, until: int | None = None) -> list[datetime]:
    """Return when the user made their own moves.

    They are in the file once the game has ended, without their places in the log, which would count the others' moves.
    """
    if game.status not in Game.ENDED:
        return []
    moves = Move.objects.filter(game=game, seat=seat, by=PLAYER, sequence__gte=since or 0)
    if until is not None:
        moves = moves.filter(sequence__lt=until)
    return list(moves.order_by("sequence").values_list("made_at", flat=True))


def _write_view(view: View, seat: int) -> dict[str, Any]:
    names = [place.name for place in view.places]
    return {
        "seat": seat,
        "places": names,
        "seen": write_plain(view.seen),
        "told": [word_event(view.title, event, names) for event in view.events],
        "own_choice": write_plain(view.own_choice),
        "marks": list(view.marks),
        "premove": write_plain(view.premove),
        "opened": write_plain(view.opened),
    }


def _describe_seats_left(user: User) -> Section:
    rows = [
        {
            "table": row.game.name,
            "code": row.game.code,
            "seat": row.seat,
            "name": row.name,
            "when": row.left_at,
            "declined": row.declined,
            "house_name": _find_house_name(row.game, row.user_id),
            "marks": row.marks,
            "moved": _list_times(row.game, row.seat, row.since, row.until),
        }
        for row in FormerPlayer.objects.filter(user__in=list_own_accounts(user)).select_related("game").order_by("pk")
    ]
    columns = {
        "table": TABLE, "code": _("Code"), "seat": _("Seat"), "name": _("Name"), "when": WHEN,
        "declined": _("Declined"), "house_name": _("House role"), "marks": _("Crossed out"), "moved": _("Moves"),
    }  # fmt: skip
    return Section("seats_left", _("Seats you left"), columns, rows, on_page=("table", "name", "when"))


def _describe_statistics(user: User) -> Section:
    rows = [
        {
            "title": gettext(each.title.TEXTS.name),
            "with": gettext("Against bots only") if wanted.against_bots else gettext("With other people"),
            "games": each.total.games,
            "won": each.total.won,
            "lost": each.total.lost,
            "figures": [
                f"{name}: {share.reached}/{share.of}" for name, share in word_statistics(each.title, each.statistics)
            ],
        }
        for wanted in (EVERYTHING, replace(EVERYTHING, against_bots=True))
        for each in count_results(user, wanted)
    ]
    columns = {
        "title": _("Game"), "with": _("With"), "games": _("Games"), "won": _("Won"), "lost": _("Lost"),
        "figures": _("Figures"),
    }  # fmt: skip
    return Section("statistics", _("Statistics"), columns, rows)


def _describe_circles(user: User) -> Section:
    rows = [
        {
            "name": row.circle.name if is_owner else row.circle.shown_name,
            "owner": is_owner,
            "invited": row.invited,
            "when": row.since,
            "weekly": [] if row.invited else [word_weekly(each.weekly) for each in row.circle.weekly_tables.all()],
            "not_until": [datetime.fromisoformat(until) for until in row.not_until.values()],
        }
        for row in Member.objects.filter(user=user).select_related("circle").order_by("pk")
        if not (row.invited and is_closed_to(row.circle, user))
        for is_owner in [row.circle.owner_id == user.pk]
    ]
    columns = {
        "name": _("Name"), "owner": _("Owner"), "invited": _("Invited"), "when": WHEN, "weekly": _("Every week"),
        "not_until": _("Not coming until"),
    }  # fmt: skip
    return Section("circles", _("Circles"), columns, rows)


def _describe_closed_seasons(user: User) -> Section:
    rows = [
        {
            "name": row.season.circle.shown_name,
            "when": word_season(row.season.season),
            "title": gettext(get_title(each["game__title"]).TEXTS.name),
            "role": each["role"],
            "role_name": word_role(get_title(each["game__title"]), each["role"]),
            "games": each["games"],
            "won": each["wins"],
        }
        for row in SeasonMember.objects.filter(user=user).select_related("season__circle").order_by("pk")
        for each in row.results
        if each["game__title"] in TITLES
    ]
    columns = {
        "name": _("Name"), "when": WHEN, "title": _("Game"), "role": _("Role"), "role_name": _("Role"),
        "games": _("Games"), "won": _("Won"),
    }  # fmt: skip
    on_page = ("name", "when", "title", "role_name", "games", "won")
    return Section("closed_seasons", _("Closed seasons"), columns, rows, on_page=on_page)


def _describe_cases(user: User) -> Section:
    """Describe what the user did with cases. Unsolved cases give nothing away."""
    rows = [
        {
            "number": row.case.number,
            "day": row.case.day,
            "seen": row.seen,
            "clue": row.has_clue,
            "clue_after": row.clue_at,
            "accused": "" if row.accused is None else row.case.bots[row.accused],
            "right": row.is_right,
            "in_time": row.is_in_time,
            "ended": row.ended_at,
            "marks": row.marks,
            "suspicions": row.steps,
            "by_program": row.by_api,
        }
        for row in Investigation.objects.filter(user=user).select_related("case").order_by("pk")
    ]
    columns = {
        "number": _("Number"), "day": _("Day"), "seen": _("Tricks seen"), "clue": _("Hint bought"),
        "accused": _("Accused"), "right": _("Right"), "in_time": _("In time"), "ended": _("Ended"),
        "marks": _("Marks"), "suspicions": _("Suspicions"), "by_program": _("By a program"),
    }  # fmt: skip
    on_page = ("number", "day", "seen", "clue", "accused", "right", "in_time", "ended", "by_program")
    return Section("cases", _("Cases of the day"), columns, rows, on_page=on_page)


def _describe_talk(user: User) -> Section:
    accounts = list_own_accounts(user)
    here = Player.objects.filter(user__in=accounts, game=OuterRef("game"), seat=OuterRef("seat"))
    mine = Q(author__in=accounts) | Q(Exists(here), author=None)
    said = Message.objects.filter(mine).select_related("game").order_by("pk")
    rows = [
        {
            "table": each.game.name,
            "code": each.game.code,
            "when": each.sent_at,
            "name": each.name,
            "text": each.text,
        }
        for each in said
    ]
    columns = {"table": TABLE, "code": _("Code"), "when": WHEN, "name": _("Name"), "text": _("Text")}
    return Section("talk", _("Chat"), columns, rows)


def _describe_notes(user: User) -> Section:
    """Describe the notes of the user and their bots. `at` is the number of moves made before a note."""
    mine = Note.objects.filter(author__in=list_own_accounts(user))
    notes = mine.select_related("game").order_by("game", "at", "number")
    rows = [{"table": each.game.name, "code": each.game.code, "at": each.at, "text": each.text} for each in notes]
    columns = {"table": TABLE, "code": _("Code"), "at": _("After move"), "text": _("Text")}
    return Section("notes", _("Notes"), columns, rows)


def _describe_suspicions(user: User) -> Section:
    mine = Suspicion.objects.filter(author__in=list_own_accounts(user))
    rows = [
        {"table": each.game.name, "code": each.game.code, "at": each.at, "seat": each.about, "step": each.step}
        for each in mine.select_related("game").order_by("game", "at", "about")
    ]
    columns = {
        "table": TABLE, "code": _("Code"), "at": _("After move"), "seat": _("Seat"), "step": _("From 1 to 5"),
    }  # fmt: skip
    return Section("suspicions", _("Suspicions"), columns, rows, words={"seat": lambda seat: seat + 1})


def _describe_blocks(user: User) -> Section:
    blocks = Block.objects.filter(by=user).select_related("person").order_by("pk")
    rows = [{"name": block.person.display_name, "table": "", "when": block.made_at} for block in blocks]
    mutings = Muting.objects.filter(by=user).select_related("person", "game").order_by("pk")
    rows += [{"name": each.person.display_name, "table": each.game.name, "when": None} for each in mutings]
    return Section("blocks", _("Blocked players"), {"name": _("Name"), "table": TABLE, "when": WHEN}, rows)


def _describe_reports(user: User) -> Section:
    mine = Report.objects.filter(reporter=user).select_related("game").order_by("pk")
    rows = [{"table": each.where, "when": each.made_at, "about": each.reason, "text": each.words} for each in mine]
    columns = {"table": TABLE, "when": WHEN, "about": _("About"), "text": _("Text")}
    words = {"about": name_choices(dict(Report.Reason.choices))}
    return Section("reports", _("What you reported"), columns, rows, words=words)


def _describe_acts(user: User) -> Section:
    rows = list(Act.objects.filter(person=user).order_by("pk").values("kind", "words", "until", "made_at"))
    columns = {"kind": _("Type"), "words": _("Text"), "until": _("Until"), "made_at": WHEN}
    words = {"kind": name_choices(dict(Act.Kind.choices))}
    return Section("acts", _("What moderators told you"), columns, rows, words=words)
