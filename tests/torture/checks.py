"""What must be true when all is quiet: each function returns a sentence for each thing that is not.

Moves and mail are compared with what people and mail server remember, not with what the site says of itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Game, Move, Notice, Player
from games.reads.table import load_deal, load_players, load_sealed
from games.rules.errors import RulesError
from games.rules.protocol import CLOCK, PLAYER, AnyTitle
from games.rules.registry import get_title
from games.services.check import check_stored
from games.services.deadlines import MISSED_BEFORE_STAND_IN
from tests.torture.house import Closed
from tests.torture.people import Answer, Attempt

State = Notice.State
Question = tuple[int, str]
"""A seat and the name of what it was asked."""
Answers = dict[Question, list[tuple[Any, str]]]
"""The moves, and who made them, with which each question was answered, in the order of the log."""


class Doubled(Exception):
    """The log holds a move of a seat that was asked nothing then; the message says which."""


BROKEN = (Doubled, RulesError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a log makes raise when something is missing from it or stands there twice."""


def read_answers(game: Game) -> tuple[Answers, Any]:
    """Return how each question was answered, and the last state. Raises `Doubled`, or what a broken log makes raise."""
    title = get_title(game.title)
    state = title.start(title.parse_options(game.options, game.seat_count), load_deal(game), game.rules)
    answers: Answers = defaultdict(list)
    for row in Move.objects.filter(game=game).order_by("sequence"):
        asked = title.decision(state, row.seat)
        if asked is None:
            raise Doubled(f"move {row.sequence} answers nothing that its seat was asked")
        move = title.load_move(row.seat, row.content)
        answers[row.seat, asked.name].append((move, row.by))
        state = title.apply(state, move)
    return answers, state


def check_games() -> Iterator[str]:
    """Run the invariant checker of `manage.py check_games` on every game."""
    for pk, code in Game.objects.values_list("pk", "code"):
        yield from (f"{code}: {fault}" for fault in check_stored(pk))


def check_tables(attempts: Iterable[Attempt]) -> Iterator[str]:
    """Compare every dealt game with what its people remember, and with the notices that it owes."""
    by_game = defaultdict(list)
    for attempt in attempts:
        by_game[attempt.code].append(attempt)
    for game in Game.objects.exclude(status__in=[Game.Status.OPEN, Game.Status.CANCELLED]):
        try:
            answers, state = read_answers(game)
        except BROKEN as error:
            yield f"{game.code}: doubled or lost: {type(error).__name__} {error}"
            continue
        players = load_players(game)
        add_sealed(answers, game, state)
        yield from (f"{game.code}: {fault}" for fault in check_moves(game, players, answers, by_game[game.code]))
        yield from (f"{game.code}: {fault}" for fault in check_owed(game, players, answers))


def add_sealed(answers: Answers, game: Game, state: Any) -> None:
    """Add the choices that wait for others."""
    title = get_title(game.title)
    for seat, entries in load_sealed(game, title, state).items():
        decision = title.decision(state, seat)
        answers[seat, decision.name if decision else ""] = [(entry.move, entry.by) for entry in entries]


