"""Games whose rules this code knows. After a step back to an older release there may be others."""

from django.db.models import Q

from games.rules.registry import list_versions


def name_known(path: str = "") -> Q:
    """Return the condition that this code knows the rules of a game, which a row has at `path`, such as `game__`."""
    known = Q(pk__in=[])
    for name, versions in list_versions():
        known |= Q(**{f"{path}title": name, f"{path}rules__in": versions})
    return known
