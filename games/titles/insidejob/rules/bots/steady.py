"""The `steady` bot: the worth of a card is that of the positions that it may lead to.

The work depends on neither role nor card, so the time it takes gives nothing away.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.bots.choice import choose, count_options, rate
from games.titles.insidejob.rules.bots.denials import denies, weigh_denying
from games.titles.insidejob.rules.bots.evidence import hear, suspect, weigh_plays
from games.titles.insidejob.rules.bots.forecast import Worth, find_order, forecast, imagine
from games.titles.insidejob.rules.bots.goals import Standpoint, follow_up, value
from games.titles.insidejob.rules.bots.likelihood import compare
from games.titles.insidejob.rules.bots.pulls import name_player
from games.titles.insidejob.rules.bots.tricks import lay, number
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.legality import follow
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.moves import PARTNER, ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import ACCUSED, AGENTS, DECOY, INSIDER, LOSES, NEIGHBOUR, ROLES, is_insider
from games.titles.insidejob.rules.trick import Played

# How much chance to win one unit of log suspicion costs.
BLEND = 0.02
# The same for an Insider that all others suspect. It costs less while other players look guiltier than it does.
FEAR = 0.2
# The least gain for which the bot wagers, because later players may wager, too.
STAKE = 0.01
# The extra value of an intel kept before the first trick.
HOARDS = 0.12
# The same for the Insider. It is high, so that the Insider wagers as rarely as others.
SOUGHT = 0.35
# How much chance to win breaking suit must gain.
NERVE = 0.12
# What intel costs an Agent if it surely goes to the Insider.
LOSES_INTEL = 0.2
# A small weight, so that of equal cards the bot keeps the one that leaves more options.
KEEP = 1 / 10_000


def play_for(seen: Observation, stands: Standpoint, chance: Chance, *, wagers: bool) -> Move:
    assert seen.decision is not None
    if seen.decision.kind == PARTNER:
        return choose_partner(seen, stands, chance)
    if seen.decision.sealed:
        return _vote(seen, stands)
    if seen.offered or seen.mission is None:
        return _choose_mission(seen, stands, chance)
    if seen.shown:
        return _choose_for_larry(seen, stands, seen.mission, chance)
    return _choose_card(seen, stands, seen.mission, chance, wagers=wagers)


def choose_partner(seen: Observation, stands: Standpoint, chance: Chance) -> ChoosePartner:
    return ChoosePartner(stands.seat, chance.choice([other for other in range(seen.seats) if other != stands.seat]))


def _choose_mission(seen: Observation, stands: Standpoint, chance: Chance) -> ChooseMission:
    leads = [Played(stands.seat, card, False) for card in seen.hand]
    best = {mission: rate(seen, mission, weigh(seen, stands, mission, leads, chance)) for mission in seen.drawn}
    return ChooseMission(stands.seat, max(seen.offered, key=best.__getitem__))


def _choose_card(seen: Observation, stands: Standpoint, mission: Mission, chance: Chance, *, wagers: bool) -> Play:
    """Choose a card. Every card is weighed, legal or not, so that the time tells nothing."""
    options = (False, True) if wagers and may_wager(seen, stands.seat) else (False,)
    plays = [Played(stands.seat, card, wager) for wager in options for card in seen.hand]
    worth = weigh(seen, stands, mission, plays, chance)
    return Play(*choose(seen, stands, mission, plays, worth, NERVE))


def may_wager(seen: Observation, seat: Seat) -> bool:
    """Whether a seat may wager, by public facts only."""
    return seen.options.wagers and bool(seen.plays) and seen.intel[seat] > 0 and seat not in seen.revealed


def _choose_for_larry(seen: Observation, stands: Standpoint, mission: Mission, chance: Chance) -> PlayForLarry:
    worth = weigh(seen, stands, mission, [Played(LARRY, card, False) for card in seen.shown], chance)
    return pick_for_larry(seen, stands.seat, worth)


def pick_for_larry(seen: Observation, seat: Seat, worth: Mapping[Played, float]) -> PlayForLarry:
    cards = follow(seen.shown, seen.plays[0].card.suit)
    card = max(cards, key=lambda card: worth[Played(LARRY, card, False)])
    others = [other for other in seen.shown if other != card]
    return PlayForLarry(seat, card, max(others, key=lambda other: other.value))


def weigh(
    seen: Observation, stands: Standpoint, mission: Mission, plays: Sequence[Played], chance: Chance
) -> dict[Played, float]:
    endings = imagine(seen, len(seen.plays) + 1, chance)
    worth = {wager: _value_endings(seen, stands, wager=wager) for wager in {play.wager for play in plays}}
    led = seen.plays[0].card.suit if seen.plays else None
    denying, betraying = weigh_denying(seen), _weigh_betraying(seen, mission, plays)
    fear = FEAR * suspect(seen, {stands.seat, *list_hidden_seats(seen)})[stands.seat]
    stake = price_intel(seen, stands.role, SOUGHT if is_insider(stands.role) else HOARDS) + fear_later(seen, stands)
    return {
        play: forecast(seen.plays, play, mission, endings[led or play.card.suit], worth[play.wager])
        - _show(seen, stands, mission, play, denying, betraying[play], fear)
        - KEEP * count_options(seen.hand, play.card)
        - stake * play.wager
        for play in plays
    }


def price_intel(seen: Observation, role: str, hoards: float) -> float:
    later = 0.0 if ROLES[role].revealed == LOSES else hoards
    return STAKE + later * (seen.numbers.tricks - seen.trick) / seen.numbers.tricks


def fear_later(seen: Observation, stands: Standpoint) -> float:
    """Return what an Agent's wager costs in addition, because the Insider may still play and win the trick."""
    later = find_order(seen)[len(seen.plays) + 1 :]
    return LOSES_INTEL * (ROLES[stands.role].side == AGENTS) * sum(stands.suspicion.get(seat, 0.0) for seat in later)


