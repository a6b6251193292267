"""Cases of the day. A break of suit is a proof; everything else is a hint by the suspicion model."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.rules.engine.cases import HINT, LIE, MAX_FACTS, NEAR_MISS, OBSERVED, PROOF, CaseRules, Fact, Level, Lineup
from games.rules.engine.suspicion import STEP
from games.rules.engine.texts import Sentence, plural, text
from games.rules.engine.values import Event, Param, Seat, Term
from games.titles.insidejob.rules.bots.evidence import SPOILT, breaking_proves, look_at
from games.titles.insidejob.rules.bots.gentle import play_slipping
from games.titles.insidejob.rules.bots.guessing import play_guessing
from games.titles.insidejob.rules.cards import Card
from games.titles.insidejob.rules.counting import count
from games.titles.insidejob.rules.deal import Deal
from games.titles.insidejob.rules.observe import Observation, observe
from games.titles.insidejob.rules.roles import PARANOID, PROF_NO, SLEEPER
from games.titles.insidejob.rules.seen_trick import SeenTrick
from games.titles.insidejob.rules.state import State
from games.titles.insidejob.rules.trick import Played

SENTENCES: Mapping[str, Sentence] = {
    "case_void": text("{player} does not follow {suit}, and plays the {card}."),
    "case_had_suit": text(
        "But {player} plays the {card}: they had {suit} in trick {trick}. Only the Insider’s side may play off-suit."
    ),
    "case_void_again": text("Again {player} does not follow {suit}: the {card}."),
    "case_spoilt": text("The mission was still possible: the {card} that {player} plays makes it fail."),
    "case_spoilt_again": text("Another mission was still possible until {player} played the {card}."),
    "case_wagered": text("{player} puts an intel token on the {card}."),
    "case_wagered_again": text("{player} wagers again, on the {card}."),
    "case_wagered_and_took": plural(
        "{player} puts an intel token on the {card} and takes the trick: {count} intel.",
        "{player} puts an intel token on the {card} and takes the trick: {count} intel.",
    ),
    "case_wagered_and_took_again": plural(
        "Again {player} wagers and wins, with the {card}: {count} intel.",
        "Again {player} wagers and wins, with the {card}: {count} intel.",
    ),
    "case_took": plural(
        "{player} takes the trick with the {card}: {count} intel.",
        "{player} takes the trick with the {card}: {count} intel.",
    ),
    "case_took_again": plural(
        "The {card} wins {player} another trick: {count} intel.",
        "The {card} wins {player} another trick: {count} intel.",
    ),
    "case_led": text("{player} leads with the {card} on “{mission}”."),
    "case_led_again": text("Then {player} leads with the {card} on “{mission}”."),
    "case_played": text("{player} plays the {card} on “{mission}”."),
    "case_played_again": text("Then comes the {card} of {player} on “{mission}”."),
}
# A rise by one step may be chance.
MIN_GAIN = 2 * STEP

# To tune levels, change this table and run `python -m games.titles.insidejob.tests.cases`.
SLIPPING = Lineup(seats=4, guilty="slipping", others="expert", options={})
HIDING = Lineup(seats=4, guilty="expert", others="guessing", options={})
# A number of a trick that no game has: the second reader may also never be right.
NEVER = 99
# The most that the Insider may be suspected before a case of levels 4 to 7 opens, in per cent.
HIDDEN = 50
LEVELS = (
    Level(SLIPPING, opened=range(1, 3), proven=range(1, 5)),
    Level(SLIPPING, opened=range(3, 5), proven=range(4, 7)),
    Level(SLIPPING, opened=range(5, 6), proven=range(6, 9)),
    Level(HIDING, opened=range(6, 8), most=HIDDEN, counted=range(6, 9)),
    Level(HIDING, opened=range(8, 9), most=HIDDEN, counted=range(8, 10)),
    Level(HIDING, opened=range(9, 10), most=HIDDEN, counted=range(9, 11)),
    Level(HIDING, opened=range(10, 11), most=HIDDEN, counted=range(10, NEVER)),
)
SPECIALS = tuple(
    Level(
        Lineup(seats=4, guilty="expert", others="expert", options={"roles": role}),
        opened=range(6, 11),
        most=HIDDEN,
        special=Term("role", role),
    )
    for role in (PARANOID, SLEEPER, PROF_NO)
)


@dataclass(frozen=True, slots=True)
class Lie:
    """A play off suit by a seat that held the suit.

    `others` are the numbers of later tricks with a lie. `is_proof` says that only the Insider may lie in this game.
    """

    scene: int
    suit: str
    card: Card
    held: Card
    others: tuple[int, ...] = ()
    is_proof: bool = True


def _find_lie(state: State, guilty: Seat) -> Lie | None:
    lies = [*_list_lies(state, guilty)]
    if not lies:
        return None
    others, is_proof = tuple(lie.scene for lie in lies[1:]), breaking_proves(observe(state, None))
    return replace(lies[0], others=others, is_proof=is_proof)


def _list_lies(state: State, seat: Seat) -> Iterator[Lie]:
    hand = list(state.deal.hands[seat])
    for number, trick in enumerate(state.tricks, start=1):
        card, led = next(played.card for played in trick.plays if played.seat == seat), trick.plays[0].card.suit
        held = [each for each in hand if each.suit == led]
        if card.suit != led and held:
            yield Lie(number, led, card, min(held))
        hand.remove(card)


def _find_marks(state: State, guilty: Seat) -> Iterator[str]:
    """Yield what makes a game worth telling: a lie, and one mission missing of those that the Agents need.

    Of a game that is not over, each counts as long as it can come.
    """
    left = state.numbers.tricks - len(state.tricks)
    if left or any(_list_lies(state, guilty)):
        yield LIE
    if state.met <= state.numbers.missions_needed - 1 <= state.met + left:
        yield NEAR_MISS


def _find_facts(seen: Sequence[Observation], suspicion: Sequence[int], guilty: Seat) -> tuple[Fact, ...]:
    """Return facts about the guilty seat.

    Proof comes first, then in their order the hints that raised the suspicion most.
    """
    proof = _find_proof(seen[-1], guilty)
    proven = {fact.scene for fact in proof}
    hints = [hint for hint in _list_hints(seen[-1], suspicion, guilty) if hint.scene not in proven]
    most = sorted(hints, key=_measure_gain, reverse=True)[: MAX_FACTS - len(proof)]
    return (*proof, *_vary(sorted(most, key=lambda hint: hint.scene)))


def _vary(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the facts, with other words where the sentence would be the same as the one before."""
    said = ""
    for fact in facts:
        code = fact.event.code if fact.event.code != said else f"{fact.event.code}_again"
        yield replace(fact, event=replace(fact.event, code=code))
        said = code


