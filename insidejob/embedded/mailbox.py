"""Mail in development: kept in files, one message each, and read in the browser of the same machine."""

import os
import re
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage as ParsedMessage
from email.policy import default as default_policy
from functools import wraps
from pathlib import Path
from typing import cast

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

LOOPBACK_ADDRESSES = {"127.0.0.1", "::1"}
LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")
LIST_LENGTH = 100
# The HTML part of a mail, as a mail program shows it: styles of its own, links to follow, and nothing else.
SANDBOX = "allow-top-navigation-by-user-activation"
HTML_POLICY = {
    **{directive: [NONE] for directive in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]},
    "style-src": [UNSAFE_INLINE],
    "frame-ancestors": [SELF],
    "sandbox": [SANDBOX],
}
HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
LINK_TARGET = '<base target="_top">'
"""Added to the HTML part: a link leads out of the frame, as no page of this site may be shown in one."""


class FileBackend(BaseEmailBackend):
    """Writes each message to a file of its own in `MAIL_FOLDER`; names sort by time of sending."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Keep the messages and return how many they were."""
        folder = Path(settings.MAIL_FOLDER)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            draft = folder / f"{time.time_ns()}-{secrets.token_hex(4)}"
            draft.write_bytes(message.message().as_bytes())
            # Renamed when complete, so that no reader meets half a message.
            draft.rename(draft.with_suffix(".eml"))
        return len(email_messages)


@dataclass(frozen=True)
class Mail:
    """A message as the mailbox shows it."""

    name: str
    sender: str
    recipient: str
    date: str
    subject: str
    text: str
    html: str


View = Callable[..., HttpResponse]
# The library's own types allow views without arguments alone.
may_hold_a_frame = cast("Callable[[View], View]", csp_update({"frame-src": [SELF]}))
with_html_policy = cast("Callable[[View], View]", csp_replace(HTML_POLICY))


def loopback_only(view: View) -> View:
    """Answer 404 unless the visitor sits at this machine, asks for it by a loopback name and came by no proxy."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if not _is_local(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_safe
@loopback_only
@never_cache
def list_mail(request: HttpRequest) -> HttpResponse:
    """Show the latest messages, newest first."""
    paths = sorted(Path(settings.MAIL_FOLDER).glob("*.eml"), reverse=True)[:LIST_LENGTH]
    return render(request, "mailbox/list.html", {"mails": [_read(path) for path in paths]})


@require_safe
@loopback_only
@never_cache
@may_hold_a_frame
def show_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one message, its HTML part in a frame, or 404 if it is not there."""
    return render(request, "mailbox/message.html", {"mail": _find(name), "sandbox": SANDBOX})


@require_safe
@loopback_only
@never_cache
@xframe_options_sameorigin
@with_html_policy
def show_html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML part of a message by itself: no script runs in it, and nothing is fetched for it."""
    page = _find(name).html
    if not page:
        raise Http404
    head = HEAD.search(page)
    at = head.end() if head else 0
    return HttpResponse(page[:at] + LINK_TARGET + page[at:])


def _is_local(request: HttpRequest) -> bool:
    host = request.get_host().rsplit(":", 1)[0] if not request.get_host().endswith("]") else request.get_host()
    return (
        request.META.get("REMOTE_ADDR") in LOOPBACK_ADDRESSES
        and host in LOOPBACK_HOSTS
        and not any(header in request.headers for header in FORWARDED)
    )


def _find(name: str) -> Mail:
    path = Path(settings.MAIL_FOLDER) / f"{name}.eml"
    if not path.is_file():
        raise Http404
    return _read(path)


def _read(path: Path) -> Mail:
    message = message_from_bytes(path.read_bytes(), _class=ParsedMessage, policy=default_policy)
    return Mail(
        name=os.path.splitext(path.name)[0],
        sender=message.get("From", ""),
        recipient=message.get("To", ""),
        date=message.get("Date", ""),
        subject=message.get("Subject", ""),
        text=_part(message, "plain"),
        html=_part(message, "html"),
    )


def _part(message: ParsedMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part else ""