def _value_endings(seen: Observation, stands: Standpoint, *, wager: bool) -> Worth:
    return {
        (winner, met): value(stands, follow_up(seen, stands, winner, met=met, wager=wager))
        for winner in range(seen.seats)
        for met in (False, True)
    }


def list_hidden_seats(seen: Observation) -> list[Seat]:
    return [seat for seat in range(seen.seats) if seat not in seen.revealed]


def _weigh_betraying(seen: Observation, mission: Mission, plays: Sequence[Played]) -> dict[Played, float]:
    """Return the log likelihood ratio of Insider to Agent for each play, as players judge it once the trick is over.

    A lie about a suit counts as the most suspicious of the plays, so that no bot lies only to look less suspicious.
    """
    before, options = lay(seen.plays, mission), [number(play) for play in plays]
    roles = [INSIDER, *(role for role in seen.in_play if role == DECOY)]
    said = {play: compare(before, number(play), options, mission, seen.seats, roles)[INSIDER] for play in plays}
    may_follow = any(not denies(seen, play) for play in plays)
    return {play: max(said.values()) if may_follow and denies(seen, play) else each for play, each in said.items()}


def _show(
    seen: Observation, stands: Standpoint, mission: Mission, play: Played, denying: float, betraying: float, fear: float
) -> float:
    """Return how much chance to win a play costs, because it looks suspicious.

    The Insider pays `fear` for each unit of `betraying`. For the Decoy looking suspicious is a gain, so the cost is
    negative.
    """
    lie = denying * denies(seen, play)
    said = hear(mission, (*seen.plays, play), seen.seats) + lie
    if name_player(stands.role) == INSIDER:
        return fear * (betraying + lie)
    return -BLEND * said if stands.role == DECOY else BLEND * said


def _vote(seen: Observation, stands: Standpoint) -> Vote:
    return vote_by(seen, stands, weigh_plays(seen))


def vote_by(seen: Observation, stands: Standpoint, said: Sequence[float]) -> Vote:
    ranked = rank(seen, seen.suspects, said)
    named = BALLOTS.get(ROLES[stands.role].wins_by, _name_likeliest)(stands, ranked)
    return Vote(stands.seat, (named,) * count_votes(seen, stands))


def rank(seen: Observation, suspects: Iterable[Seat], said: Sequence[float]) -> list[Seat]:
    """Return the suspects, the one with the most evidence first.

    All break ties in the same way, so that Agents vote together.
    """
    return sorted(suspects, key=lambda seat: (said[seat], seen.intel[seat], -seat), reverse=True)


def count_votes(seen: Observation, stands: Standpoint) -> int:
    """Return how many votes the bot gives to one player.

    The revealed Paranoid Agent may give two to the same player.
    """
    return ROLES[stands.role].votes if stands.seat in seen.revealed else 1


def _name_likeliest(stands: Standpoint, ranked: Sequence[Seat]) -> Seat:
    return ranked[0]


def _name_neighbour(stands: Standpoint, ranked: Sequence[Seat]) -> Seat:
    """Return the seat that Tim Shady votes against.

    He wins if the seat before him loses, which happens if it is found as the Insider or wrongly accused as an Agent.
    """
    neighbour = (stands.seat - 1) % len(stands.roles)
    return neighbour if neighbour in ranked else ranked[-1]


def _name_unlikeliest(stands: Standpoint, ranked: Sequence[Seat]) -> Seat:
    """Return the seat that the Decoy votes against: an unlikely suspect, so that the Decoy may get the most votes."""
    return ranked[-1]


BALLOTS: Mapping[str, Callable[[Standpoint, Sequence[Seat]], Seat]] = {
    NEIGHBOUR: _name_neighbour,
    ACCUSED: _name_unlikeliest,
}
