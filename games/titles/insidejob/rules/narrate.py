from games.rules.engine.values import Event, Seat, Term
from games.titles.insidejob.rules.deal import LARRY
from games.titles.insidejob.rules.ending import most_accused
from games.titles.insidejob.rules.moves import ChooseMission, ChoosePartner, Move, Play, PlayForLarry, Vote
from games.titles.insidejob.rules.observe import places_in_sight
from games.titles.insidejob.rules.roles import ROBS, ROLES, TURNS, is_house
from games.titles.insidejob.rules.state import State


def narrate(before: State, move: Move, after: State, viewer: Seat | None, now: State) -> tuple[Event, ...]:
    if isinstance(move, ChoosePartner):
        return _narrate_partner(move, after, viewer)
    if not _is_recalled(before, now):
        return ()
    match move:
        case ChooseMission():
            return (_narrate_mission(move, after, viewer),)
        case Play():
            return (_narrate_card(move), *_narrate_trick(before, after), *_narrate_end(after))
        case PlayForLarry():
            return (_narrate_larrys_card(move, after, viewer), *_narrate_trick(before, after), *_narrate_end(after))
        case Vote():
            return (*_narrate_votes(after), *_narrate_end(after))


def _is_recalled(before: State, now: State) -> bool:
    """Whether players still remember the trick: it is not finished, or is one of those in sight."""
    place = len(before.tricks)
    return place in places_in_sight(now) or place >= len(now.tricks)


def _narrate_partner(move: ChoosePartner, after: State, viewer: Seat | None) -> tuple[Event, ...]:
    """Narrate the choice of a partner. Only the Accomplice sees her partner's role."""
    picked = Event("partner_chosen", {"player": Term("seat", move.seat), "partner": Term("seat", move.partner)})
    if viewer != move.seat:
        return (picked,)
    role = Term("role", after.deal.roles[move.partner])
    return (picked, Event("partner_seen", {"partner": Term("seat", move.partner), "role": role}))


def _narrate_mission(move: ChooseMission, after: State, viewer: Seat | None) -> Event:
    """Narrate the choice of a mission. Only the leader reads which mission was set aside."""
    params = {"player": Term("seat", move.seat), "mission": Term("mission", move.mission.id)}
    if viewer != move.seat or after.set_aside is None:
        return Event("mission_chosen", params)
    return Event("mission_chosen_by_you", {**params, "other": Term("mission", after.set_aside.id)})


def _narrate_card(move: Play) -> Event:
    params = {"player": Term("seat", move.seat), "card": Term("card", move.card.code)}
    return Event("wagered" if move.wager else "played", params)


def _narrate_larrys_card(move: PlayForLarry, after: State, viewer: Seat | None) -> Event:
    """Narrate a card for Larry. Only the controller reads what the other two cards were."""
    params = {
        "player": Term("seat", move.seat),
        "larry": Term("seat", LARRY),
        "card": Term("card", move.card.code),
    }
    if viewer != move.seat:
        return Event("played_for_larry", params)
    places = {"back": Term("card", move.back.code), "boxed": Term("card", after.looks[-1].boxed.code)}
    return Event("played_for_larry_by_you", {**params, **places})


def _narrate_trick(before: State, after: State) -> tuple[Event, ...]:
    if len(after.tricks) == len(before.tricks):
        return ()
    trick = after.tricks[-1]
    new = [seat for seat in after.revealed if seat not in before.revealed]
    return (
        *_narrate_gain(before, after),
        Event("mission_met" if trick.met else "mission_missed", {"count": after.met}),
        *(event for seat in new for event in _narrate_reveal(before, after, seat)),
    )


def _narrate_gain(before: State, after: State) -> tuple[Event, ...]:
    """Narrate who took intel. The Accomplice takes none, and her partner loses one."""
    trick = after.tricks[-1]
    winner = Term("seat", trick.winner)
    if trick.winner != after.accomplice or after.partner is None:
        return (Event("trick_won", {"player": winner, "count": trick.intel}),)
    won = Event("trick_won_for_nothing", {"player": winner})
    if after.intel[after.partner] == _hold_before_judgement(before, after, after.partner):
        return (won,)
    return (won, Event("partner_loses_intel", {"partner": Term("seat", after.partner)}))


def _hold_before_judgement(before: State, after: State, seat: Seat) -> int:
    """Return the intel that a seat held before the trick was decided."""
    last = after.tricks[-1].plays[-1]
    return before.intel[seat] - (last.wager and last.seat == seat)


def _narrate_reveal(before: State, after: State, seat: Seat) -> tuple[Event, ...]:
    player, role = Term("seat", seat), after.deal.roles[seat]
    events = [Event("revealed", {"player": player, "role": Term("role", role)})]
    if ROLES[role].revealed == TURNS:
        events.append(Event("house_turns" if is_house(role) else "sleeper_turns", {"player": player}))
    if (
        ROLES[role].revealed == ROBS
        and after.intel[seat] > _hold_before_judgement(before, after, seat) + after.tricks[-1].intel
    ):
        victim = Term("seat", (seat - 1) % after.seats)
        events.append(Event("intel_taken", {"player": player, "victim": victim}))
    return tuple(events)


def _narrate_votes(after: State) -> tuple[Event, ...]:
    """Narrate the votes.

    With Larry no player is accused: each vote is judged separately (section 10).
    """
    if after.outcome is None:
        return ()
    accused = () if after.has_larry else most_accused(after.votes)
    named = (
        Event("accused", {"player": Term("seat", seat), "role": Term("role", after.deal.roles[seat])})
        for seat in (accused if len(accused) == 1 else ())
    )
    return (*(_narrate_vote(vote) for vote in after.votes), *named)


def _narrate_vote(vote: Vote) -> Event:
    voter = Term("seat", vote.seat)
    if not vote.against:
        return Event("abstained", {"player": voter})
    first, *others = vote.against
    if first in others:
        return Event("voted_twice", {"player": voter, "suspect": Term("seat", first)})
    return Event("voted", {"player": voter, "suspects": tuple(Term("seat", seat) for seat in vote.against)})


def _narrate_end(after: State) -> tuple[Event, ...]:
    return () if after.outcome is None else (Event("over", {"reason": Term("reason", after.outcome.reason)}),)
