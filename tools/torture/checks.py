"""What must be true when all is quiet: each function returns a sentence for each thing that is not.

Moves and mail are compared with what people and mail server remember, not with what the site says of itself.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import product
from typing import Any

from django.db.models import QuerySet

from games.models import Delivery, Game, Move, Notification, Player
from games.notifications.recipients import name_rest
from games.rules.engine.errors import RulesError
from games.rules.engine.premoves import find_rest
from games.rules.engine.protocol import AnyTitle
from games.rules.engine.values import CLOCK, PLAYER
from games.rules.registry import get_title
from games.site.consistency import check_stored
from games.state.table import _load_sealed, load_deal, load_players
from games.tables.services.deadlines import MISSED_BEFORE_STAND_IN
from tools.torture.house import Closed
from tools.torture.people import Answer, Attempt, Premove

State = Delivery.State
Question = tuple[int, str]
"""A seat and the name of what it was asked."""
Answers = dict[Question, list[tuple[Any, str]]]
"""The moves, and who made them, with which each question was answered, in the order of the log."""
Premoving = dict[Question, set[Any]]
"""The moves that premoves may have answered each question with."""


class Doubled(Exception):
    """The log holds a move of a seat that was asked nothing then; the message says which."""


BROKEN = (Doubled, RulesError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What folding a log raises when a move is missing from it or stands there twice."""


def read_answers(game: Game) -> tuple[Answers, list[Any]]:
    """Return how each question was answered, and the states. Raises `Doubled`, or what a broken log makes raise."""
    title = get_title(game.title)
    state = title.start(title.parse_options(game.options, game.seat_count), load_deal(game), game.rules)
    states = [state]
    answers: Answers = defaultdict(list)
    for row in Move.objects.filter(game=game).order_by("sequence"):
        asked = title.decision(state, row.seat)
        if asked is None:
            raise Doubled(f"move {row.sequence} answers nothing that its seat was asked")
        move = title.load_move(row.seat, row.content)
        answers[row.seat, asked.name].append((move, row.by))
        state = title.apply(state, move)
        states.append(state)
    return answers, states


def check_games() -> Iterator[str]:
    """Run the invariant checker of `manage.py check_games` on every game."""
    for pk, code in Game.objects.values_list("pk", "code"):
        yield from (f"{code}: {fault}" for fault in check_stored(pk))


def check_tables(attempts: Iterable[Attempt], premoves: Iterable[Premove] = ()) -> Iterator[str]:
    """Compare every dealt game with what its people remember, and with the notices that it owes."""
    by_game, premoves_by_game = defaultdict(list), defaultdict(list)
    for attempt in attempts:
        by_game[attempt.code].append(attempt)
    for premove in premoves:
        premoves_by_game[premove.code].append(premove)
    for game in Game.objects.exclude(status__in=[Game.Status.OPEN, Game.Status.CANCELLED]):
        try:
            answers, states = read_answers(game)
        except BROKEN as error:
            yield f"{game.code}: doubled or lost: {type(error).__name__} {error}"
            continue
        players = load_players(game)
        add_sealed(answers, game, states[-1])
        planned = answer_by_premoves(game, players, states, premoves_by_game[game.code])
        mine = by_game[game.code]
        yield from (f"{game.code}: {fault}" for fault in check_moves(game, players, answers, mine, planned))
        yield from (f"{game.code}: {fault}" for fault in check_owed(game, players, answers))


def add_sealed(answers: Answers, game: Game, state: Any) -> None:
    title = get_title(game.title)
    for seat, entries in _load_sealed(game, title, state).items():
        decision = title.decision(state, seat)
        answers[seat, decision.name if decision else ""] = [(entry.move, entry.by) for entry in entries]


def answer_by_premoves(
    game: Game, players: Sequence[Player], states: Sequence[Any], premoves: Iterable[Premove]
) -> Premoving:
    """Return, by question, the answers that premoves may have given to it."""
    title, places = get_title(game.title), {player.user_id: player.seat for player in players}
    planned: Premoving = defaultdict(set)
    premove = {(places[premove.user], tuple(sorted(premove.fields.items()))) for premove in premoves}
    for state, (seat, fields) in product(states if premove else (), premove):
        seen = title.observe(state, seat)
        if seen.decision is not None and title.PREMOVES is not None:
            both = dict(fields), find_rest(dict(fields))
            planned[seat, seen.decision.name] |= {title.PREMOVES.answer(seen, premove) for premove in both}
    return planned


