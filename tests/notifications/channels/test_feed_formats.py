"""Feed and calendar are what their standards ask for: RFC 4287 and RFC 5545."""

import re
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from pytest_django import Settings

from accounts.models import User
from games.models import Contact
from games.notifications import contacts
from tests.builders_people import make_person
from tests.notifications.email.builders import ask_somebody

pytestmark = pytest.mark.django_db
ATOM, LANG = "{http://www.w3.org/2005/Atom}", "{http://www.w3.org/XML/1998/namespace}lang"
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
ONCE, AT_MOST_ONCE = ("id", "title", "updated"), ("subtitle", "generator", "icon", "logo", "rights", "summary")
KNOWN = {*ONCE, *AT_MOST_ONCE, "author", "contributor", "category", "link", "entry", "published", "content", "source"}
MOST_OCTETS = 75


def fetch(person: User, name: str) -> tuple[str, bytes]:
    """Return the address of a person's feed or calendar, and what is there."""
    secret = Contact.objects.get(user=person, channel=contacts.FEED).secret
    path = reverse(f"games:{name}", args=[secret])
    answer = Client().get(path)
    assert answer.status_code == 200
    kind = answer["Content-Type"]
    assert kind == ("application/atom+xml; charset=utf-8" if name == "feed_atom" else "text/calendar; charset=utf-8")
    return f"https://insidejob.example{path}", answer.content


def is_uri(text: str | None) -> bool:
    """Tell whether a text is an absolute address: RFC 3986 without a fragment, in ASCII."""
    parts = urlsplit(text or "")
    return bool(parts.scheme and (parts.netloc or parts.path)) and (text or "").isascii() and " " not in (text or "")


def find_faults(element: ET.Element, *, is_signed: bool = False) -> list[str]:
    """Return what is wrong with a feed or an entry (RFC 4287, sections 4.1.1 to 4.2.15)."""
    faults = [f"{name}: not once" for name in ONCE if len(element.findall(ATOM + name)) != 1]
    faults += [f"{name}: twice" for name in (*AT_MOST_ONCE, "published") if len(element.findall(ATOM + name)) > 1]
    faults += [f"{child.tag}: unknown" for child in element if child.tag.removeprefix(ATOM) not in KNOWN]
    authors = element.findall(f"{ATOM}author")
    if not authors and not is_signed:
        faults.append("author: none")
    faults += ["author: no name" for author in authors if not author.findtext(f"{ATOM}name")]
    if not is_uri(element.findtext(f"{ATOM}id")):
        faults.append("id: no address")
    for name in ("updated", "published"):
        faults += [f"{name}: no date" for found in element.findall(ATOM + name) if not DATE.fullmatch(found.text or "")]
    return faults + find_bad_links(element)


def find_bad_links(element: ET.Element) -> list[str]:
    """Return what is wrong with the links of a feed or an entry (sections 4.1.2 and 4.2.7)."""
    links = element.findall(f"{ATOM}link")
    types = [(link.get("rel", "alternate"), link.get("type"), link.get("hreflang")) for link in links]
    alternates = [kind for kind in types if kind[0] == "alternate"]
    faults = [f"link: {link.get('href')}" for link in links if not is_uri(link.get("href"))]
    if len(alternates) != len(set(alternates)):
        faults.append("link: two alternates")
    if not alternates and element.find(f"{ATOM}content") is None:
        faults.append("link: no alternate")
    return faults


def read_own_link(feed: ET.Element) -> list[str | None]:
    return [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]


@pytest.mark.parametrize("waits", [True, False])
def test_the_feed_is_valid(waits: bool, settings: Settings) -> None:
    settings.SITE_ADDRESS = "https://insidejob.example"
    person = ask_somebody().person if waits else make_person()
    contacts.connect(person, contacts.FEED)
    address, content = fetch(person, "feed_atom")
    feed = ET.fromstring(content)  # noqa: S314
    assert feed.tag == f"{ATOM}feed"
    assert feed.get(LANG) == person.language
    assert find_faults(feed) == []
    assert read_own_link(feed) == [address]
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == waits
    assert [find_faults(entry, is_signed=True) for entry in entries] == [[]] * len(entries)
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)


def test_two_people_have_two_feeds_and_one_keeps_its_name() -> None:
    names = []
    for person in (make_person(), make_person()):
        for _ in range(2):
            contacts.connect(person, contacts.FEED)
            names.append(ET.fromstring(fetch(person, "feed_atom")[1]).findtext(f"{ATOM}id"))  # noqa: S314
    assert names[0] == names[1] != names[2] == names[3]


@pytest.mark.parametrize("waits", [True, False])
def test_the_calendar_is_valid(waits: bool) -> None:
    person = ask_somebody().person if waits else make_person(language="fr")
    contacts.connect(person, contacts.FEED)
    _, content = fetch(person, "feed_calendar")
    lines = content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert lines[-2:] == [b"END:VCALENDAR", b""]
    assert not any(b"\n" in line or len(line) > MOST_OCTETS for line in lines)
    calendar: Any = Calendar.from_ical(content)
    assert (calendar["VERSION"], bool(calendar["PRODID"])) == ("2.0", True)
    assert calendar.subcomponents, "a calendar holds at least one component"
    events = calendar.walk("VEVENT")
    assert len(events) == waits
    for event in events:
        assert {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY"} <= set(event)
        assert event["DTSTART"].dt < event["DTEND"].dt
        assert event["DTSTAMP"].to_ical().endswith(b"Z")
    for zone in calendar.walk("VTIMEZONE"):
        assert zone["TZID"] == "UTC"
        assert {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"} <= set(zone.walk("STANDARD")[0])
