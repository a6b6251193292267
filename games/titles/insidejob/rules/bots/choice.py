"""Chooses among plays whose worth is known: rules, reflexes and lies about a suit.

Every play was weighed before, so the time depends on neither hand nor role.
"""

from collections.abc import Mapping, Sequence

from games.rules.engine.values import Seat
from games.titles.insidejob.rules.bots.evidence import breaking_proves
from games.titles.insidejob.rules.bots.goals import Standpoint
from games.titles.insidejob.rules.bots.hopes import can_be_met
from games.titles.insidejob.rules.bots.tricks import GUESSES, lay
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.legality import follow
from games.titles.insidejob.rules.missions import Mission
from games.titles.insidejob.rules.observe import Observation
from games.titles.insidejob.rules.roles import AGENTS, NOTHING, PROF_NO, ROLES, WIRETAPPED, is_insider
from games.titles.insidejob.rules.trick import Played, winning_place
from games.titles.insidejob.rules.worlds import count_finished, find_voids

# A lead breaks a mission if another one would have left it so many times the hope.
BREAKS = 4
# The card value that is least often the highest or the lowest.
MIDDLE = 7


def choose(
    seen: Observation,
    stands: Standpoint,
    mission: Mission,
    plays: Sequence[Played],
    worth: Mapping[Played, float],
    nerve: float,
) -> Played:
    """Choose the play with the highest worth.

    An Insider breaks suit where that gains at least `nerve`, and keeps the cards of that suit from then on.
    """
    allowed = _open_plays(seen, mission, plays, _list_kept(seen, stands.role))
    sound = _list_sound(seen, stands, mission, allowed)
    best = max(_list_stops(seen, stands, mission, allowed) or sound, key=worth.__getitem__)
    bold = max(_list_lies(seen, stands.role, plays), key=worth.__getitem__, default=best)
    return bold if worth[bold] >= worth[best] + nerve else best


def _open_plays(
    seen: Observation, mission: Mission, plays: Sequence[Played], kept: frozenset[str] = frozenset()
) -> Sequence[Played]:
    """Return the plays that follow suit or, for the leader, that leave the mission possible.

    Suits in `kept` are not played unless nothing else is left.
    """
    free = [play for play in plays if play.card.suit not in kept] or plays
    if not seen.plays:
        return _list_leads(seen, mission, free)
    led = seen.plays[0].card.suit
    cards = follow(tuple(dict.fromkeys(play.card for play in free)), led)
    return [play for play in free if play.card in cards and (not play.wager or play.card.suit == led)]


def _list_leads(seen: Observation, mission: Mission, leads: Sequence[Played]) -> Sequence[Played]:
    """Return the leads that do not break the mission which the leader has chosen.

    They leave it possible, with more than a share of the hope that the best lead leaves.
    """
    hopes = [GUESSES[mission.condition](lay((lead,), mission), seen.seats - 1) for lead in leads]
    best = max(hopes)
    return [lead for lead, hope in zip(leads, hopes, strict=True) if hope > best / BREAKS] or leads


def rate(seen: Observation, mission: Mission, worth: Mapping[Played, float]) -> tuple[bool, float]:
    """Return how good a mission is for the leader: whether a card leaves it possible, and the worth of the best one."""
    leads = _list_leads(seen, mission, [*worth])
    return can_be_met(mission, leads[:1], seen.seats), max(worth[lead] for lead in leads)


def _list_sound(seen: Observation, stands: Standpoint, mission: Mission, plays: Sequence[Played]) -> Sequence[Played]:
    """Return the plays without those with which an Agent in the last place gives up the mission for a wager."""
    whole = [can_be_met(mission, (*seen.plays, play), seen.seats) for play in plays]
    last = len(seen.plays) == seen.seats - 1
    plain = ROLES[stands.role].side == AGENTS and ROLES[stands.role].revealed == NOTHING
    keeps = last and plain and any(whole)
    return [play for play, met in zip(plays, whole, strict=True) if met or not (keeps and play.wager)]


def _list_stops(seen: Observation, stands: Standpoint, mission: Mission, plays: Sequence[Played]) -> list[Played]:
    """Return the plays that take the trick from a seat that may be the Insider.

    The list is empty unless that seat would otherwise get enough intel to be revealed.
    """
    taking = [play for play in plays if winning_place((*seen.plays, play), mission.trump) == len(seen.plays)]
    own = ROLES[stands.role]
    stops = (
        own.side == AGENTS
        and own.revealed == NOTHING
        and stands.role != WIRETAPPED
        and PROF_NO not in seen.options.roles
    )
    return taking if seen.plays and stops and _is_winning(seen, stands, mission) else []


def _is_winning(seen: Observation, stands: Standpoint, mission: Mission) -> bool:
    """Whether the trick as it stands gives enough intel to a seat that may be the Insider."""
    seat = seen.plays[winning_place(seen.plays, mission.trump)].seat
    intel = seen.intel[seat] + 1 + sum(played.wager for played in seen.plays)
    return intel >= seen.numbers.intel_needed and _may_be_insider(seen, stands, seat)


def _may_be_insider(seen: Observation, stands: Standpoint, seat: Seat) -> bool:
    """Whether a seat may be the Insider, by the roles that the bot knows and by proof.

    A stand-in knows no role, so any seat may.
    """
    role, proven = stands.roles[seat], find_voids(seen)[1]
    if seat in seen.revealed or role is not None:
        return role is not None and is_insider(role)
    return seat in proven or not (proven and breaking_proves(seen))


def count_options(hand: Sequence[Card], card: Card) -> float:
    """Return how much keeping a card is worth.

    High and low cards are worth most, and cards that are alone in their suit.
    """
    return abs(card.value - MIDDLE) + MIDDLE / max(1, sum(other.suit == card.suit for other in hand))


def _list_kept(seen: Observation, role: str) -> frozenset[str]:
    """Return the suits in hand that an Insider has denied to hold, and so must not show."""
    assert seen.viewer is not None
    denied = find_voids(seen)[0][seen.viewer]
    secret = _may_lie(role) and not _is_caught(seen)
    return frozenset(card.suit for card in seen.hand if secret and card.suit in denied)


def _list_lies(seen: Observation, role: str, plays: Sequence[Played]) -> list[Played]:
    """Return the plays with which an Insider denies to hold the led suit.

    There are none unless all cards of denied suits can be kept to the end.
    """
    if not seen.plays:
        return []
    secret = {*_list_kept(seen, role), seen.plays[0].card.suit}
    hides = sum(card.suit in secret for card in seen.hand) <= seen.numbers.left
    sees_all = len(seen.tricks) == count_finished(seen)
    may = _may_lie(role) and (_is_caught(seen) or (hides and sees_all))
    return [play for play in plays if may and not play.wager and play.card.suit not in secret]


def _may_lie(role: str) -> bool:
    return is_insider(role) and ROLES[role].breaks_suit


def _is_caught(seen: Observation) -> bool:
    return seen.viewer in find_voids(seen)[1] and breaking_proves(seen)
