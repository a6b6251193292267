from collections.abc import Iterator, Mapping, Sequence

from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import Option
from games.rules.engine.texts import text
from games.rules.engine.values import Json, Phrase, Term
from games.titles.insidejob.rules.roles import (
    AGENTS,
    INSIDERS,
    LOSES,
    NEIGHBOUR,
    NEUTRAL,
    NOTHING,
    ROBS,
    ROLES,
    SIDE,
    TURNS,
    WINS,
    Role,
    is_house,
    name_house_role,
    object_to_parts,
)

# The first version with house roles.
FIRST_RULES = 2
# The prefix of the names of parts, each followed by a field of `Role`.
PREFIX = "house_"
PARTS: tuple[Option, ...] = (
    Option(
        f"{PREFIX}side",
        text("Side"),
        text(
            "The blank card: a special role made from parts of the others. It counts as one of the "
            "table’s two special roles, and games with it aren’t included in the statistics."
        ),
        default="",
        choices=(
            ("", text("no house role")),
            (AGENTS, text("on the Agents’ side")),
            (INSIDERS, text("in the Insider’s place")),
            (NEUTRAL, text("neutral: wins if the neighbour on the right loses")),
        ),
    ),
    Option(
        f"{PREFIX}is_open",
        text("Known from the start"),
        text("Everyone knows who has it. Not in the Insider’s place."),
        default=False,
    ),
    Option(
        f"{PREFIX}votes",
        text("Votes"),
        text("Two votes name two players; once the role is known, both can name the same one."),
        default="1",
        choices=(("1", text("one vote")), ("2", text("two votes")), ("0", text("no vote (if known from the start)"))),
    ),
    Option(
        f"{PREFIX}breaks_suit",
        text("Doesn’t have to follow suit"),
        text("Like the Insider. An Agent who doesn’t follow suit is easily suspected."),
        default=False,
    ),
    Option(
        f"{PREFIX}revealed",
        text("Once revealed by intel"),
        text("In the Insider’s place: wins or loses immediately. Neutral: nothing, or takes an intel token."),
        default=NOTHING,
        choices=(
            (NOTHING, text("nothing more")),
            (WINS, text("its side wins immediately")),
            (LOSES, text("its side loses immediately")),
            (TURNS, text("changes sides and no longer votes")),
            (ROBS, text("takes an intel token from the neighbour on the right and no longer votes")),
        ),
    ),
)
WORDS: Mapping[str, str] = {
    AGENTS: text("on the Agents’ side"),
    INSIDERS: text("in the Insider’s place"),
    NEUTRAL: text("neutral (wins only if the neighbour on the right loses)"),
    "open": text("known from the start"),
    "no_vote": text("without a vote"),
    "two_votes": text("with two votes"),
    "breaks": text("doesn’t have to follow suit"),
    WINS: text("winning the game for its side once revealed by intel"),
    LOSES: text("losing the game for its side once revealed by intel"),
    TURNS: text("changing sides and no longer voting once revealed by intel"),
    ROBS: text("taking an intel token from the neighbour on the right and no longer voting once revealed by intel"),
}
NOTE = text("A house rule: {parts}.")


def make_house_role(chosen: Mapping[str, Json]) -> str:
    """Return the code of a house role, or "" if its first part is empty.

    Raises `InvalidOption` with a part's name.
    """
    if not chosen.get(PARTS[0].name):
        return ""
    side, is_open, votes, breaks_suit, revealed = (_read_part(part, chosen) for part in PARTS)
    wins_by = NEIGHBOUR if side == NEUTRAL else SIDE
    role = Role(str(side), bool(is_open), bool(breaks_suit), int(votes), str(revealed), wins_by)
    if objection := object_to_parts(role):
        field, code = objection
        raise InvalidOption(PREFIX + field, code)
    return name_house_role(role)


def _read_part(part: Option, chosen: Mapping[str, Json]) -> bool | str:
    value = chosen.get(part.name, part.default)
    if isinstance(value, bool) and not part.choices:
        return value
    if isinstance(value, str) and value in dict(part.choices):
        return value
    raise InvalidOption(part.name, "unknown_value")


def find_house_role(roles: Sequence[str]) -> str | None:
    return next(filter(is_house, roles), None)


def _list_parts(role: Role) -> Iterator[str]:
    """Yield the side of a role, and in what it differs from an Agent."""
    yield role.side
    if role.is_open:
        yield "open"
    if role.votes != 1:
        yield "two_votes" if role.votes else "no_vote"
    if role.breaks_suit:
        yield "breaks"
    if role.revealed != NOTHING:
        yield role.revealed


def note_house_role(name: str) -> Phrase:
    return Phrase(NOTE, {"parts": tuple(Term("part", part) for part in _list_parts(ROLES[name]))})