def check_moves(
    game: Game,
    players: Sequence[Player],
    answers: Answers,
    attempts: Iterable[Attempt],
    planned: Premoving,
) -> Iterator[str]:
    """Say which acknowledged move is lost or changed, which was taken twice, and which was never made."""
    title = get_title(game.title)
    places = {player.user_id: player.seat for player in players}
    sent: dict[Question, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        sent[places[attempt.user], attempt.decision].append(attempt)
    for (seat, decision), tries in sent.items():
        logged = answers.get((seat, decision), [])
        yield from check_question(title, seat, decision, tries, logged, planned[seat, decision])
    for (seat, decision), logged in answers.items():
        kept = tuple(move for move, by in logged if by == PLAYER)
        if kept and (seat, decision) not in sent and kept not in planned[seat, decision]:
            yield f"{decision} of seat {seat}: a move that nobody made"


def check_question(
    title: AnyTitle,
    seat: int,
    decision: str,
    tries: Sequence[Attempt],
    logged: Sequence[tuple[Any, str]],
    planned: Collection[Any],
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
    elif kept and kept not in possible and kept not in planned:
        yield f"{decision} of seat {seat}: a move that was refused"


def read_moves(title: AnyTitle, seat: int, attempt: Attempt) -> tuple[Any, ...]:
    return title.read_choice(
        seat, attempt.decision.partition("-")[0], {name: [value] for name, value in attempt.fields.items()}
    )


def check_owed(game: Game, players: Sequence[Player], answers: Answers) -> Iterator[str]:
    """Say which notice was never written, by what the log says of the game."""
    people = {player.seat: player.user_id for player in players if player.user_id is not None}
    written = set(Notification.objects.filter(game=game).values_list("recipient_id", "kind", "key"))
    owed = {(user, "started", game.code) for user in people.values()}
    if game.status == Game.Status.OVER:
        owed |= {(user, "over", game.code) for user in people.values()}
    asked = [*answers, *((player.seat, player.owes) for player in players if player.owes)]
    for seat, decision in asked:
        by = {by for _, by in answers.get((seat, decision), [])}
        # A stand-in gets no message.
        if seat in people and by <= {PLAYER, CLOCK}:
            kind = "vote" if decision.startswith("vote") else "turn"
            owed |= {(people[seat], each, f"{game.code}/{decision}") for each in (kind, "reminder")}
    kinds = {1: "missed", MISSED_BEFORE_STAND_IN: "stand_in"}
    owed |= {
        (people[seat], kinds[count], f"{game.code}/{decision}") for (seat, decision), count in find_missed(answers)
    }
    if game.stands_still:
        owed |= {(user, "deserted", name_rest(game)) for user in people.values()}
    for _, kind, key in sorted(owed - written):
        yield f"a notice is lost: {kind} {key.partition('/')[2]}"


def find_missed(answers: Answers) -> Iterator[tuple[Question, int]]:
    """Yield the decisions that the clock made, each with how many the seat had missed in a row by then.

    The last one brings a stand-in.
    """
    missed: Counter[int] = Counter()
    for (seat, decision), logged in answers.items():
        if any(by == CLOCK for _, by in logged):
            missed[seat] += 1
            yield (seat, decision), missed[seat]
            if missed[seat] == MISSED_BEFORE_STAND_IN:
                missed[seat] = 0
        elif any(by == PLAYER for _, by in logged):
            missed[seat] = 0


def check_mail(
    arrived: Mapping[str, Sequence[str]], now: datetime, channels: Collection[str] = ("mail",)
) -> Iterator[str]:
    """Compare the outbox with the messages that came by `channels`. All that were due before `now` should be sent."""
    # The site goes on meanwhile: of a mail that comes after this, the notice may be written after those below are read.
    arrived_before = set(arrived)
    rows: QuerySet[Notification] = Notification.objects.select_related("recipient", "game")
    known = set()
    for notification in rows.order_by("pk"):
        deliveries = list(notification.deliveries.all())
        known |= {delivery.message_id for delivery in deliveries}
        told_by = Counter(delivery.told_at for delivery in deliveries)
        if any(count != len(channels) for count in told_by.values()):
            yield f"{notification}: told by fewer channels than wanted"
        yield from (f"{notification}: {fault}" for fault in check_notification(notification, deliveries, arrived, now))
    for message_id in arrived_before - known:
        yield f"a message came with a Message-ID of no notice: {message_id or 'none'}"


def check_notification(
    notification: Notification, deliveries: Sequence[Delivery], arrived: Mapping[str, Sequence[str]], now: datetime
) -> Iterator[str]:
    """Say what is wrong with one notification and with the mails that had it."""
    states = {notification.state, *(delivery.state for delivery in deliveries)}
    for delivery in deliveries:
        came = arrived.get(delivery.message_id, ())
        if delivery.state == State.SENT and not came:
            yield "marked as sent, and nothing with its Message-ID came"
        if any(place != name_place(delivery, notification) for place in came):
            yield "it came to somebody else"
    if states & {State.REFUSED, State.GIVEN_UP, Notification.State.UNWANTED}:
        yield "given up"
    rows: list[Notification | Delivery] = [notification, *deliveries]
    if any(row.state == State.WAITING and row.send_at <= now for row in rows):
        yield "due, and not sent"
    # After a pause a question is sent once more: what was dropped meanwhile does not count.
    last = max((delivery.told_at for delivery in deliveries), default=None)
    dropped = {each.channel for each in deliveries if each.state == State.DROPPED and each.told_at == last}
    if notification.state == Notification.State.DROPPED:
        dropped.add("mail")
    if any(is_still_true(notification, channel) for channel in dropped):
        yield "dropped, and still true"


def name_place(delivery: Delivery, notification: Notification) -> str:
    """Return where a delivery goes, as the servers note it."""
    mails = delivery.channel == "mail"
    return str(notification.recipient.email) if mails else f"{delivery.channel}/{notification.recipient_id}"


def is_still_true(notification: Notification, channel: str) -> bool:
    """Tell whether a notification is still true and was not sent by this channel before.

    One that is no longer true was rightly dropped.
    """
    game = notification.game
    player = Player.objects.get(game=game, user=notification.recipient)
    others = Notification.objects.filter(game=game, recipient=notification.recipient)
    later = others.filter(kind=notification.kind, pk__gt=notification.pk)
    if notification.kind in ("turn", "vote", "reminder", "more_time"):
        # The mail of the start says what is asked first: it was written after that.
        start = others.filter(
            kind="started", deliveries__state=State.SENT, deliveries__channel=channel, pk__gt=notification.pk
        )
        was_mailed = notification.kind in ("turn", "vote") and start.exists()
        # After a pause the question is asked again, with the deadline that is true by then.
        was_paused = notification.kind == "more_time" and game.has_paused_since(notification.written_at)
        is_asked = bool(player.owes) and game.paused_at is None and not was_paused
        return is_asked and notification.key == f"{game.code}/{player.owes}" and not was_mailed
    if notification.kind == "missed":
        return game.is_running and player.missed > 0 and not player.stand_in and not later.exists()
    if notification.kind == "stand_in":
        return game.is_running and player.stand_in and not game.stands_still and not later.exists()
    if notification.kind == "deserted":
        return game.is_running and game.stands_still and not later.exists()
    # Those who look at a table when its game starts or ends, when something is proposed, or who did it, know: it is not
    # remembered here who did.
    return notification.kind not in ("started", "over", "pause_proposed", "end_proposed", "spectators_proposed")


def check_clock(closed: Iterable[Closed]) -> Iterator[str]:
    """Say where the clock was early, and which deadline it closed twice."""
    transactions: dict[tuple[int, datetime | None], set[int]] = defaultdict(set)
    for row in closed:
        transactions[row.game, row.due_at].add(row.transaction)
        if row.due_at is None or row.made_at < row.due_at:
            yield f"game {row.game}: the clock was early"
    yield from (f"game {game}: a deadline was closed twice" for (game, _), by in transactions.items() if len(by) > 1)
