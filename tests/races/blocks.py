"""Races of people who are kept apart, and of operators: for seats at a public table, while one is being blocked.

Each function plays one round, returns a word for how it ended, and fails an assertion if something is wrong.
"""

from random import choice, shuffle

from accounts.models import Block, User
from games.models import Act, Game, Player, Report
from games.moderation.services import suspensions
from games.tables.services import lobby
from tests.races.lobby import attempt, joins, require_started
from tests.races.moves import Cast, require_refusals
from tests.tables.builders import open_table


def sit_apart(cast: Cast) -> str:
    """Let two of whom one has blocked the other sit down at a public table, each in two tabs, with another person."""
    host, ada, ben, cleo = cast.people[:4]
    keep_apart(*choice([(ada, ben), (ben, ada)]))
    game = open_public(host, seats=4)
    rivals = [ada, ada, ben, ben, cleo]
    shuffle(rivals)
    answers = cast.racers.at_once(joins(game, rivals))
    require_refusals(answers)
    let_in = {rival for rival, answer in zip(rivals, answers, strict=True) if answer == ""}
    assert set(answers) <= {"", "table_full"}, answers
    assert seated(game) == {host, *let_in}, "a seat is not what its person was told"
    assert cleo in let_in, "kept out by what others have against each other"
    assert len(let_in & {ada, ben}) == 1, "both, or none"
    return "one of the two"


def take_last_seat_apart(cast: Cast) -> str:
    """Let the two, and another, sit down where two seats are free: it is the other who meets one of them."""
    host, ada, ben, cleo = cast.people[:4]
    keep_apart(*choice([(ada, ben), (ben, ada)]))
    game = open_public(host, seats=3)
    rivals = [ada, ben, cleo]
    shuffle(rivals)
    answers = cast.racers.at_once(joins(game, rivals))
    require_refusals(answers)
    require_started(game)
    assert cleo in seated(game)
    assert not {ada, ben} <= seated(game), "they meet"
    return "started"


def sit_while_blocked(cast: Cast) -> str:
    """Let somebody sit down while another who sits there blocks them: once that is said, they meet nowhere else."""
    host, ada, ben = cast.people[:3]
    Block.objects.all().delete()
    by, person = choice([(ada, ben), (ben, ada)])
    game = open_public(host, ada, seats=5)
    *blocked, answer = cast.racers.at_once([*[attempt(keep_apart, by=by, person=person)] * 2, *joins(game, [ben])])
    require_refusals([*blocked, answer])
    assert blocked == ["", ""], blocked
    assert Block.objects.filter(by=by, person=person).count() == 1, "blocked twice, or not at all"
    assert answer in ("", "table_full"), answer
    assert (ben in seated(game)) is (answer == ""), "a seat is not what its person was told"
    other = open_public(host, ada, seats=4)
    assert attempt(lobby.join_game, code=other.code, user=ben)() == "table_full"
    return "met before" if answer == "" else "kept apart"


def judge_at_once(cast: Cast) -> str:
    """Let two operators suspend somebody and close their account, who sits down somewhere meanwhile."""
    host, ben, *operators = cast.people[:4]
    game = open_table(host, seats=5)
    report = Report.objects.create(game=game, reported=ben, reason="insult", context=[])
    acts = [
        attempt(act, report=report, moderator=operator, words="Enough.", **more)
        for operator in operators
        for act, more in ((suspensions.suspend, {"days": 7}), (suspensions.close, {}))
    ]
    answers = cast.racers.at_once([*acts, *joins(game, [ben])])
    require_refusals(answers)
    done = list(Act.objects.filter(report=report).order_by("pk").values_list("kind", flat=True))
    ben.refresh_from_db()
    assert done in (["close"], ["suspend", "close"]), done
    assert (ben.is_active, ben.suspended_until, ben.leaves_at is None) == (False, None, False)
    User.objects.filter(pk=ben.pk).update(is_active=True, suspended_at=None, leaves_at=None)
    ben.refresh_from_db()
    return " and ".join(done)


def open_public(*people: User, seats: int) -> Game:
    """Open a public table; those of earlier rounds are closed, as a host may have five."""
    Game.objects.filter(host=people[0], status=Game.Status.OPEN).update(status=Game.Status.CANCELLED)
    return open_table(*people, seats=seats, is_public=True)


def keep_apart(by: User, person: User) -> None:
    """Let the one block the other, and nobody else anybody, without the limit of an hour."""
    Block.objects.exclude(by=by, person=person).delete()
    Block.objects.get_or_create(by=by, person=person)


def seated(game: Game) -> set[User | None]:
    return {player.user for player in Player.objects.filter(game=game, invited=False, user__isnull=False)}
