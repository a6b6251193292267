"""Founds and changes circles: members, owners, tables. For people outside, a circle does not exist."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.emails import send_account_email
from accounts.models import User
from accounts.names.display_names import fold_name
from accounts.rate_limits import take_use
from games.circles.selectors import is_closed_to
from games.clock.table_clock import DEFAULT_BANK
from games.models import Circle, Game, Member, Player, Terms
from games.models.known_rules import name_known
from games.notifications import outbox
from games.notifications.emails import make_link
from games.people.selectors.blocks import is_kept_apart, leave_out_blocked
from games.people.selectors.recent_players import list_recent_players
from games.rules.engine.errors import InvalidOption
from games.rules.registry import get_title
from games.state.refusals import Refusal
from games.tables.services.lobby import free_seat, open_game, renew_invitation
from games.tables.services.seats import announce_unlocked
from games.tables.services.terms import fit_options
from insidejob.codes import make_code
from insidejob.untranslated import break_links

MAX_CIRCLES = 20
MAX_MEMBERS = 30
INVITATIONS_AN_HOUR = 30
USUAL_TERMS = Terms(bank=DEFAULT_BANK, sleeps=True, vacations=True)
"""The terms of a circle's first table, as in the form of a new table."""


@contextmanager
def _lock_circle(code: str, member: User) -> Iterator[Circle]:
    """Lock a circle. Raises `Http404` unless `member` belongs to it."""
    with transaction.atomic():
        # `no_key`: holders of a game may check its key to commit.
        circle = get_object_or_404(Circle.objects.select_for_update(no_key=True), code=code)
        if not circle.members.filter(user=member, invited=False).exists():
            raise Http404
        yield circle


@contextmanager
def lock_owned(code: str, owner: User) -> Iterator[Circle]:
    """Lock a circle. Raises `Refusal("not_owner")` to members who do not own it."""
    with _lock_circle(code, owner) as circle:
        if circle.owner_id != owner.pk:
            raise Refusal("not_owner")
        yield circle


@transaction.atomic
def make_circle(*, owner: User, name: str) -> Circle:
    _require_few(owner)
    _require_new_name(owner, name)
    circle = Circle.objects.create(name=name, owner=owner)
    Member.objects.create(circle=circle, user=owner)
    return circle


def rename_circle(*, code: str, owner: User, name: str) -> None:
    """Rename a circle. The new name is shown even if moderators hid the old one."""
    with lock_owned(code, owner) as circle:
        _require_new_name(owner, name, besides=circle)
        circle.is_name_hidden &= fold_name(name) == fold_name(circle.name)
        circle.name = name
        circle.save(update_fields=["name", "is_name_hidden"])


def _require_new_name(user: User, name: str, besides: Circle | None = None) -> None:
    mine = Circle.objects.filter(members__user=user, members__invited=False)
    others = mine.exclude(pk=besides.pk) if besides else mine
    if fold_name(name) in {fold_name(other) for other in others.values_list("name", flat=True)}:
        raise Refusal("circle_name")


