"""What the page says about roles: the viewer's own, and those publicly in play."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from games.rules.engine.values import Param, Phrase, Seat, Term
from games.titles.insidejob.rules.house_role import note_house_role
from games.titles.insidejob.rules.numbers import Numbers
from games.titles.insidejob.rules.roles import (
    AGENTS,
    HOUSE,
    INSIDERS,
    NOTHING,
    PARANOID,
    PROF_NO,
    ROLES,
    TURNS,
    Role,
    find_foe,
    is_house,
)
from games.titles.insidejob.rules.texts import BRIEFS, FREE_OF_SUIT, HOUSE_BRIEFS, NOBODY_FREE, NOTES


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the briefing. `about` names its subject: `mission`, `intel`, `card`, `vote` or `player`."""

    about: str
    phrase: Phrase


def brief(role: str, numbers: Numbers, line_up: Collection[str], *, is_revealed: bool) -> tuple[Row, ...]:
    card = ROLES[role]
    if is_house(role):
        keys = _list_house_rows(card, has_prof_no=PROF_NO in line_up, is_revealed=is_revealed)
        rows = tuple(HOUSE_BRIEFS[key] for key in keys)
    elif card.revealed == TURNS and is_revealed:
        rows = BRIEFS["turned"]
    else:
        rows = BRIEFS["paranoid_with_prof_no" if role == PARANOID and PROF_NO in line_up else role]
    params: dict[str, Param] = {
        "missions": numbers.missions_needed,
        "intel": numbers.intel_needed,
        "foe": name_foe(line_up),
    }
    return tuple(Row(about, Phrase(sentence, params)) for about, sentence in rows)


def _list_house_rows(card: Role, *, has_prof_no: bool, is_revealed: bool) -> Iterator[str]:
    suit = _find_suit_row(card, is_known=card.is_open or is_revealed)
    if card.revealed == TURNS and is_revealed:
        yield from ("turned", suit)
        return
    yield f"{card.side}_{card.revealed}" if card.side == INSIDERS else card.side
    if card.is_open:
        yield "open"
    if card.side != INSIDERS and card.revealed != NOTHING:
        yield card.revealed
    if card.votes == 2 and card.is_open:
        yield "two_votes_open"
    elif card.votes == 2:
        yield "two_votes" if card.revealed_votes and not has_prof_no else "two_votes_until_revealed"
    elif not card.votes:
        yield "no_vote"
    yield suit
    if card.side == INSIDERS:
        yield "hide"
    elif card.side == AGENTS and card.votes:
        yield "find"


def _find_suit_row(card: Role, *, is_known: bool) -> str:
    if not card.breaks_suit:
        return "follows"
    if card.side == INSIDERS:
        return "breaks"
    return "breaks_known" if is_known else "breaks_unknown"


def brief_partner(partner: Seat, role: str) -> Row:
    (about, sentence) = BRIEFS["partnered"][0]
    return Row(about, Phrase(sentence, {"partner": Term("seat", partner), "role": Term("role", role)}))


def note_roles(roles: Collection[str], line_up: Collection[str], intel: int | None) -> tuple[tuple[str, Phrase], ...]:
    """Return what to say of each role in play.

    `intel` is how much intel reveals a player, or None where the number of players is not known.
    """
    params: dict[str, Param] = {"foe": name_foe(line_up), **({"intel": intel} if intel else {})}
    return tuple(
        (role, note_house_role(role) if is_house(role) else Phrase(NOTES[_find_note(role, line_up, intel)], params))
        for role in roles
    )


def _find_note(role: str, line_up: Collection[str], intel: int | None) -> str:
    if role == PARANOID and PROF_NO in line_up:
        return "paranoid_with_prof_no"
    return "prof_no_at_intel" if role == PROF_NO and intel else role


def name_foe(line_up: Collection[str]) -> Term:
    """Return the name of the Insider, or of the role in the Insider's place."""
    foe = find_foe(line_up)
    return Term("foe", HOUSE if is_house(foe) else foe)


def name_free(line_up: Collection[str]) -> Phrase:
    """Return the names of the roles that need not follow suit.

    A house role in the Insider's place may have to follow.
    """
    roles = dict.fromkeys((find_foe(line_up), *line_up))
    free = tuple(Term("foe", HOUSE if is_house(role) else role) for role in roles if ROLES[role].breaks_suit)
    return Phrase(FREE_OF_SUIT, {"roles": free}) if free else Phrase(NOBODY_FREE, {})
