"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Areas in which people live; the rest of the IANA list are aliases and fixed offsets.
AREAS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip


@cache
def list_time_zones() -> tuple[str, ...]:
    """Return the names a person may choose from, sorted, `UTC` last."""
    places = (name for name in available_timezones() if name.partition("/")[0] in AREAS and "/" in name)
    return (*sorted(places), "UTC")


def read_time_zone(named: object) -> str:
    """Return the zone that a browser names, or nothing for one that the settings do not offer; none is an error."""
    name = str(named or "")
    return name if name in list_time_zones() else ""


def validate_time_zone(name: str) -> None:
    """Raise `ValidationError` unless `name` is an IANA time zone such as `Europe/Paris`."""
    if name not in available_timezones():
        raise ValidationError(_("Unknown time zone."), code="time_zone")
