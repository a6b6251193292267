"""What is read about people."""

from itertools import count

from django.db.models import Q

from accounts.look_alikes import skeletonize
from accounts.models import User
from accounts.names import NAME_LENGTH, fold_name, tidy_name


def is_name_taken(name: str, by_other_than: User | None = None) -> bool:
    """Return whether another person has a name that reads or looks like `name`."""
    people = User.objects.filter(Q(name_key=fold_name(name)) | Q(name_skeleton=skeletonize(name)))
    if by_other_than is not None:
        people = people.exclude(pk=by_other_than.pk)
    return people.exists()


def suggest_name(name: str) -> str:
    """Return a free name close to `name`: the first free number is put behind it."""
    name = tidy_name(name)
    numbered = (f"{name[: NAME_LENGTH - len(str(n)) - 1]} {n}" for n in count(2))
    return next(suggestion for suggestion in numbered if not is_name_taken(suggestion))


def find_owner(email: str) -> User | None:
    """Return the person to whom the address `email` belongs, if there is one."""
    mine = Q(email=email.lower()) | Q(emailaddress__email=email.lower(), emailaddress__verified=True)
    return User.objects.filter(mine).distinct().first()
