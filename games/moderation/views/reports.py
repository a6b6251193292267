"""Pages to mute a player, and to report what a player said or a name."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods

from accounts.decorators import not_for_guests, posts_only, signed_in
from accounts.faces import Face
from accounts.models import User
from accounts.requests import SignedInRequest
from games.models import Game, Player, Report
from games.moderation.services.reports import HOUSE_ROLE, PLAYER, find_house_name, report_circle, send_report
from games.people import services as blocks
from games.people.selectors.blocks import find_silenced
from games.state.names import show_faces
from games.state.refusals import Refusal
from games.state.view import name_of
from games.tables.selectors.talk import Talking
from games.tables.views.access import find_own_player, forms_only, get_seated
from games.tables.views.refusals import SENTENCES
from insidejob.untranslated import fill_words, show

LINES_SEARCHED, LINES_OFFERED = 200, 50
"""Of the last lines searched, this many lines of others can be reported."""
THANKS = gettext_noop("Thank you. A moderator will look into it. No one will know it was you.")


@dataclass(frozen=True)
class Tablemate:
    """Another player at the table. `is_muted` and `is_blocked` say what the user has done about them."""

    person: str
    name: str
    face: Face | None
    is_muted: bool
    is_blocked: bool
    # Stands for their name in a report.
    line: str


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def trouble(request: SignedInRequest, code: str) -> HttpResponse:
    """Show the page, or mute or unmute a player on POST."""
    game, players = get_seated(code)
    own = find_own_player(players, request.user)
    if own is None or game.status == Game.Status.CANCELLED:
        return redirect("games:table", code)
    if request.method == "POST":
        _mute_named(request, game, players)
        return redirect("games:trouble", code)
    context = {"code": code, "name": game.name, "mates": _list_mates(request.user, game, players)}
    talk = Talking(game, players, own).load_last(LINES_SEARCHED)
    lines = [line for line in reversed(talk.lines) if not line.is_me and not line.is_hidden][:LINES_OFFERED]
    context |= {"lines": lines, "reasons": Report.Reason.choices}
    named = find_house_name(game)
    if named and named.author != request.user:
        context |= {"house_name": game.shown_house_name, "house_role": HOUSE_ROLE}
    return render(request, "games/moderation/report_form.html", context)


@forms_only
@signed_in
def report(request: SignedInRequest, code: str) -> HttpResponse:
    game, players = get_seated(code)
    if find_own_player(players, request.user) is None or game.status == Game.Status.CANCELLED:
        return redirect("games:table", code)
    sent = {name: request.POST.get(name, "") for name in ("line", "reason", "words")}
    try:
        send_report(game=game, players=players, by=request.user, **sent)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
    else:
        messages.success(request, gettext(THANKS))
    return redirect("games:trouble", code)


@posts_only("games:my_circles")
@signed_in
@not_for_guests
def report_circle_name(request: SignedInRequest, code: str) -> HttpResponse:
    """Show and accept the form for members, invited users and those with the link."""
    sent = {name: request.POST.get(name, "") for name in ("reason", "words")}
    try:
        report_circle(code=code, by=request.user, **sent)
    except Refusal as refusal:
        messages.warning(request, gettext(SENTENCES[refusal.code]))
    else:
        messages.success(request, gettext(THANKS))
    return redirect("games:my_circles")


def _mute_named(request: SignedInRequest, game: Game, players: list[Player]) -> None:
    """Mute or unmute the player that the form names, if it names another player."""
    named = (player.user for player in players if player.user and player.user.code == request.POST.get("person"))
    person, muted = next(named, None), bool(request.POST.get("muted"))
    if person is None or person.pk == request.user.pk:
        return
    blocks.mute(game=game, by=request.user, person=person, muted=muted)
    sentence = (
        gettext("You won’t see %(name)s’s messages here.")
        if muted
        else gettext("You can see %(name)s’s messages again.")
    )
    messages.success(request, show(fill_words(sentence, {"name": person.shown_name})))


def _list_mates(user: User, game: Game, players: list[Player]) -> list[Tablemate]:
    faces, (blocked, muted) = show_faces(players), find_silenced(user, game)
    return [
        Tablemate(
            person=player.user.code,
            name=name_of(player),
            face=faces.get(player.seat),
            is_muted=player.user.pk in muted,
            is_blocked=player.user.pk in blocked,
            line=f"{PLAYER}{player.seat}",
        )
        for player in players
        if player.user and player.user.pk != user.pk and player.user.left_at is None
    ]
