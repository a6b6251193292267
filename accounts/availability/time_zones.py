"""IANA time zones and their names."""

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from unicodedata import normalize
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.utils.translation.trans_real import parse_accept_lang_header

UTC = "UTC"
MAIN_ZONES = {"CA": "America/Toronto", "CD": "Africa/Kinshasa", "PF": "Pacific/Tahiti"}


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(gettext_lazy("Unknown time zone."), code="time_zone")


def read_time_zone(named: object) -> str:
    """Return the time zone that a browser named, or "" if there is no such zone."""
    return find_current_name(str(named or ""))


def find_current_name(name: str) -> str:
    """Return the current name of a zone, such as `Asia/Kolkata` for the alias `Asia/Calcutta`.

    Return "" unless the zone is a place or UTC.
    """
    if name == UTC or name in list_places():
        return name
    target = _read_links().get(name, "")
    return target if target in list_places() else ""


@cache
def list_places() -> frozenset[str]:
    return frozenset(line.split("\t")[2] for line in _read_zone_table())


@cache
def _read_zone_table() -> list[str]:
    lines = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def guess_time_zone(accepted: str) -> str:
    """Guess a time zone from the first country of an `Accept-Language` header."""
    regions = [language.partition("-")[2].upper() for language, _ in parse_accept_lang_header(accepted)]
    return next((_find_zone_of(region) for region in regions if region), "")


@lru_cache(maxsize=1000)
def _find_zone_of(country: str) -> str:
    if country in MAIN_ZONES:
        return MAIN_ZONES[country]
    zones = [line.split("\t")[2] for line in _read_zone_table() if line.startswith(f"{country}\t")]
    return zones[0] if len(zones) == 1 else ""


@cache
def _read_links() -> Mapping[str, str]:
    """Map aliases to zones."""
    lines = files("tzdata").joinpath("zoneinfo", "tzdata.zi").read_text("utf-8").splitlines()
    links = (line.split() for line in lines if line.startswith("L "))
    return {name: target for _, target, name in links}


def name_place(zone: str) -> str:
    """Return the place of a zone, translated, or IANA's name for zones that are not on offer."""
    for places in REGIONS.values():
        if zone in places:
            return gettext(places[zone])
    area, _, place = zone.partition("/")
    return (place or area).replace("_", " ").replace("/", ", ")


Choice = tuple[str, str]


def offer_time_zones(kept: str = "") -> list[Choice | tuple[str, list[Choice]]]:
    """Return the choices of a form. The zone `kept` is always among them."""
    offered = {zone for places in REGIONS.values() for zone in places} | {UTC}
    own = [(kept, name_place(kept))] if kept and kept not in offered else []
    return [*own, *((gettext(region), _sort_places(places)) for region, places in REGIONS.items()), (UTC, UTC)]


def _sort_places(places: Mapping[str, str]) -> list[Choice]:
    named = [(zone, gettext(name)) for zone, name in places.items()]
    return sorted(named, key=lambda choice: (choice[0] != "Europe/Paris", normalize("NFKD", choice[1]).casefold()))


