"""What a player is told of roles: of their own in a few rows, and of those that everybody knows to be in play."""

from collections.abc import Collection
from dataclasses import dataclass

from games.rules.insidejob.numbers import Numbers
from games.rules.insidejob.roles import INSIDER, PARANOID, PROF_NO, SLEEPER
from games.rules.insidejob.texts import BRIEFS, NOTES
from games.rules.protocol import Param, Phrase, Seat, Term


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to know: what it is about (`mission`, `intel`, `card`, `vote`, `player`), and what it says."""

    about: str
    phrase: Phrase


def brief(role: str, numbers: Numbers, line_up: Collection[str], *, is_revealed: bool) -> tuple[Row, ...]:
    """Return what the holder of `role` should know at a table of these figures and special roles."""
    key = role
    if role == SLEEPER and is_revealed:
        key = "turned"
    if role == PARANOID and PROF_NO in line_up:
        key = "paranoid_with_prof_no"
    params: dict[str, Param] = {
        "missions": numbers.missions_needed,
        "intel": numbers.intel_needed,
        "foe": name_foe(line_up),
    }
    return tuple(Row(about, Phrase(sentence, params)) for about, sentence in BRIEFS[key])


def brief_partner(partner: Seat, role: str) -> Row:
    """Return what the Accomplice is told of her partner."""
    (about, sentence) = BRIEFS["partnered"][0]
    return Row(about, Phrase(sentence, {"partner": Term("seat", partner), "role": Term("role", role)}))


def note_roles(roles: Collection[str], line_up: Collection[str], intel: int | None) -> tuple[tuple[str, Phrase], ...]:
    """Return what everybody may know of each role at a table with the special ones of `line_up`.

    `intel` is how much of it reveals at that table; None where the table is not known.
    """
    params: dict[str, Param] = {"foe": name_foe(line_up), **({"intel": intel} if intel else {})}
    return tuple((role, Phrase(NOTES[find_note(role, line_up, intel)], params)) for role in roles)


def find_note(role: str, line_up: Collection[str], intel: int | None) -> str:
    """Return the key of what is told of a role."""
    if role == PARANOID and PROF_NO in line_up:
        return "paranoid_with_prof_no"
    return "prof_no_at_intel" if role == PROF_NO and intel else role


def name_foe(line_up: Collection[str]) -> Term:
    """Return whom the Agents are after: the Insider, or Prof. No in the Insider's place."""
    return Term("foe", PROF_NO if PROF_NO in line_up else INSIDER)
