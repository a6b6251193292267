"""What requests are measured against: two minimal views, behind the same middleware as the site."""

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from accounts.models import User
from games.models import Game, Message, Player

# Some 5 KB once rendered.
PAGE = engines["django"].from_string(
    "<p>{{ user.display_name }} {{ game.code }}</p><form>{% csrf_token %}<ul>"
    '{% for row in rows %}<li class="row">{{ row }} <span class="{% if row %}more{% else %}none{% endif %}">'
    "A line of text as pages have them, with some words</span></li>{% endfor %}</ul></form>"
)
ROWS = range(46)


@transaction.atomic
def write(request: HttpRequest, code: str) -> HttpResponse:
    """Do what any view that stores something does: one SELECT, one INSERT, one UPDATE, a page of 5 KB."""
    user = request.user
    if not isinstance(user, User):
        return HttpResponse(status=403)
    game = Game.objects.get(code=code)
    Message.objects.create(game=game, seat=0, text=request.POST["card"])
    Player.objects.filter(game=game, seat=0).update(owes=request.POST["card"])
    return HttpResponse(PAGE.render({"user": user, "game": game, "rows": ROWS}, request))


def glance(request: HttpRequest, code: str) -> HttpResponse:
    """Do what any view does that tells whether something is new: the session, and one SELECT."""
    session: SessionBase = request.session
    if "_auth_user_id" not in session:
        return HttpResponse(status=403)
    version = Game.objects.values_list("version", flat=True).get(code=code)
    return HttpResponse(status=204 if request.GET["v"] == str(version) else 200)


urlpatterns = [
    path("write/<slug:code>/", write),
    path("glance/<slug:code>/", glance),
    path("", include("insidejob.urls")),
]
