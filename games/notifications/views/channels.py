"""Pages that set up, test and remove a channel; the service worker and the subscriptions for push."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import not_for_guests, signed_in
from accounts.rate_limits import take_use
from accounts.requests import SignedInRequest
from accounts.sign_in.browsers import name_browser
from accounts.sign_in.sessions import find_session
from games.models import Contact, Device
from games.notifications import channel_tests, contacts
from games.notifications.channels import CHANNELS, MAIL, PUSH
from games.notifications.channels.push import show_public_key
from games.notifications.channels.types import Address
from games.notifications.emails import make_link
from games.notifications.forms import AddressForm, DeviceForm

TESTS_AN_HOUR = 20
CHANGES_AN_HOUR = 60
CODES = (*(code for code in CHANNELS if code != MAIL.code), contacts.FEED)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def channel(request: SignedInRequest, code: str) -> HttpResponse:
    if code not in CODES:
        raise Http404
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""), _save)
        return action(request, code)
    return _show(request, code)


def _show(request: SignedInRequest, code: str, form: AddressForm | None = None) -> HttpResponse:
    contact = Contact.objects.filter(user=request.user, channel=code).first()
    test = channel_tests.find_state(contact) if contact else ""
    more = {"test": test, **_show_more(request, code, contact)}
    context = {"code": code, "contact": contact, "name": contacts.word_channel(code), **more}
    if asked := _find_address(code):
        context["instructions"] = asked.instructions
        context["form"] = form or AddressForm(asked, initial={"address": contact.address if contact else ""})
    return render(request, "games/notifications/channel.html", context, status=422 if form else 200)


def _show_more(request: SignedInRequest, code: str, contact: Contact | None) -> dict[str, Any]:
    if code == PUSH.code:
        return {"public_key": show_public_key(), "devices": Device.objects.filter(user=request.user)}
    if code == contacts.FEED and contact:
        return {
            "atom": make_link("games:feed_atom", contact.secret),
            "calendar": make_link("games:feed_calendar", contact.secret),
        }
    return {}


def _find_address(code: str) -> Address | None:
    return CHANNELS[code].address if code in CHANNELS else None


def _save(request: SignedInRequest, code: str) -> HttpResponse:
    if not take_use("channel", request.user.code, CHANGES_AN_HOUR):
        messages.error(request, gettext("That’s too often. Please try again in an hour."))
        return redirect("games:channel", code)
    if code == PUSH.code:
        return _add_device(request)
    if asked := _find_address(code):
        form = AddressForm(asked, request.POST)
        if not form.is_valid():
            return _show(request, code, form)
        contacts.connect(request.user, code, form.cleaned_data["address"])
    else:
        contacts.connect(request.user, code)
    messages.success(request, gettext("Saved."))
    return redirect("games:channel", code)


def _add_device(request: SignedInRequest) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("This browser didn’t say where to reach it. Please try again."))
    elif contacts.add_device(
        request.user, **form.cleaned_data, name=name_browser(request), session=find_session(request)
    ):
        messages.success(request, gettext("This browser will notify you."))
    else:
        messages.error(request, gettext("You’ve reached the maximum number of browsers. Please remove one first."))
    return redirect("games:channel", PUSH.code)


def _remove(request: SignedInRequest, code: str) -> HttpResponse:
    device = request.POST.get("device", "")
    if code == PUSH.code and device.isascii() and device.isdigit() and len(device) < 19:
        contacts.remove_device(request.user, int(device))
    else:
        contacts.disconnect(request.user, code)
    messages.success(request, gettext("Removed."))
    return redirect("games:channel", code)


def _try_out(request: SignedInRequest, code: str) -> HttpResponse:
    contact = _find_testable(request, code)
    if contact is None:
        return redirect("games:channel", code)
    if not take_use("channel-test", request.user.code, TESTS_AN_HOUR):
        messages.error(request, gettext("That’s too often. Please try again in an hour."))
    elif not channel_tests.request_test(contact):
        messages.error(request, gettext("A test is already on its way. Please wait a moment."))
    return redirect("games:channel", code)


def _find_testable(request: SignedInRequest, code: str) -> Contact | None:
    contact = Contact.objects.filter(user=request.user, channel=code).exclude(channel=contacts.FEED).first()
    if contact:
        contact.user = request.user
    return contact


@require_safe
@signed_in
@not_for_guests
def channel_test(request: SignedInRequest, code: str) -> HttpResponse:
    """Answer a poll of the test's outcome. The status is 204 while the test is running."""
    contact = _find_testable(request, code)
    if contact is None:
        raise Http404
    state = channel_tests.find_state(contact)
    if state in channel_tests.UNDER_WAY:
        return HttpResponse(status=204)
    return render(request, "games/notifications/_channel_test.html", {"code": code, "test": state})


def _resume(request: SignedInRequest, code: str) -> HttpResponse:
    if code != contacts.FEED:
        contacts.try_again(request.user, code)
        messages.success(request, gettext("We’ll try again."))
    return redirect("games:channel", code)


ACTIONS = {"remove": _remove, "test": _try_out, "resume": _resume}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def push_renewal(request: SignedInRequest) -> HttpResponse:
    """Compare a browser's push subscription with the stored one, and store a new one.

    The answer is empty if this browser gets no pushes. A subscription that was refused is not named.
    """
    device = contacts.find_device(request.user, find_session(request))
    if device is None:
        return HttpResponse(status=204)
    if request.method == "POST":
        return _renew(request, device)
    endpoint = "" if device.refused_at else device.endpoint
    return JsonResponse({"endpoint": endpoint, "key": show_public_key()})


def _renew(request: SignedInRequest, device: Device) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not take_use("channel", request.user.code, CHANGES_AN_HOUR):
        return HttpResponse(status=429)
    if not form.is_valid():
        return HttpResponse(status=422)
    contacts.renew_device(device, **form.cleaned_data)
    return HttpResponse(status=204)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker of the installed app and of push.

    It names the language of the reader, so that browsers install it again with another one.
    """
    return render(request, "games/notifications/service_worker.js", content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that the service worker keeps for times without a network. It is the same for all users."""
    return render(request, "games/notifications/offline.html")
