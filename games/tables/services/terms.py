"""Checks what may be chosen for a table."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from games.clock.table_clock import BANKS, PACES
from games.models import Game, Terms, WeeklyTable
from games.rules.engine.errors import InvalidOption
from games.rules.engine.option_versions import drop_defaults, dump_options, parse_options
from games.rules.engine.options import find_house_rule
from games.rules.registry import get_title
from games.state.refusals import Refusal


def check_choices(
    title: str, seat_count: int, options: Mapping[str, Any], terms: Terms, *, has_circle: bool = True
) -> dict[str, Any]:
    """Return the options as stored.

    Raises `InvalidOption`, and `Refusal`: "seats", "pace" or "watchers" for values not offered, "guests" at a table
    for punctual players, "house_name" if a house role and its name do not come together.
    """
    rules = get_title(title)
    if seat_count not in rules.SEATS:
        raise Refusal("seats")
    if terms.pace not in PACES or terms.vote_time not in PACES or terms.bank not in BANKS:
        raise Refusal("pace")
    if terms.guests_welcome and terms.in_time_only:
        raise Refusal("guests")
    if terms.watchers not in Game.Watchers or terms != terms.limit_watchers(has_circle=has_circle):
        raise Refusal("watchers")
    chosen = rules.dump_options(rules.parse_options(options, seat_count))
    if bool(find_house_rule(rules.OPTIONS, chosen)) != bool(terms.house_name):
        raise Refusal("house_name")
    return chosen


def find_options(weekly_table: WeeklyTable) -> dict[str, Any] | None:
    """Return the options of the next game of a weekly table, or None if its choices are no longer offered."""
    if weekly_table.known_title is None:
        return None
    try:
        terms = weekly_table.read_terms()
        return check_choices(weekly_table.title, weekly_table.seat_count, weekly_table.options, terms)
    except (Refusal, InvalidOption):
        return None


def fit_options(game: Game, seats: int) -> dict[str, Any]:
    """Return the options of a game for so many seats. Raises `InvalidOption` if they do not suit that number.

    Options that no one chose follow the number of seats: by default there are as many rounds as players. So do
    options with `shrinks` if more was chosen than the seats allow.
    """
    return _adapt(game, _find_chosen(game), seats)


def _find_chosen(game: Game) -> dict[str, Any]:
    """Return the options of a game that someone chose, without defaults.

    A game planned for five that started with three players may have three rounds by choice or by default. Its weekly
    table tells which. If that table was changed so that the game cannot come from it, the game's own options decide.
    """
    title, rules = game.played_by, game.rules
    weekly_table = game.weekly_table if game.planned_seats else None
    if weekly_table:
        with suppress(InvalidOption):
            chosen = drop_defaults(title, weekly_table.options, weekly_table.seat_count, rules)
            if _adapt(game, chosen, game.seat_count) == game.options:
                return chosen
    return drop_defaults(title, game.options, game.seat_count, rules)


def _adapt(game: Game, chosen: Mapping[str, Any], seats: int) -> dict[str, Any]:
    title, rules = game.played_by, game.rules
    shrinking = {option.name for option in title.OPTIONS if option.shrinks}
    try:
        options = parse_options(title, chosen, seats, rules)
    except InvalidOption as error:
        if error.option not in shrinking & chosen.keys():
            raise
        return _adapt(game, {name: value for name, value in chosen.items() if name != error.option}, seats)
    return dump_options(title, options, rules)