def _find_proof(seen: Observation, guilty: Seat) -> tuple[Fact, ...]:
    """Return the two plays that together prove a break of suit, or nothing."""
    voids: dict[str, SeenTrick] = {}
    for trick in seen.tricks if breaking_proves(seen) else ():
        card, led = _find_play(trick, guilty).card, trick.plays[0].card.suit
        if card.suit in voids:
            return _tell_proof(voids[card.suit], trick, guilty)
        if card.suit != led:
            voids.setdefault(led, trick)
    return ()


def _tell_proof(void: SeenTrick, shown: SeenTrick, guilty: Seat) -> tuple[Fact, ...]:
    suit = Term("suit", void.plays[0].card.suit)
    broke = {**_describe(void, guilty), "suit": suit}
    had = {**_describe(shown, guilty), "suit": suit, "trick": void.number}
    return (
        Fact(void.number, OBSERVED, Event("case_void", broke)),
        Fact(shown.number, PROOF, Event("case_had_suit", had)),
    )


def _list_hints(seen: Observation, suspicion: Sequence[int], guilty: Seat) -> Iterator[Fact]:
    for trick in seen.tricks:
        before, after = suspicion[trick.number - 1], suspicion[trick.number]
        if after - before >= MIN_GAIN and after < 100:
            yield Fact(trick.number, HINT, _tell_play(trick, guilty, seen.seats), (before, after))


def _tell_play(trick: SeenTrick, guilty: Seat, places: int) -> Event:
    """Return the event of a play, by what is most suspicious in it."""
    played, led = _find_play(trick, guilty), trick.plays[0]
    laid = trick.plays[: trick.plays.index(played) + 1]
    fate, _ = look_at(trick.mission, laid, places)
    if fate == SPOILT:
        return Event("case_spoilt", _describe(trick, guilty))
    if played.card.suit != led.card.suit:
        return Event("case_void", {**_describe(trick, guilty), "suit": Term("suit", led.card.suit)})
    if trick.winner == guilty and trick.intel:
        code = "case_wagered_and_took" if played.wager else "case_took"
        return Event(code, {**_describe(trick, guilty), "count": trick.intel})
    if played.wager:
        return Event("case_wagered", _describe(trick, guilty))
    mission = Term("condition", trick.mission.condition)
    return Event("case_led" if played == led else "case_played", {**_describe(trick, guilty), "mission": mission})


def _describe(trick: SeenTrick, guilty: Seat) -> dict[str, Param]:
    return {"player": Term("seat", guilty), "card": Term("card", _find_play(trick, guilty).card.code)}


def _find_play(trick: SeenTrick, seat: Seat) -> Played:
    return next(played for played in trick.plays if played.seat == seat)


def _open_hands(deal: Deal) -> tuple[tuple[Card, ...], ...]:
    return deal.hands


def _measure_gain(hint: Fact) -> int:
    before, after = hint.suspicion or (0, 0)
    return after - before


CASES: CaseRules | None = CaseRules(
    LEVELS,
    SPECIALS,
    SENTENCES,
    _find_facts,
    _open_hands,
    _find_lie,
    _find_marks,
    count,
    bots={"slipping": play_slipping, "guessing": play_guessing},
)
