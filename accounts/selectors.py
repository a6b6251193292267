"""Reads users and names."""

from itertools import count

from allauth.account.models import EmailAddress
from django.db.models import Q
from django.dispatch import Signal

from accounts.models import User
from accounts.names.display_names import NAME_LENGTH, fold_name, tidy_name
from accounts.names.joiners import drop_unseen
from accounts.names.look_alikes import skeletonize

name_wanted = Signal()
"""Receivers return True if the name is not free to the user."""


def is_name_taken(name: str, by_other_than: User | None = None) -> bool:
    """Whether a name, or one that looks like it, belongs to another user or is kept by a receiver of `name_wanted`."""
    people = User.objects.filter(Q(name_key=fold_name(name)) | Q(name_skeleton=skeletonize(name)))
    if by_other_than is not None:
        people = people.exclude(pk=by_other_than.pk)
    return people.exists() or is_name_kept(name, by_other_than)


def is_name_kept(name: str, person: User | None) -> bool:
    return any(kept for _, kept in name_wanted.send(User, name=name, person=person))


def suggest_name(name: str, person: User | None = None) -> str:
    name = tidy_name(name)
    numbered = (f"{drop_unseen(name[: NAME_LENGTH - len(str(n)) - 1])} {n}" for n in count(2))
    return next(suggestion for suggestion in numbered if not is_name_taken(suggestion, person))


def find_owner(email: str) -> User | None:
    mine = Q(email=email.lower()) | Q(emailaddress__email=email.lower(), emailaddress__verified=True)
    return User.objects.filter(mine).distinct().first()


def find_reachable_address(user: User) -> str:
    """Return the main address, or another confirmed one if the main one refuses email and there is another."""
    main = str(user.email)
    if user.mail_refused_at is None:
        return main
    others = EmailAddress.objects.filter(user=user, verified=True).exclude(email=main).order_by("pk")
    return others.values_list("email", flat=True).first() or main
