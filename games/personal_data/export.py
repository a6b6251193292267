"""Makes exports: archives of all data held about a user, as JSON and HTML."""

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.emails import send_account_email
from accounts.models import Export, User
from accounts.personal_data.export import KEPT, describe_account
from accounts.personal_data.sections import Section, write_plain
from games.notifications.types import NOTIFICATION_TYPES, SWITCHES
from games.personal_data.selectors import describe_play
from insidejob.filters import localized

BEGUN_AGAIN_AFTER = timedelta(minutes=10)
"""After this time an export is made again if it failed, or if its worker was killed."""

log = structlog.get_logger(__name__)


def make_due() -> None:
    """Make the exports that were asked for.

    If the user asks again while one is being made, it is made again.
    """
    for export in _find_due().select_related("user").order_by("asked_at"):
        # Another worker may have begun it meanwhile.
        if not _find_due().filter(pk=export.pk, asked_at=export.asked_at).update(begun_at=timezone.now()):
            continue
        try:
            content = write_archive(export.user)
        except Exception:
            log.exception("export not made", person=export.user_id)
            continue
        made = Export.objects.filter(pk=export.pk, asked_at=export.asked_at, made_at=None)
        with transaction.atomic():
            if made.update(content=content, made_at=timezone.now()):
                send_account_email(export.user, "export_ready", until=export.asked_at + KEPT)
                log.info("export made", size=len(content))


def _find_due() -> QuerySet[Export]:
    is_free = Q(begun_at=None) | Q(begun_at__lte=timezone.now() - BEGUN_AGAIN_AFTER)
    return Export.objects.filter(is_free, made_at=None, content=None)


def write_archive(user: User) -> bytes:
    """Return a zip of `data.json`, `index.html` and a file per dealt game, in the user's language."""
    file = io.BytesIO()
    with translation.override(user.language), timezone.override(user.time_zone), ZipFile(file, "w", ZIP_DEFLATED) as to:
        sections = [*_name_switches(describe_account(user)), *describe_play(user)]
        to.writestr("data.json", dump({section.key: section.rows for section in sections}))
        to.writestr("index.html", render_to_string("accounts/export_file.html", _show_sections(user, sections)))
        for section in sections:
            for path, make in section.files.items():
                to.writestr(path, dump(make()))
    return file.getvalue()


def _name_switches(sections: Iterable[Section]) -> Iterator[Section]:
    """Put the emails that the user turned off in words, which `accounts` does not know."""
    for section in sections:
        words = {"mail_kinds_off": _name_off} if section.key == "account" else {}
        yield replace(section, words={**section.words, **words})


def _name_off(kinds: Iterable[str]) -> list[Any]:
    """Return the switches that are off in words. A switch turns off one or several types of notifications."""
    off = {NOTIFICATION_TYPES[kind].switch for kind in kinds if kind in NOTIFICATION_TYPES}
    return [words for switch, words in SWITCHES.items() if switch in off]


def dump(value: Any) -> str:
    return json.dumps(write_plain(value), ensure_ascii=False, indent=1)


def _show_sections(user: User, sections: Iterable[Section]) -> dict[str, Any]:
    shown = [
        {
            "title": section.title,
            "headings": section.headings.values(),
            "rows": [
                [_show_value(section.words.get(name, _keep)(row[name])) for name in section.headings]
                for row in section.rows
            ],
            "is_one": section.is_one,
        }
        for section in sections
    ]
    return {"person": user, "sections": shown, "language": user.language}


def _keep(value: Any) -> Any:
    return value


def _show_value(value: Any) -> Any:
    """Return a value in words. Days and times become what the reader's language writes."""
    if isinstance(value, bool):
        return translation.gettext("yes") if value else translation.gettext("no")
    if isinstance(value, list | tuple):
        return ", ".join(str(localized(_show_value(each))) for each in value)
    return "" if value is None else value
