"""Atom feed and calendar of what waits for a user, at a secret address."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event, Timezone, TimezoneStandard

from accounts.models import User
from games.models import Case, Notification
from games.notifications import case_reminders, contacts, types
from games.notifications.emails import make_link, name_domain
from games.notifications.relevance import list_weekly
from games.notifications.selectors import Waiting, list_waiting
from games.wording.sentences import word_moment, word_zone

SHOWN_FOR = timedelta(minutes=15)
"""A calendar entry begins so long before the deadline."""
NEVER = datetime(2000, 1, 1, tzinfo=ZoneInfo("UTC"))


@require_safe
def atom(request: HttpRequest, token: str) -> HttpResponse:
    own_link = make_link("games:feed_atom", token)
    return _keep_private(HttpResponse(_write_atom(_find_owner(token), own_link), content_type=Atom1Feed.content_type))


def _write_atom(owner: User, own_link: str) -> bytes:
    """Return the Atom feed (RFC 4287)."""
    with translation.override(owner.language), timezone.override(ZoneInfo(owner.time_zone)):
        waiting = list_waiting(owner)
        feed = _DatedFeed(
            title=gettext("Inside Job: your turn"),
            link=make_link("games:my_games"),
            description="",
            language=owner.language,
            author_name="Inside Job",
            feed_url=own_link,
            feed_guid=f"tag:{name_domain()},2026:waiting/{owner.code}",
        )
        told = _find_case_told(owner)
        weekly = list_weekly(owner, timezone.now())
        changed = [*(each.changed_at for each in waiting), *(each.send_at for each in weekly)]
        feed.latest = max([*changed, told[1]] if told else changed, default=NEVER)
        if told:
            case, since = told
            link = make_link("games:case_of_the_day")
            feed.add(case_reminders.word_subject(case), link, _identify_case(case), since)
        for each in waiting:
            link = make_link("games:table", each.game.code)
            feed.add(_name_entry(each), link, _identify(each), each.asked_at, _word_deadline(each), each.changed_at)
        for row in weekly:
            link = make_link("games:table", row.game.code)
            feed.add(_word_weekly(row), link, _identify_weekly(row), row.send_at)
        return feed.writeString("utf-8").encode()


class _DatedFeed(Atom1Feed):
    """An Atom feed that sets its last change itself: Django would give an empty feed the current time."""

    latest = NEVER

    def latest_post_date(self) -> datetime:
        return self.latest

    def add(
        self, title: str, link: str, key: str, since: datetime, description: str = "", changed: datetime | None = None
    ) -> None:
        self.add_item(title, link, description, unique_id=key, pubdate=since, updateddate=changed or since)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the calendar (RFC 5545)."""
    shown = _write_calendar(_find_owner(token))
    return _keep_private(HttpResponse(shown, content_type="text/calendar; charset=utf-8"))


def _write_calendar(owner: User) -> bytes:
    shown = Calendar()
    with translation.override(owner.language):
        shown.add("prodid", "-//Inside Job//EN")
        shown.add("version", "2.0")
        shown.add("x-wr-calname", "Inside Job")
        shown.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
        for each in (waiting := list_waiting(owner)):
            shown.add_component(_make_event(each))
        for row in (weekly := list_weekly(owner, timezone.now())):
            shown.add_component(_make_weekly_event(row))
        told = _find_case_told(owner)
        if told:
            shown.add_component(_make_case_event(*told))
        if not waiting and not told and not weekly:
            shown.add_component(_make_zone())
    return bytes(shown.to_ical())


def _make_zone() -> Timezone:
    """Return a component for an empty calendar, which must have one (RFC 5545, 3.6)."""
    zone, rule = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    rule.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001
    rule.add("tzoffsetfrom", timedelta(0))
    rule.add("tzoffsetto", timedelta(0))
    zone.add_component(rule)
    return zone


def _make_event(waiting: Waiting) -> Event:
    event = Event()
    event.add("uid", _identify(waiting))
    event.add("dtstamp", waiting.changed_at.astimezone(ZoneInfo("UTC")))
    event.add("last-modified", waiting.changed_at.astimezone(ZoneInfo("UTC")))
    # Calendars keep the old time of an entry unless this number grows.
    event.add("sequence", waiting.game.version)
    event.add("dtstart", (waiting.due_at - SHOWN_FOR).astimezone(ZoneInfo("UTC")))
    event.add("dtend", waiting.due_at.astimezone(ZoneInfo("UTC")))
    event.add("summary", _name_entry(waiting))
    event.add("url", make_link("games:table", waiting.game.code))
    event.add("transp", "TRANSPARENT")
    return event


def _make_weekly_event(row: Notification) -> Event:
    event = Event()
    event.add("uid", _identify_weekly(row))
    event.add("dtstamp", row.send_at.astimezone(ZoneInfo("UTC")))
    event.add("dtstart", row.send_at.astimezone(ZoneInfo("UTC")))
    event.add("dtend", (row.game.settles_at or row.send_at + SHOWN_FOR).astimezone(ZoneInfo("UTC")))
    event.add("summary", _word_weekly(row))
    event.add("url", make_link("games:table", row.game.code))
    event.add("transp", "TRANSPARENT")
    return event


def _word_weekly(row: Notification) -> str:
    return gettext(types.WEEKLY.subject) % {"table": row.game.name}


def _identify_weekly(row: Notification) -> str:
    return f"tag:{name_domain()},2026:weekly/{row.game.code}"


def _find_case_told(owner: User) -> tuple[Case, datetime] | None:
    now = timezone.now()
    found = case_reminders.find_for_feed(owner, now)
    return found if found and found[1] <= now else None


def _make_case_event(case: Case, since: datetime) -> Event:
    event = Event()
    event.add("uid", _identify_case(case))
    event.add("dtstamp", since.astimezone(ZoneInfo("UTC")))
    event.add("dtstart", since.astimezone(ZoneInfo("UTC")))
    event.add("dtend", (since + SHOWN_FOR).astimezone(ZoneInfo("UTC")))
    event.add("summary", case_reminders.word_subject(case))
    event.add("url", make_link("games:case_of_the_day"))
    event.add("transp", "TRANSPARENT")
    return event


def _identify_case(case: Case) -> str:
    return f"tag:{name_domain()},2026:case/{case.number}"


def _find_owner(token: str) -> User:
    owner = contacts.find_feed_owner(token)
    if owner is None or not owner.is_active:
        raise Http404
    return owner


def _name_entry(waiting: Waiting) -> str:
    kind = types.VOTE if waiting.is_vote else types.TURN
    return gettext(kind.subject) % {"table": waiting.game.name}


def _word_deadline(waiting: Waiting) -> str:
    return gettext("You have until %(when)s (%(zone)s).") % {"when": word_moment(waiting.due_at), "zone": word_zone()}


def _identify(waiting: Waiting) -> str:
    return f"tag:{name_domain()},2026:{waiting.game.code}/{waiting.decision}"


def _keep_private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response
