from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, User
from accounts.services import create_guest, remove_guest, rename
from games.models import FormerPlayer, Game, Message, Muting, Player, Report
from games.models.report import pass_reports
from games.notifications import outbox
from games.people.selectors.blocks import is_kept_apart
from games.people.selectors.bot_owners import had_bot_there, shares_secrets
from games.state.names import is_anothers_name
from games.state.refusals import Refusal
from games.state.table import load_players
from games.tables.services.lobby import join_game
from games.tables.services.moves import lock_game, lock_table
from games.tables.services.notes import hand_over
from games.tables.services.quotas import require_place
from games.tables.services.seats import announce
from insidejob.cache_stamps import forget_stamps, name_games


def seat_guest(
    *, code: str, guest: User | None, name: str, language: str, time_zone: str, wish: str = "", key: str = ""
) -> User:
    """Seat `guest`, or a new account, which is undone if seating fails. Raises `NameTaken` and `ManyNames`."""
    if guest is not None:
        # A separate transaction: waiting for a name must not hold a lock on the table.
        person = User.objects.get(pk=guest.pk)
        rename(person, display_name=name)
        join_game(code=code, user=person, wish=wish, key=key)
        return person
    with transaction.atomic():
        person = create_guest(language=language, time_zone=time_zone, display_name=name)
        join_game(code=code, user=person, wish=wish, key=key)
    return person


def pass_seats(guest: User, user: User) -> tuple[int, int]:
    """Pass a guest's seats, and what they left at other tables, to the account they signed in to.

    Return how many seats passed and how many did not. A seat stays if the user sits or sat at that table, or may
    not. A guest without seats left is deleted.
    """
    seats = Player.objects.filter(user=guest).order_by("pk").values_list("game__code", flat=True)
    passed = [_pass_seat(code, guest, user) for code in list(seats)]
    for code in _list_left(guest):
        _pass_left(code, guest, user)
    _carry_over(guest, user)
    if all(passed):
        remove_guest(guest)
    return passed.count(True), passed.count(False)


def _carry_over(guest: User, user: User) -> None:
    for block in Block.objects.filter(person=guest).exclude(by=user):
        Block.objects.get_or_create(by=block.by, person=user, defaults={"made_at": block.made_at})
    if guest.talk_stopped_until and guest.talk_stopped_until > (user.talk_stopped_until or guest.joined_at):
        user.talk_stopped_until = guest.talk_stopped_until
        user.save(update_fields=["talk_stopped_until"])


def _pass_seat(code: str, guest: User, user: User) -> bool:
    with lock_game(code, needs_rules=False) as game:
        players = load_players(game)
        others = [player for player in players if player.user_id != guest.pk]
        if len(others) == len(players):
            return True
        if not _may_pass(game, others, user):
            return False
        Player.objects.filter(game=game, user=guest).update(user=user)
        Game.objects.filter(pk=game.pk, host=guest).update(host=user)
        _pass_traces(game, guest, user)
        announce(game)
        game.end_streams()
        forget_stamps(name_games(user.pk))
    return True


def _list_left(guest: User) -> list[str]:
    """Return the codes of the games where a guest had a seat, or that a report of theirs or about them is of."""
    former = FormerPlayer.objects.filter(user=guest).values("game")
    reported = Report.objects.filter(Q(reporter=guest) | Q(reported=guest)).values("game")
    games = Game.objects.filter(Q(pk__in=former) | Q(pk__in=reported)).exclude(players__user=guest)
    return list(games.order_by("pk").values_list("code", flat=True))


def _pass_left(code: str, guest: User, user: User) -> None:
    """Pass what a guest left at a table where they have no seat any more. No one there sees a difference."""
    with lock_game(code, needs_rules=False) as game:
        _pass_traces(game, guest, user)


def _pass_traces(game: Game, guest: User, user: User) -> None:
    FormerPlayer.objects.filter(game=game, user=guest).update(user=user)
    Game.objects.filter(pk=game.pk, first_host=guest).update(first_host=user)
    Message.objects.filter(game=game, author=guest).update(author=user)
    for muting in Muting.objects.filter(Q(by=guest) | Q(person=guest), game=game):
        by, person = (user.pk if each == guest.pk else each for each in (muting.by_id, muting.person_id))
        if by != person:
            Muting.objects.get_or_create(game=game, by_id=by, person_id=person)
        muting.delete()
    hand_over(game, guest, user)
    pass_reports(game, guest, user)


def _may_pass(game: Game, others: list[Player], user: User) -> bool:
    if any(player.user_id == user.pk for player in others) or game.former_players.filter(user=user).exists():
        return False
    if game.status == Game.Status.OPEN and is_anothers_name(user.display_name, user, Game.objects.filter(pk=game.pk)):
        return False
    if game.status not in Game.GOING:
        return True
    try:
        require_place(user)
    except Refusal:
        return False
    return not is_kept_apart(user, others) and not shares_secrets(user, others) and not had_bot_there(user, game)


def tell_what_waits(user: User) -> None:
    """Notify a former guest of the tables that wait for them.

    A guest has no address, so these notifications were not written before.
    """
    waiting = Player.objects.filter(user=user, game__status=Game.Status.RUNNING).exclude(owes="")
    for code in list(waiting.order_by("pk").values_list("game__code", flat=True)):
        with suppress(Refusal), lock_table(code) as table:
            outbox.write_asked(table)
