from dataclasses import dataclass

from games.titles.rendezvous.rules.deal import CARDS_A_ROUND
from games.titles.rendezvous.rules.emoji import EMOJI, MAX_EMOJI
from games.titles.rendezvous.rules.folding import MAX_LETTERS
from games.titles.rendezvous.rules.legality import POINTED_AT
from games.titles.rendezvous.rules.options import CROSSED, CROSSED_SEATS, SEATS, STANDARD, THREE_SEATS
from games.titles.rendezvous.rules.scoring import LEVY_EACH, REWARD, REWARD_OF_THREE
from games.titles.rendezvous.rules.state import LAPS, LAPS_OF_MIMES, POINTS, POINTS_EACH
from games.titles.rendezvous.rules.words import EASIER, LANGUAGES, NUMBERS, find_pack


@dataclass(frozen=True, slots=True)
class TableSize:
    """A row of the table of sizes. `crossed` is None if the variant cannot be played with so many players."""

    seats: int
    spies: int
    counter_spies: int
    crossed_spies: int | None


@dataclass(frozen=True, slots=True)
class Guide:
    sizes: tuple[TableSize, ...]
    cards: int
    passwords: int
    easier: int
    languages: tuple[str, ...]
    points: int
    points_each: int
    laps: int
    laps_of_mimes: int
    most_letters: int
    most_emoji: int
    emoji: tuple[str, ...]
    pointed_at: int
    reward: int
    reward_of_three: int
    levy_each: int
    three_seats: int
    crossed_seats: tuple[int, ...]


def make_guide() -> Guide:
    return Guide(
        sizes=tuple(_describe_size(seats) for seats in SEATS),
        cards=len(find_pack(LANGUAGES[0]).cards),
        passwords=len(NUMBERS),
        easier=EASIER,
        languages=LANGUAGES,
        points=POINTS,
        points_each=POINTS_EACH,
        laps=LAPS,
        laps_of_mimes=LAPS_OF_MIMES,
        most_letters=MAX_LETTERS,
        most_emoji=MAX_EMOJI,
        emoji=EMOJI,
        pointed_at=POINTED_AT,
        reward=REWARD,
        reward_of_three=REWARD_OF_THREE,
        levy_each=LEVY_EACH,
        three_seats=THREE_SEATS,
        crossed_seats=CROSSED_SEATS,
    )


def _describe_size(seats: int) -> TableSize:
    spies = 2 * CARDS_A_ROUND[STANDARD]
    crossed = 2 * CARDS_A_ROUND[CROSSED] if seats in CROSSED_SEATS else None
    return TableSize(seats, spies, seats - spies, crossed)
