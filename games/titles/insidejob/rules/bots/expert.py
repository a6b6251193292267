"""The `expert` bot. It tries each card in the same imagined worlds.

The work is the same for all roles and cards, so the time it takes gives nothing away.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.rules.engine.values import Chance, Seat
from games.titles.insidejob.rules.bots.blending import (
    CARELESS,
    SHOWS,
    Looks,
    Prospects,
    look_ahead,
    look_at,
    weigh_play,
)
from games.titles.insidejob.rules.bots.casts import Cast, find_insider, suspect, weigh_casts
from games.titles.insidejob.rules.bots.choice import choose, count_options, rate
from games.titles.insidejob.rules.bots.denials import weigh_denying
from games.titles.insidejob.rules.bots.forecast import find_order
from games.titles.insidejob.rules.bots.goals import (
    After,
    Standpoint,
    find_end,
    find_goal,
    follow_up,
    look_up,
    settle,
    stand,
    value,
)
from games.titles.insidejob.rules.bots.lookahead import Sayings, World, imagine_worlds, play_on, seat_later
from games.titles.insidejob.rules.bots.naming import hear_accusers, name_with_others, votes_to_find
from games.titles.insidejob.rules.bots.position import Plane
from games.titles.insidejob.rules.bots.steady import (
    HOARDS,
    KEEP,
    choose_partner,
    count_votes,
    fear_later,
    may_wager,
    pick_for_larry,
    price_intel,
    vote_by,
)
from games.titles.insidejob.rules.bots.tricks import GUESSES, NUMBERS, add, lay, number, place_trump
from games.titles.insidejob.rules.bots.wiretap import find_place, quicken, stay_cool
from games.titles.insidejob.rules.cards import SUITS
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.missions import RISKY, Mission
from games.titles.insidejob.rules.moves import PARTNER, ChooseMission, Move, Play, Vote
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENTS, DECOY, INSIDERS, PROF_NO, ROLES, is_insider
from games.titles.insidejob.rules.trick import Played
from games.titles.insidejob.rules.worlds import list_hidden

# How much chance to win one unit of log suspicion costs.
SHY = 0.02
# How much chance to win breaking suit must gain.
NERVE = 0.04
# How often a vote finds Prof. No.
FOUND = 0.6
# How much chance to win one unit of log suspicion costs a blending Insider.
SHYER = 0.06


@dataclass(frozen=True, slots=True)
class View:
    stands: Standpoint
    looks: Looks
    prospects: Prospects
    worlds: Sequence[World]
    shy: float


def play_expert(seen: Observation, chance: Chance) -> Move:
    return _play_with(seen, chance, shy=0)


def play_blending(seen: Observation, chance: Chance) -> Move:
    return _play_with(seen, chance, shy=SHYER)


def _play_with(seen: Observation, chance: Chance, *, shy: float) -> Move:
    """Choose an `expert` move.

    `shy` is what looking suspicious costs the Insider, apart from the vote.
    """
    assert seen.decision is not None
    if seen.decision.kind == PARTNER:
        return choose_partner(seen, stand(seen), chance)
    if seen.decision.sealed:
        return vote(seen)
    view = _take_view(seen, chance, shy)
    if seen.offered or seen.mission is None:
        return _choose_mission(seen, view)
    if seen.shown:
        plays = [Played(LARRY, card, wager=False) for card in seen.shown]
        return pick_for_larry(seen, view.stands.seat, _weigh(seen, view, seen.mission, plays))
    return _choose_card(seen, view, seen.mission)


def vote(seen: Observation) -> Vote:
    """Choose a vote. The Decoy votes for the Insider, because both win if they are tied."""
    stands, casts = stand(seen), weigh_casts(seen)
    said, suspicion = casts.group(0).accuse({}), suspect(casts.share(seen.roles))
    votes = count_votes(seen, stands)
    named = name_with_others(seen, said, suspicion, votes)
    if votes_to_find(seen, stands):
        return Vote(stands.seat, (named,) * votes)
    if stands.role != DECOY:
        return vote_by(seen, stands, said)
    return Vote(stands.seat, (max(seen.suspects, key=lambda seat: suspicion.get(seat, 0.0)),))


def _take_view(seen: Observation, chance: Chance, shy: float) -> View:
    stands, hidden = stand(seen), list_hidden(seen)
    casts = weigh_casts(seen, chance.sample(hidden, len(hidden)))
    shares = casts.share(seen.roles)
    return View(
        stands=replace(quicken(seen, stands), suspicion=suspect(shares)),
        looks=look_at(seen, stands.seat, casts),
        prospects=look_ahead(seen),
        worlds=imagine_worlds(seen, shares, chance),
        shy=shy if is_insider(stands.role) else 0.0 if stands.role == DECOY else SHY,
    )


def _choose_mission(seen: Observation, view: View) -> ChooseMission:
    seat = view.stands.seat
    leads = [Played(seat, card, wager=False) for card in seen.hand]
    best = {mission: rate(seen, mission, _weigh(seen, view, mission, leads)) for mission in seen.drawn}
    return ChooseMission(seat, max(seen.offered, key=best.__getitem__))


def _choose_card(seen: Observation, view: View, mission: Mission) -> Play:
    """Choose a card. Every card is weighed, legal or not, so that the time tells nothing."""
    seat = view.stands.seat
    options = (False, True) if may_wager(seen, seat) else (False,)
    plays = [Played(seat, card, wager) for wager in options for card in seen.hand]
    worth = _weigh(seen, view, mission, plays)
    return Play(*choose(seen, view.stands, mission, plays, worth, NERVE))


def _weigh(seen: Observation, view: View, mission: Mission, plays: Sequence[Played]) -> dict[Played, float]:
    before, trump = lay(seen.plays, mission), place_trump(mission)
    order = find_order(seen)
    wiretapped = find_place(seen, view.stands, order)
    later, wagers = order[len(seen.plays) + 1 :], _list_wagerers(seen, mission)
    known = {view.stands.seat: [NUMBERS[card] for card in seen.hand]} if seen.shown else {}
    worlds = [World(world.cast, {**world.hands, **known}) for world in view.worlds]
    suits, guess = before.suits[:1] or range(len(SUITS)), GUESSES[mission.condition]
    tables = [seat_later(world, later, wagers, suits) for world in worlds]
    stake = price_intel(seen, view.stands.role, HOARDS) + fear_later(seen, view.stands)
    accusers, insiders = hear_accusers(seen), [find_insider(world.cast) for world in worlds]
    speakers, denying = (view.stands.seat, *later), weigh_denying(seen)
    worth, seen_before = {}, dict[tuple[Cast, Seat, bool, bool], Prize]()
    for play in plays:
        lie, sure, vote = add(before, number(play), trump), 0.0, 0.0
        narration, heard = weigh_play(seen, mission, before, play, view.looks.roles, denying)
        hope = guess(lie, len(later))
        found = dict[tuple[Seat, Sayings], float]()
        for world, insider, others in zip(worlds, insiders, tables, strict=True):
            end = play_on(lie, hope, mission, others, wiretapped)
            ending = world.cast, order[end.lie.best], end.met == 1, play.wager
            if ending not in seen_before:
                seen_before[ending] = _value_ending(seen, view, accusers.comes, *ending)
            saying = insider, end.says
            if saying not in found:
                found[saying] = accusers.find(insider, zip(speakers, (heard, *end.says), strict=True))
            prize = seen_before[ending]
            sure += prize.sure + prize.finding * found[saying]
            vote += prize.hiding
        apart = view.looks.stand_out(narration)
        careless = SHOWS if view.stands.role == DECOY else CARELESS
        hides = view.looks.hides(apart, heard, careless)
        hides = 1 - hides if view.stands.role == DECOY else hides
        total = (sure + vote * hides) / len(worlds) * stay_cool(view.stands, seen.hand, play.card)
        worth[play] = total - view.shy * apart - KEEP * count_options(seen.hand, play.card) - stake * play.wager
    return worth


def _list_wagerers(seen: Observation, mission: Mission) -> tuple[bool, ...]:
    """Return, by seat, whether a wager is to be expected.

    That is so where the seat may wager and the mission asks for a wager.
    """
    return tuple(
        mission in RISKY
        and seen.options.wagers
        and seen.intel[seat] > 0
        and seat not in seen.revealed
        and not (seen.controller is not None and seat == LARRY)
        for seat in range(seen.seats)
    )


class Prize(NamedTuple):
    """The value of the end of a trick.

    `sure` is the value without a vote, and a vote adds the rest. `hiding` counts as far as the vote misses the seat for
    the Insider, and as far as it does not for the Decoy. `finding` is for Agents the difference from the usual vote,
    which `sure` includes.
    """

    sure: float
    hiding: float = 0.0
    finding: float = 0.0


def _value_ending(
    seen: Observation, view: View, comes: Plane, cast: Cast, winner: Seat, met: bool, wager: bool
) -> Prize:
    """Return the value of the end of a trick. `comes` has the chances that the game reaches the vote."""
    after, insider = follow_up(seen, view.stands, winner, met=met, wager=wager), find_insider(cast)
    side = find_end(cast, view.stands, after)
    if view.stands.role == DECOY:
        return Prize(0.0, hiding=0.0 if side else value(view.stands, after))
    if not is_insider(view.stands.role):
        stands, goal = view.stands, find_goal(ROLES[view.stands.role])
        if side:
            return Prize(goal(settle(stands, side), after, insider))
        finding = look_up(stands, comes, after, insider) if votes_to_find(seen, stands) else 0.0
        return Prize(goal(stands, after, insider) - _lose_votes(cast, stands, after, insider), finding=finding)
    if side:
        return Prize(float(side == INSIDERS))
    wanted = max(0, view.stands.needed - after.intel[insider])
    return Prize(view.prospects.intel[after.missions][wanted], hiding=view.prospects.vote[after.missions][wanted])


def _lose_votes(cast: Cast, stands: Standpoint, after: After, insider: Seat) -> float:
    """Return what the Agents lose when they are revealed against Prof. No.

    Revealed players cannot vote.
    """
    if PROF_NO not in cast or ROLES[stands.role].side != AGENTS:
        return 0.0
    hidden = [seat for seat, intel in enumerate(after.intel) if seat not in stands.revealed and intel < stands.needed]
    share = 1 - 1 / max(1, len(hidden) - 1)
    return FOUND * look_up(stands, stands.vote, after, insider) * (1 - share / (1 - 1 / (len(cast) - 1)))
