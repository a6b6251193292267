"""Mail in development: kept in files, one message each, and read in the browser of the same machine."""

import os
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage as ParsedMessage
from email.policy import default as default_policy
from functools import wraps
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LOOPBACK_ADDRESSES = {"127.0.0.1", "::1"}
LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")
LIST_LENGTH = 100


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
    """A message as the mailbox shows it; `html` is shown as source, never rendered."""

    name: str
    sender: str
    recipient: str
    date: str
    subject: str
    text: str
    html: str


View = Callable[..., HttpResponse]


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
def show_mail(request: HttpRequest, name: str) -> HttpResponse:
    """Show one message, or 404 if it is not there."""
    path = Path(settings.MAIL_FOLDER) / f"{name}.eml"
    if not path.is_file():
        raise Http404
    return render(request, "mailbox/message.html", {"mail": _read(path)})


def _is_local(request: HttpRequest) -> bool:
    host = request.get_host().rsplit(":", 1)[0] if not request.get_host().endswith("]") else request.get_host()
    return (
        request.META.get("REMOTE_ADDR") in LOOPBACK_ADDRESSES
        and host in LOOPBACK_HOSTS
        and not any(header in request.headers for header in FORWARDED)
    )


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