REGIONS: Mapping[str, Mapping[str, str]] = {
    "France": {
        "Europe/Paris": "Paris",
        "America/Cayenne": gettext_noop("French Guiana"),
        "America/Guadeloupe": "Guadeloupe",
        "America/Martinique": "Martinique",
        "Indian/Mayotte": "Mayotte",
        "Pacific/Noumea": "Nouméa",
        "Indian/Reunion": gettext_noop("Réunion"),
        "America/Miquelon": gettext_noop("Saint Pierre and Miquelon"),
        "Pacific/Tahiti": "Tahiti",
        "Pacific/Marquesas": gettext_noop("Marquesas Islands"),
        "Pacific/Wallis": gettext_noop("Wallis and Futuna"),
    },
    "Europe": {
        "Europe/Amsterdam": "Amsterdam",
        "Europe/Athens": gettext_noop("Athens"),
        "Atlantic/Azores": gettext_noop("Azores"),
        "Europe/Belgrade": "Belgrade",
        "Europe/Berlin": "Berlin",
        "Europe/Brussels": gettext_noop("Brussels"),
        "Europe/Bucharest": gettext_noop("Bucharest"),
        "Europe/Budapest": "Budapest",
        "Europe/Copenhagen": gettext_noop("Copenhagen"),
        "Europe/Dublin": "Dublin",
        "Europe/Helsinki": "Helsinki",
        "Europe/Istanbul": "Istanbul",
        "Europe/Kyiv": "Kyiv",
        "Europe/Lisbon": gettext_noop("Lisbon"),
        "Europe/London": gettext_noop("London"),
        "Europe/Luxembourg": "Luxembourg",
        "Europe/Madrid": "Madrid",
        "Europe/Moscow": gettext_noop("Moscow"),
        "Europe/Oslo": "Oslo",
        "Europe/Prague": "Prague",
        "Atlantic/Reykjavik": "Reykjavik",
        "Europe/Rome": "Rome",
        "Europe/Sofia": "Sofia",
        "Europe/Stockholm": "Stockholm",
        "Europe/Vienna": gettext_noop("Vienna"),
        "Europe/Warsaw": gettext_noop("Warsaw"),
        "Europe/Zurich": "Zurich",
    },
    gettext_noop("Americas"): {
        "America/Anchorage": "Anchorage",
        "America/Bogota": gettext_noop("Bogotá"),
        "America/Argentina/Buenos_Aires": "Buenos Aires",
        "America/Caracas": "Caracas",
        "America/Chicago": "Chicago",
        "America/Denver": "Denver",
        "America/Guatemala": "Guatemala",
        "America/Halifax": "Halifax",
        "America/Havana": gettext_noop("Havana"),
        "Pacific/Honolulu": "Honolulu",
        "America/La_Paz": "La Paz",
        "America/Lima": "Lima",
        "America/Los_Angeles": "Los Angeles",
        "America/Manaus": "Manaus",
        "America/Mexico_City": gettext_noop("Mexico City"),
        "America/Montevideo": "Montevideo",
        "America/New_York": "New York",
        "America/Panama": "Panama",
        "America/Phoenix": "Phoenix",
        "America/Port-au-Prince": "Port-au-Prince",
        "America/Regina": "Regina",
        "America/Santiago": "Santiago",
        "America/Sao_Paulo": "São Paulo",
        "America/St_Johns": gettext_noop("St. John’s"),
        "America/Toronto": "Toronto",
        "America/Vancouver": "Vancouver",
        "America/Winnipeg": "Winnipeg",
    },
    gettext_noop("Africa"): {
        "Africa/Abidjan": "Abidjan",
        "Africa/Addis_Ababa": gettext_noop("Addis Ababa"),
        "Africa/Algiers": gettext_noop("Algiers"),
        "Indian/Antananarivo": "Antananarivo",
        "Africa/Cairo": gettext_noop("Cairo"),
        "Africa/Casablanca": "Casablanca",
        "Africa/Dakar": "Dakar",
        "Africa/Djibouti": "Djibouti",
        "Africa/Douala": "Douala",
        "Africa/Johannesburg": "Johannesburg",
        "Africa/Kinshasa": "Kinshasa",
        "Africa/Lagos": "Lagos",
        "Africa/Lubumbashi": "Lubumbashi",
        "Indian/Mauritius": gettext_noop("Mauritius"),
        "Africa/Nairobi": "Nairobi",
        "Africa/Tripoli": "Tripoli",
        "Africa/Tunis": "Tunis",
    },
    gettext_noop("Asia"): {
        "Asia/Almaty": "Almaty",
        "Asia/Baghdad": gettext_noop("Baghdad"),
        "Asia/Bangkok": "Bangkok",
        "Asia/Beirut": gettext_noop("Beirut"),
        "Asia/Dhaka": gettext_noop("Dhaka"),
        "Asia/Dubai": gettext_noop("Dubai"),
        "Asia/Ho_Chi_Minh": gettext_noop("Ho Chi Minh City"),
        "Asia/Hong_Kong": "Hong Kong",
        "Asia/Jakarta": "Jakarta",
        "Asia/Jerusalem": gettext_noop("Jerusalem"),
        "Asia/Kabul": gettext_noop("Kabul"),
        "Asia/Karachi": "Karachi",
        "Asia/Kathmandu": gettext_noop("Kathmandu"),
        "Asia/Kolkata": gettext_noop("Kolkata"),
        "Asia/Manila": gettext_noop("Manila"),
        "Asia/Novosibirsk": gettext_noop("Novosibirsk"),
        "Asia/Riyadh": gettext_noop("Riyadh"),
        "Asia/Seoul": gettext_noop("Seoul"),
        "Asia/Shanghai": "Shanghai",
        "Asia/Singapore": gettext_noop("Singapore"),
        "Asia/Taipei": "Taipei",
        "Asia/Tashkent": gettext_noop("Tashkent"),
        "Asia/Tbilisi": gettext_noop("Tbilisi"),
        "Asia/Tehran": gettext_noop("Tehran"),
        "Asia/Tokyo": "Tokyo",
        "Asia/Vladivostok": "Vladivostok",
        "Asia/Yangon": gettext_noop("Yangon"),
        "Asia/Yekaterinburg": gettext_noop("Yekaterinburg"),
    },
    gettext_noop("Oceania"): {
        "Australia/Adelaide": gettext_noop("Adelaide"),
        "Pacific/Auckland": "Auckland",
        "Australia/Brisbane": "Brisbane",
        "Australia/Darwin": "Darwin",
        "Pacific/Fiji": gettext_noop("Fiji"),
        "Pacific/Guam": "Guam",
        "Australia/Perth": "Perth",
        "Australia/Sydney": "Sydney",
    },
}
"""Zones on offer, by region. France comes first, like the first players."""
