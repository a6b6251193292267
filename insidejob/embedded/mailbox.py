"""Development email: kept in files, shown on the same machine only."""

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
# Allow inline styles and links, nothing else.
SANDBOX = "allow-top-navigation-by-user-activation"
HTML_POLICY = {
    **{directive: [NONE] for directive in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]},
    "style-src": [UNSAFE_INLINE],
    "frame-ancestors": [SELF],
    "sandbox": [SANDBOX],
}
HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)
LINK_TARGET = '<base target="_top">'
"""Links leave the frame: no page of this site may be in one."""


class FileBackend(BaseEmailBackend):
    """Writes emails to files whose names sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.MAIL_FOLDER)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            draft = folder / f"{time.time_ns()}-{secrets.token_hex(4)}"
            draft.write_bytes(message.message().as_bytes())
            # So that no reader sees half a message.
            draft.rename(draft.with_suffix(".eml"))
        return len(email_messages)


@dataclass(frozen=True)
class Mail:
    name: str
    sender: str
    recipient: str
    date: str
    subject: str
    text: str
    html: str


View = Callable[..., HttpResponse]
# The library's types only allow views without arguments.
may_hold_a_frame = cast("Callable[[View], View]", csp_update({"frame-src": [SELF]}))
with_html_policy = cast("Callable[[View], View]", csp_replace(HTML_POLICY))


def _loopback_only(view: View) -> View:
    """Refuse requests from elsewhere. The host's name and proxy headers are checked, too."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        if not _is_local(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_safe
@_loopback_only
@never_cache
def list_mail(request: HttpRequest) -> HttpResponse:
    paths = sorted(Path(settings.MAIL_FOLDER).glob("*.eml"), reverse=True)[:LIST_LENGTH]
    return render(request, "mailbox/list.html", {"mails": [_read(path) for path in paths]})


@require_safe
@_loopback_only
@never_cache
@may_hold_a_frame
def show_mail(request: HttpRequest, name: str) -> HttpResponse:
    return render(request, "mailbox/message.html", {"mail": _find(name), "sandbox": SANDBOX})


@require_safe
@_loopback_only
@never_cache
@xframe_options_sameorigin
@with_html_policy
def show_html(request: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML of an email without scripts or external requests."""
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
