from collections.abc import Mapping
from dataclasses import asdict, dataclass

from games.rules.engine.errors import InvalidOption
from games.rules.engine.options import Option
from games.rules.engine.texts import text
from games.rules.engine.values import Json
from games.titles.rendezvous.rules.words import ENGLISH, FRENCH, LANGUAGES

SEATS = range(3, 9)
ROUNDS = range(1, 9)
IN_TURN, AT_ONCE = "in_turn", "at_once"
STANDARD, THREE, CROSSED = "standard", "three", "crossed"
# With this number of players, only the variant `THREE` is played.
THREE_SEATS = 3
CROSSED_SEATS = (7, 8)
AS_MANY_AS_SEATS = ""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. `rounds` is a number."""

    language: str
    rounds: int
    points: bool = True
    silent: bool = False
    laps: str = IN_TURN
    variant: str = STANDARD


OPTIONS: tuple[Option, ...] = (
    Option(
        "language",
        text("Language of the passwords"),
        text("Words can be from any language."),
        default=FRENCH,
        choices=((FRENCH, text("French")), (ENGLISH, text("English"))),
        is_language=True,
    ),
    Option(
        "rounds",
        text("Rounds"),
        text("In a full game everyone speaks first once."),
        default=AS_MANY_AS_SEATS,
        choices=(
            (AS_MANY_AS_SEATS, text("Same as players")),
            *((str(rounds), str(rounds)) for rounds in ROUNDS),
        ),
        shrinks=True,
    ),
    Option(
        "points",
        text("Points"),
        text("Without points, you play for the stories: nobody wins or loses."),
        default=True,
    ),
    Option(
        "silent",
        text("Silent"),
        text("No one says a word: everyone shows one to three emoji, in a single clue round."),
        default=False,
    ),
    Option(
        "laps",
        text("Clue rounds"),
        text("Everyone writes a word in secret, and all the words appear together: it takes fewer days."),
        default=IN_TURN,
        choices=(
            (IN_TURN, text("One after the other, as in the printed game")),
            (AT_ONCE, text("At the same time (takes fewer days)")),
        ),
    ),
    Option(
        "variant",
        text("Variant"),
        text(
            "Three players always play the unaware counter-spy: everyone has a password, and no one "
            "knows their side. Crossed paths is for seven or eight: two pairs of spies."
        ),
        default=STANDARD,
        choices=(
            (STANDARD, text("The usual one for this number of players")),
            (THREE, text("The unaware counter-spy")),
            (CROSSED, text("Crossed paths")),
        ),
    ),
)
FIRST_OPTIONS: Mapping[str, Json] = {}


def parse_options(raw: Mapping[str, Json], seats: int) -> Options:
    """Parse options. `rounds` may be text with digits. Raises `InvalidOption`."""
    unknown = raw.keys() - {option.name for option in OPTIONS}
    if unknown:
        raise InvalidOption(min(unknown), "unknown_option")
    return Options(
        language=_read_choice_of(raw, "language", FRENCH, LANGUAGES),
        rounds=_read_rounds(raw.get("rounds", AS_MANY_AS_SEATS), seats),
        points=_read_switch(raw, "points", default=True),
        silent=_read_switch(raw, "silent", default=False),
        laps=_read_choice_of(raw, "laps", IN_TURN, (IN_TURN, AT_ONCE)),
        variant=_read_variant(raw, seats),
    )


def _read_choice_of(raw: Mapping[str, Json], name: str, default: str, values: tuple[str, ...]) -> str:
    """Read an option that has a fixed set of values. Raises `InvalidOption`."""
    value = raw.get(name, default)
    if not isinstance(value, str) or value not in values:
        raise InvalidOption(name, "unknown_value")
    return value


def _read_switch(raw: Mapping[str, Json], name: str, *, default: bool) -> bool:
    """Read a switch. Raises `InvalidOption`."""
    value = raw.get(name, default)
    if not isinstance(value, bool):
        raise InvalidOption(name, "unknown_value")
    return value


def _read_rounds(value: Json, seats: int) -> int:
    """Read the number of rounds, at most one for each player."""
    if value == AS_MANY_AS_SEATS:
        return seats
    numbers = {str(number): number for number in ROUNDS}
    if isinstance(value, str):
        value = numbers.get(value)
    if type(value) is not int or value not in ROUNDS:
        raise InvalidOption("rounds", "unknown_value")
    if value > seats:
        raise InvalidOption("rounds", "rounds_seats")
    return value


def _read_variant(raw: Mapping[str, Json], seats: int) -> str:
    """Read the variant. Raises `InvalidOption` if it does not suit the number of players."""
    variant = _read_choice_of(raw, "variant", STANDARD, (STANDARD, THREE, CROSSED))
    if variant == CROSSED and seats not in CROSSED_SEATS:
        raise InvalidOption("variant", "crossed_seats")
    if variant == THREE and seats != THREE_SEATS:
        raise InvalidOption("variant", "three_seats")
    return THREE if seats == THREE_SEATS else variant


def dump_options(options: Options) -> dict[str, Json]:
    return asdict(options)


def list_wishes(options: Options) -> tuple[str, ...]:
    return ()
