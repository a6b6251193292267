"""What one seat, or the public, may know, field by field."""

from dataclasses import dataclass

from games.rules.engine.values import Decision, Outcome, Seat
from games.titles.rendezvous.rules.deal import list_spies
from games.titles.rendezvous.rules.folding import fold
from games.titles.rendezvous.rules.legality import decision, legal_moves, to_act
from games.titles.rendezvous.rules.moves import GUESS, NUMBER, Move, Say
from games.titles.rendezvous.rules.options import THREE, Options
from games.titles.rendezvous.rules.state import OVER, Round, State, count_spy_rounds, find_password
from games.titles.rendezvous.rules.words import Card, list_associations


@dataclass(frozen=True, slots=True)
class Observation:
    """What a viewer may know. The viewer None is the public. Tuples are by seat."""

    viewer: Seat | None
    seats: int
    # The version of the rules.
    rules: int
    options: Options
    # Seats that the viewer may know to be asked.
    awaited: tuple[Seat, ...]
    decision: Decision | None
    # Legal moves. Of words, only some are listed.
    legal: tuple[Move, ...]
    phase: str
    number: int | None
    # From 1.
    round: int
    rounds: int
    # From 1.
    lap: int
    laps: int
    # The order of speaking.
    order: tuple[Seat, ...]
    # What was said. The words of a secret lap appear only when it is complete.
    says: tuple[Say, ...]
    # The viewer's.
    card: Card | None
    password: str | None
    # None if the viewer does not know it, as with three players.
    is_spy: bool | None
    # The viewer's.
    pointed: tuple[Seat, ...]
    points: tuple[int, ...]
    bank: int
    # How many finished rounds each seat was a spy.
    spy_rounds: tuple[int, ...]
    # The finished rounds. Everything in them is public.
    debriefings: tuple[Round, ...]
    outcome: Outcome | None

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """The seats by points, the highest first. At the end of a game the winners come first."""
        winners = self.outcome.winners if self.outcome else ()
        return tuple(sorted(range(self.seats), key=lambda seat: (-self.points[seat], seat not in winners, seat)))

    def is_feint(self, finished: Round, say: Say) -> bool:
        """Whether a spy said a word of another password, judged by the hints of the bots. They do it now and then."""
        passwords = zip(finished.pairs, finished.passwords, strict=True)
        password = next((word for pair, word in passwords if say.seat in pair), None)
        if self.number is None or password is None or say.word is None:
            return False
        hints, said = list_associations(self.options.language, self.number), fold(say.word)
        suited = {each.password for each in hints if said in each.folded}
        return bool(suited) and password not in suited


def observe(state: State, viewer: Seat | None) -> Observation:
    holds_card = viewer is not None and state.phase not in (NUMBER, OVER)
    own = viewer if holds_card else None
    asked = None if viewer is None else decision(state, viewer)
    return Observation(
        viewer=viewer,
        seats=state.seats,
        rules=state.rules,
        options=state.options,
        awaited=_list_awaited(state, viewer),
        decision=asked,
        legal=() if viewer is None else legal_moves(state, viewer),
        phase=state.phase,
        number=state.number,
        round=state.place + 1,
        rounds=state.options.rounds,
        lap=state.lap,
        laps=state.laps,
        order=state.order,
        says=_list_heard(state),
        card=None if own is None else state.cards[own],
        password=None if own is None else find_password(state, own),
        is_spy=None if own is None or state.options.variant == THREE else own in list_spies(state.cards),
        pointed=next((point.at for point in state.pointings if point.seat == own), ()),
        points=state.points,
        bank=state.bank,
        spy_rounds=count_spy_rounds(state),
        debriefings=state.rounds,
        outcome=state.outcome,
    )


def _list_awaited(state: State, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that the viewer may know to be asked. Who may guess is secret."""
    asked = to_act(state)
    if state.phase == GUESS:
        return tuple(seat for seat in asked if seat == viewer)
    return asked


def _list_heard(state: State) -> tuple[Say, ...]:
    count = len(state.says)
    return state.says[: count - count % state.seats] if state.speaks_at_once else state.says