def _require_few(user: User) -> None:
    """Raise `Refusal` if a user is in too many circles.

    Their row is locked, so that concurrent requests are counted one after another.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if Member.objects.filter(user=user, invited=False).count() >= MAX_CIRCLES:
        raise Refusal("many_circles")


@transaction.atomic
def join_circle(*, key: str, user: User) -> Circle:
    """Join a circle by its link.

    Raises `Http404` if the key is invalid or there is a block between the user and a member.
    """
    circle = get_object_or_404(Circle.objects.select_for_update(), invitation=key)
    if is_closed_to(circle, user):
        raise Http404
    _let_in(circle, user)
    return circle


def _let_in(circle: Circle, user: User) -> None:
    row = circle.members.filter(user=user).first()
    if row and not row.invited:
        return
    if user.is_guest:
        raise Refusal("guest")
    _require_few(user)
    if row is None and circle.members.count() >= MAX_MEMBERS:
        raise Refusal("circle_full")
    if row is not None:
        row.delete()
    # A new row keeps the order of joining.
    Member.objects.create(circle=circle, user=user)


def renew_link(*, code: str, owner: User) -> None:
    with lock_owned(code, owner) as circle:
        _change_link(circle)


def _change_link(circle: Circle) -> None:
    circle.invitation = make_code()
    circle.save(update_fields=["invitation"])


def invite_member(*, code: str, owner: User, person: str) -> None:
    """Invite a recent player of the owner, given by the code of their profile. A block hides the invitation."""
    with lock_owned(code, owner) as circle:
        user = next((each for each in list_recent_players(owner) if each.code == person), None)
        if user is None or circle.members.filter(user=user).exists():
            raise Refusal("not_askable")
        if circle.members.count() >= MAX_MEMBERS:
            raise Refusal("circle_full")
        if not take_use("circle", str(owner.pk), INVITATIONS_AN_HOUR):
            raise Refusal("many_invitations")
        Member.objects.create(circle=circle, user=user, invited=True)


@transaction.atomic
def answer_invitation(*, code: str, user: User, accepts: bool) -> None:
    circle = get_object_or_404(Circle.objects.select_for_update(), code=code)
    row = circle.members.filter(user=user, invited=True).first()
    # A block between the user and a member hides the invitation.
    if row is None or is_closed_to(circle, user):
        raise Http404
    if accepts:
        _let_in(circle, user)
    else:
        row.delete()


def leave_circle(*, code: str, user: User) -> str:
    """Leave a circle, and return its name.

    The owner can only leave as the last member, and then the circle is deleted.
    """
    with _lock_circle(code, user) as circle:
        others = circle.members.exclude(user=user).filter(invited=False)
        if circle.owner_id == user.pk and others.exists():
            raise Refusal("owner_stays")
        kept = _list_kept_seats(circle, user)
        _take_out(circle, user)
    _give_back_seats(kept, user)
    return circle.shown_name


def _list_kept_seats(circle: Circle, user: User) -> list[str]:
    kept = Player.objects.filter(user=user, invited=True, game__circle=circle, game__status=Game.Status.OPEN)
    return list(kept.values_list("game__code", flat=True))


def _give_back_seats(codes: Iterable[str], user: User) -> None:
    """Free the seats that are kept for the user at these tables.

    The circle must not be locked meanwhile, because others lock a game first and then the circle.
    """
    for code in codes:
        # It may have just been cancelled.
        with suppress(Refusal):
            free_seat(code=code, user=user)


def _take_out(circle: Circle, user: User) -> None:
    """Take a user out of a circle.

    A circle that they own passes to the member who joined first among those who can sign in, or is deleted if there is
    none.
    """
    circle.members.filter(user=user).delete()
    if circle.owner_id != user.pk:
        return
    heir = _find_heir(circle)
    if heir is None:
        circle.delete()
    else:
        _give_to(circle, heir)


def _find_heir(circle: Circle) -> User | None:
    """Return the other member who joined first, if possible one who can sign in."""
    others = circle.members.filter(invited=False).exclude(user=circle.owner_id).select_related("user")
    row = others.order_by("-user__is_active", "pk").first()
    return row.user if row else None


def pass_circles_on(user: User) -> None:
    """Pass on the circles of a user who is shut out without end, where a member can sign in.

    The user stays a member. If they come back, the new owner can hand the circle over to them.
    """
    for pk in user.owned_circles.values_list("pk", flat=True):
        with transaction.atomic():
            circle = Circle.objects.select_for_update(no_key=True).filter(pk=pk, owner=user).first()
            heir = _find_heir(circle) if circle else None
            if circle and heir and heir.is_active:
                _give_to(circle, heir)


def pass_stuck_circles_on() -> None:
    """Pass on all circles whose owner is shut out without end, and where a member can sign in by now."""
    owners = User.objects.filter(owned_circles__isnull=False, suspended_at__isnull=False, suspended_until=None)
    for owner in owners.distinct():
        pass_circles_on(owner)


def _give_to(circle: Circle, member: User) -> None:
    """Make a member the owner of the circle and the host of its open weekly tables."""
    circle.owner = member
    circle.save(update_fields=["owner"])
    tables = circle.games.filter(status=Game.Status.OPEN, settle_at__isnull=False)
    tables.update(host=member)
    for code in tables.values_list("code", flat=True):
        announce_unlocked(code)
    named = break_links(circle.shown_name)
    send_account_email(member, "circle_given", circle=named, link=make_link("games:circle", circle.code))


def remove_member(*, code: str, owner: User, person: str) -> None:
    with lock_owned(code, owner) as circle:
        row = _find_other(circle, owner, person)
        kept = _list_kept_seats(circle, row.user)
        row.delete()
        if not row.invited:
            _change_link(circle)
    _give_back_seats(kept, row.user)
    if not row.invited:
        _renew_invitations(circle)


def _renew_invitations(circle: Circle) -> None:
    """Change the links of a circle's open tables, so that a removed member cannot sit down.

    Members need no link. The circle must not be locked meanwhile, because others lock a game first and then the circle.
    """
    for code in circle.games.filter(status=Game.Status.OPEN).values_list("code", flat=True):
        # It may have just started, or be of newer rules.
        with suppress(Refusal):
            renew_invitation(code=code)


def hand_over_circle(*, code: str, owner: User, person: str) -> User:
    """Make a member the owner, and return them. Raises `Refusal("no_owner")` for members who cannot sign in."""
    with lock_owned(code, owner) as circle:
        row = _find_other(circle, owner, person)
        if row.invited:
            raise Refusal("no_member")
        if not row.user.is_active:
            raise Refusal("no_owner")
        _give_to(circle, row.user)
    return row.user


def _find_other(circle: Circle, owner: User, person: str) -> Member:
    """Return a member by the code of their profile. Raises `Refusal("no_member")` for strangers and for the owner."""
    row = circle.members.select_related("user").filter(user__code=person).exclude(user=owner).first()
    if row is None:
        raise Refusal("no_member")
    return row


def leave_circles(user: User) -> None:
    for row in Member.objects.filter(user=user):
        with transaction.atomic():
            _take_out(Circle.objects.select_for_update(no_key=True).get(pk=row.circle_id), user)


def open_for_circle(*, code: str, user: User, title: str, options: Mapping[str, Any]) -> Game:
    """Open a table for a circle with the choices of its last table of the title.

    `options` are for the circle's first table of a title. If there are enough seats, one is kept for each member who
    accepts invitations and is not blocked by the user.

    Raises `Http404` to people outside, and the errors of `open_game`.
    """
    with _lock_circle(code, user) as circle:
        dealt = circle.games.filter(name_known(), title=title).exclude(status=Game.Status.CANCELLED)
        last, others = dealt.order_by("-pk").first(), _list_others(circle, user)
        if last is None:
            seats = get_title(title).SEATS
            count, terms = min(max(len(others) + 1, min(seats)), max(seats)), USUAL_TERMS
        else:
            count, terms = find_seats(last), replace(last.terms, is_public=False)
            options = fit_options(last, count)
        game = open_game(host=user, title=title, seat_count=count, options=options, terms=terms, circle=circle)
        if len(others) < count:
            asked = [other for other in others if other.takes_invitations]
            _keep_seats(game, leave_out_blocked(user, asked))
    return game


def find_seats(game: Game) -> int:
    """Return how many seats the table of a game had, or how many it began with if its options suit no more."""
    seats = game.planned_seats or game.seat_count
    try:
        fit_options(game, seats)
    except InvalidOption:
        return game.seat_count
    return seats


def _list_others(circle: Circle, user: User) -> list[User]:
    members = circle.members.filter(invited=False, user__is_active=True, user__leaves_at=None).exclude(user=user)
    return [row.user for row in members.select_related("user")]


def _keep_seats(game: Game, people: list[User]) -> None:
    """Keep seats for these people and notify those that no block keeps apart from the host."""
    for player, user in zip(game.players.filter(user=None), people, strict=False):
        player.user, player.invited = user, True
        player.save(update_fields=["user", "invited"])
        if not is_kept_apart(user, [Player(user_id=game.host_id)]):
            outbox.write_invited(game, player)
