"""The checks of what was told and prepared find what is planted, and nothing where nothing is."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Delivery, Game, Move, Player
from games.state.table import load_table
from games.tables.services import premoves
from tests.rules.premoves import premoves_of
from tests.tables.builders import asked, make_person, start_table
from tests.torture.builders import game as game
from tests.torture.builders import look_at_mail, play_remembered, send_all
from tools.torture import checks, checks_told
from tools.torture.people import Premove
from tools.torture.processes import slowdown
from tools.torture.sink import Copy

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def copy_at(*moments: datetime) -> dict[str, list[Copy]]:
    """Return what came of the delivery of the first turn: judged at these moments."""
    delivery = Delivery.objects.filter(notification__kind="turn").earliest("notification_id")
    return {delivery.message_id: [Copy("webhook/1", moment, moment) for moment in moments]}


def test_a_question_that_was_told_after_its_answer_is_found(game: Game) -> None:
    play_remembered(game, 1)
    send_all()
    made_at = Move.objects.filter(by="player").earliest("sequence").made_at
    assert list(checks_told.check_truth(copy_at(made_at - MINUTE))) == []
    late = 2 * checks_told.COMMITS_WITHIN * slowdown()
    assert list(checks_told.check_truth(copy_at(made_at - MINUTE, made_at + late))) == [
        f"turn of {game.pk} by mail: told after it was answered"
    ]


@pytest.mark.parametrize(("faults", "is_found"), [([], True), ([MINUTE / 2], False), ([-MINUTE, 2 * MINUTE], True)])
def test_a_copy_is_found_unless_something_was_killed_meanwhile(
    game: Game, faults: Sequence[timedelta], is_found: bool
) -> None:
    send_all()
    now = timezone.now()
    found = list(checks_told.check_copies(copy_at(now, now + MINUTE), [now + fault for fault in faults]))
    assert bool(found) is is_found
    assert list(checks_told.check_copies(copy_at(now), [])) == []


def test_a_channel_that_was_left_out_is_found(game: Game) -> None:
    arrived = send_all()
    assert look_at_mail(arrived) == ""
    found = list(checks.check_mail(arrived, timezone.now(), ("mail", "webhook")))
    assert f"turn of {game.pk}: told by fewer channels than wanted" in found


def test_a_message_to_another_place_is_found(game: Game) -> None:
    arrived = send_all()
    delivery = Delivery.objects.filter(notification__kind="turn").earliest("notification_id")
    Delivery.objects.filter(pk=delivery.pk).update(channel="webhook")
    right = f"webhook/{delivery.notification.recipient_id}"
    assert look_at_mail({**arrived, delivery.message_id: [right]}) == ""
    assert "somebody else" in look_at_mail({**arrived, delivery.message_id: ["webhook/0"]})


def test_what_was_prepared_explains_a_move_and_nothing_else_does() -> None:
    people = [make_person() for _ in range(3)]
    game = start_table(*people, options={"wagers": False})
    memory = play_remembered(game, 1)
    waiting = asked(load_table(game))[0]
    player = Player.objects.get(game=game, seat=waiting)
    table = load_table(game)
    premove = next(
        {slot: value}
        for slot, value in [
            (table.states[-1].plays[0].card.suit, card.code) for card in table.states[-1].hands[waiting]
        ]
        if premoves_of(table.title).answer(table.title.observe(table.states[-1], waiting), {slot: value})
    )
    Player.objects.filter(pk=player.pk).update(premove=premove)
    assert premoves.play_premoves(game.code, timezone.now())
    assert "nobody made" in "\n".join(checks.check_tables(memory))
    assert player.user_id
    assert list(checks.check_tables(memory, [Premove(game.code, player.user_id, premove)])) == []
