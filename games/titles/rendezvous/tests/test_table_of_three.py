"""At a table of three, listening pays: no way of pointing wins without it."""

from collections.abc import Mapping

from games.rules.engine.play import play_out
from games.rules.engine.values import Bot, Chance, Seat
from games.titles.rendezvous.rules import TITLE as rendezvous
from games.titles.rendezvous.rules.bots import _play_steady
from games.titles.rendezvous.rules.moves import POINT, Move, Point
from games.titles.rendezvous.rules.observe import Observation
from games.titles.rendezvous.rules.talk import own_seat

SEATS, GAMES, FAIR = 3, 60, 1 / 3
LISTENER: Bot = _play_steady


def point_at_both_others(seen: Observation, chance: Chance) -> Move:
    if seen.phase != POINT:
        return _play_steady(seen, chance)
    return Point(own_seat(seen), tuple(seat for seat in range(SEATS) if seat != seen.viewer))


def share_of_wins(player: Bot, others: Bot) -> float:
    return sum(play_one(seed, player, others) for seed in range(GAMES)) / GAMES


def play_one(seed: int, player: Bot, others: Bot) -> float:
    chance, seat = Chance(seed), seed % SEATS
    bots: Mapping[Seat, Bot] = dict.fromkeys(range(SEATS), others) | {seat: player}
    options = rendezvous.parse_options({"language": "en"}, SEATS)
    state, _ = play_out(rendezvous, options, rendezvous.make_deal(options, SEATS, chance), bots, chance)
    assert state.outcome is not None
    return (seat in state.outcome.winners) / len(state.outcome.winners)


def test_always_pointing_at_both_others_wins_no_more_than_its_share_against_listeners() -> None:
    assert share_of_wins(point_at_both_others, LISTENER) <= FAIR


def test_a_listener_wins_at_least_its_share_against_two_who_always_point_at_both_others() -> None:
    assert share_of_wins(LISTENER, point_at_both_others) >= FAIR
