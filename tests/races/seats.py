"""Races for a seat that a stand-in keeps: several who follow its link, and its owner who comes back.

Each function plays one round, returns a word for how it ended, and fails an assertion if something is wrong.
"""

from games.models import FormerPlayer, Notification, Player
from games.tables.services import stand_ins, substitutes
from tests.races.deadlines import store_person_turn
from tests.races.lobby import attempt
from tests.races.moves import Cast, read_back, require_refusals
from tests.tables.builders import asked


def take_over_at_once(cast: Cast) -> str:
    """Let three people, one of them in two tabs, follow the link to a seat while its owner takes it back in two."""
    table = store_person_turn(cast)
    seat, code = (asked(table)[0] + 1) % len(table.players), table.game.code
    Player.objects.filter(game=table.game, seat=seat).update(stand_in=True, link="token", opened_by=0)
    owner, rivals = table.players[seat].user, cast.people[-3:]
    assert owner is not None
    sits = [attempt(substitutes.sit_in, code=code, user=rival, token="token") for rival in [*rivals, rivals[0]]]
    back = [attempt(stand_ins.take_back, code=code, user=owner)] * 2
    answers = cast.racers.at_once([*sits, *back])
    require_refusals(answers)
    assert set(answers) <= {"", "seat_gone", "not_seated"}, answers
    let_in = {rival for rival, answer in zip([*rivals, rivals[0]], answers, strict=False) if answer == ""}
    player = Player.objects.get(game=table.game, seat=seat)
    assert (player.stand_in, player.link) == (False, "")
    read_back(table)
    if player.user == owner:
        assert not let_in, "told to sit, and does not"
        return "owner back"
    assert let_in == {player.user}, "another than the one who was let in"
    assert answers[len(sits) :] == ["not_seated"] * 2, "given back, and taken over"
    assert FormerPlayer.objects.filter(game=table.game, user=owner).count() == 1
    assert Notification.objects.filter(game=table.game, kind="replaced").count() == 1
    return "taken over"
