"""Feeds and calendars, as programs read them."""

from datetime import datetime
from typing import Any
from xml.etree import ElementTree as ET

from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from accounts.models import User
from games.models import Contact

ATOM = "{http://www.w3.org/2005/Atom}"


def read_feed(user: User) -> list[tuple[str, str]]:
    """Return title and link of each entry of a person's feed."""
    token = Contact.objects.get(user=user, channel="feed").secret
    answer = Client().get(reverse("games:feed_atom", args=[token]))
    entries = ET.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314
    links = [each.find(f"{ATOM}link") for each in entries]
    return [
        (str(entry.findtext(f"{ATOM}title")), link.attrib["href"])
        for entry, link in zip(entries, links, strict=True)
        if link is not None
    ]


def read_updated(user: User) -> list[datetime]:
    """Return when the feed and each of its entries say that they changed."""
    token = Contact.objects.get(user=user, channel="feed").secret
    feed = ET.fromstring(Client().get(reverse("games:feed_atom", args=[token])).content)  # noqa: S314
    return [datetime.fromisoformat(str(each.text)) for each in feed.iter(f"{ATOM}updated")]


def read_calendar(user: User) -> list[Any]:
    token = Contact.objects.get(user=user, channel="feed").secret
    answer = Client().get(reverse("games:feed_calendar", args=[token]))
    assert answer["Cache-Control"] == "no-store, private"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))
