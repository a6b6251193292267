"""Games with rules that this code knows. Newer releases may have opened others."""

from django.db.models import Q

from games.rules.registry import list_versions


def name_known(path: str = "") -> Q:
    """Return a condition on games whose rules this code knows. `path` leads to a game, such as `game__`."""
    known = Q(pk__in=[])
    for name, versions in list_versions():
        known |= Q(**{f"{path}title": name, f"{path}rules__in": versions})
    return known
