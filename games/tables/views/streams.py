"""Opens the stream that tells a player's page of news."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import is_signed_in
from accounts.sign_in.session_store import digest_key
from games.models import Game
from insidejob.cache_stamps import name_person, name_seats, name_session, name_table, name_together
from insidejob.streams.passes import lead_to_stream


@require_safe
def listen(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect players to a stream. Others get 403 without a page, since only scripts ask."""
    if not is_signed_in(request) or not request.session.session_key:
        return HttpResponse(status=403)
    seated = Game.objects.filter(code=code, players__user=request.user, players__invited=False)
    if not seated.exclude(status=Game.Status.CANCELLED).exists():
        return HttpResponse(status=403)
    session = name_session(digest_key(request.session.session_key))
    ends = [name_seats(code), session, name_person(request.user.pk)]
    return lead_to_stream([name_table(code), name_together(code)], ends)