def check_moves(game: Game, players: Sequence[Player], answers: Answers, attempts: Iterable[Attempt]) -> Iterator[str]:
    """Say which acknowledged move is lost or changed, which was taken twice, and which was never made."""
    title = get_title(game.title)
    places = {player.user_id: player.seat for player in players}
    sent: dict[Question, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        sent[places[attempt.user], attempt.decision].append(attempt)
    for (seat, decision), tries in sent.items():
        logged = answers.get((seat, decision), [])
        yield from check_question(title, seat, decision, tries, logged)
    for (seat, decision), logged in answers.items():
        if any(by == PLAYER for _, by in logged) and (seat, decision) not in sent:
            yield f"{decision} of seat {seat}: a move that nobody made"


def check_question(
    title: AnyTitle, seat: int, decision: str, tries: Sequence[Attempt], logged: Sequence[tuple[Any, str]]
) -> Iterator[str]:
    """Compare what a person sent in answer to one question with what stands in the log."""
    taken = [number for number, attempt in enumerate(tries) if attempt.answer == Answer.TAKEN]
    is_sealed = decision.startswith("vote")
    if len(taken) > 1 and not is_sealed:
        yield f"{decision} of seat {seat}: acknowledged {len(taken)} times"
    # What was not answered may have landed; before a sealed choice that was taken, it was replaced.
    first = taken[-1] if taken else 0
    possible = [
        read_moves(title, seat, attempt)
        for number, attempt in enumerate(tries)
        if number >= first and attempt.answer != Answer.REFUSED
    ]
    kept = tuple(move for move, by in logged if by == PLAYER)
    if taken and kept not in possible:
        yield f"{decision} of seat {seat}: an acknowledged move is lost or another"
    elif kept and kept not in possible:
        yield f"{decision} of seat {seat}: a move that was refused"


def read_moves(title: AnyTitle, seat: int, attempt: Attempt) -> tuple[Any, ...]:
    """Return the moves that an attempt asked for."""
    return title.read_choice(
        seat, attempt.decision.partition("-")[0], {name: [value] for name, value in attempt.fields.items()}
    )


def check_owed(game: Game, players: Sequence[Player], answers: Answers) -> Iterator[str]:
    """Say which notice was never written, by what the log says of the game."""
    people = {player.seat: player.user_id for player in players if player.user_id is not None}
    written = set(Notice.objects.filter(game=game).values_list("recipient_id", "kind", "key"))
    owed = {(user, "started", game.code) for user in people.values()}
    if game.status == Game.Status.OVER:
        owed |= {(user, "over", game.code) for user in people.values()}
    asked = [*answers, *((player.seat, player.owes) for player in players if player.owes)]
    for seat, decision in asked:
        by = {by for _, by in answers.get((seat, decision), [])}
        # A stand-in is told nothing.
        if seat in people and by <= {PLAYER, CLOCK}:
            kind = "vote" if decision.startswith("vote") else "turn"
            owed |= {(people[seat], each, f"{game.code}/{decision}") for each in (kind, "reminder")}
    kinds = {1: "missed", MISSED_BEFORE_STAND_IN: "stand_in"}
    owed |= {
        (people[seat], kinds[count], f"{game.code}/{decision}") for (seat, decision), count in find_missed(answers)
    }
    for _, kind, key in sorted(owed - written):
        yield f"a notice is lost: {kind} {key.partition('/')[2]}"


def find_missed(answers: Answers) -> Iterator[tuple[Question, int]]:
    """Give the decisions that the clock made, each with how many in a row it is; the last brings a stand-in."""
    missed: Counter[int] = Counter()
    for (seat, decision), logged in answers.items():
        if any(by == CLOCK for _, by in logged):
            missed[seat] += 1
            yield (seat, decision), missed[seat]
            if missed[seat] == MISSED_BEFORE_STAND_IN:
                missed[seat] = 0
        elif any(by == PLAYER for _, by in logged):
            missed[seat] = 0


def check_mail(arrived: Mapping[str, Sequence[str]], now: datetime) -> Iterator[str]:
    """Compare the outbox with the mails that came. All should be out that were due before `now`."""
    # The site goes on meanwhile: of a mail that comes after this, the notice may be written after those below are read.
    arrived_before = set(arrived)
    rows: QuerySet[Notice] = Notice.objects.select_related("recipient", "game")
    known = set()
    for notice in rows.order_by("pk"):
        known.add(notice.message_id)
        came = arrived.get(notice.message_id, ())
        if notice.state == State.SENT and not came:
            yield f"{notice}: marked as sent, and no mail with its Message-ID came"
        if any(address != notice.recipient.email for address in came):
            yield f"{notice}: it came to somebody else"
        if notice.state in (State.REFUSED, State.GIVEN_UP, State.UNWANTED):
            yield f"{notice}: given up"
        if notice.state == State.WAITING and notice.send_at <= now:
            yield f"{notice}: due, and not sent"
        if notice.state == State.DROPPED and is_still_true(notice):
            yield f"{notice}: dropped, and still true"
    for message_id in arrived_before - known:
        yield f"a mail came with a Message-ID of no notice: {message_id or 'none'}"


def is_still_true(notice: Notice) -> bool:
    """Tell whether what a notice says is so. What has been true and is no more was rightly dropped."""
    game = notice.game
    player = Player.objects.get(game=game, user=notice.recipient)
    others = Notice.objects.filter(game=game, recipient=notice.recipient)
    later = others.filter(kind=notice.kind, pk__gt=notice.pk)
    if notice.kind in ("turn", "vote", "reminder"):
        # The mail of the start says what is asked first: it was written after that.
        start = others.filter(kind="started", state=State.SENT, pk__gt=notice.pk)
        was_mailed = notice.kind != "reminder" and start.exists()
        return bool(player.owes) and notice.key == f"{game.code}/{player.owes}" and not was_mailed
    if notice.kind == "missed":
        return game.is_running and player.missed > 0 and not player.stand_in and not later.exists()
    if notice.kind == "stand_in":
        return game.is_running and player.stand_in and not later.exists()
    # Those who look at a table when its game starts, or start it, know: it is not remembered here who did.
    return notice.kind != "started"


def check_clock(closed: Iterable[Closed]) -> Iterator[str]:
    """Say where the clock was early, and which deadline it closed twice."""
    transactions: dict[tuple[int, datetime | None], set[int]] = defaultdict(set)
    for row in closed:
        transactions[row.game, row.due_at].add(row.transaction)
        if row.due_at is None or row.made_at < row.due_at:
            yield f"game {row.game}: the clock was early"
    yield from (f"game {game}: a deadline was closed twice" for (game, _), by in transactions.items() if len(by) > 1)
