"""Blocking users, and the page of blocks and of moderators' acts."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.decorators import choose_next, not_for_guests, signed_in
from accounts.models import User
from accounts.requests import SignedInRequest
from games.moderation.selectors import list_told
from games.people import services as blocks
from games.people.selectors.blocks import list_blocked
from games.state.refusals import Refusal
from games.tables.services.lobby import free_kept_seats
from games.tables.views.refusals import SENTENCES
from insidejob.untranslated import fill_words, show


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@not_for_guests
def block(request: SignedInRequest, code: str) -> HttpResponse:
    """Block a user, or unblock them if `blocked` is empty. GET redirects to the profile, where the form is."""
    person = get_object_or_404(User, code=code)
    if request.method == "POST":
        _change_block(request, person)
        return redirect(choose_next(request, otherwise=request.path.removesuffix("block/")))
    return redirect("games:profile", code)


def _change_block(request: SignedInRequest, person: User) -> None:
    words = {"name": person.shown_name}
    if not request.POST.get("blocked"):
        blocks.unblock(by=request.user, person=person)
        messages.success(request, show(fill_words(gettext("You’ve unblocked %(name)s."), words)))
        return
    try:
        blocks.block(by=request.user, person=person)
        free_kept_seats(request.user, person)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
    else:
        messages.success(request, show(fill_words(gettext("You’ve blocked %(name)s. They won’t know."), words)))


@require_safe
@signed_in
def blocked(request: SignedInRequest) -> HttpResponse:
    """Show the people that a user blocked, and what moderators wrote to the user. Guests can block no one."""
    context = {"people": list_blocked(request.user), "acts": list_told(request.user)}
    return render(request, "games/moderation/blocked.html", context)
