"""Who may watch which game, and who finds it on a list: a table of all who come by."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Exists
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import suspensions
from accounts.models import Block, User
from games.circles import services as circles
from games.models import FormerPlayer, Game
from games.tables.selectors import public_tables
from games.tables.services import lobby, stand_ins
from games.watching import views
from tests.builders_people import make_guest, make_person
from tests.rounds import one_in
from tests.tables.acts import agree_to_end, people_of, replace_by
from tests.tables.builders import open_table, play_on
from tests.tables.clocks import HOUR
from tests.tables.moderation_builders import make_moderator
from tests.tables.pages.browser import HTMX, sign_in
from tests.watching.asks import news_link, watch_link

pytestmark = pytest.mark.django_db

KINDS = (
    "visitor", "guest", "stranger", "member", "blocked", "blocker", "removed", "replaced", "suspended", "staff",
    "player", "host",
)  # fmt: skip
"""Blocked, blocker, removed, replaced and suspended belong to the circle, too."""
NO, IN, SIGN_IN, SEAT = "404", "200", "→login", "→table"
MEMBERS = f"{SIGN_IN} {NO} {NO} {IN} {NO} {NO} {NO} {IN} {SIGN_IN} {NO} {SEAT} {SEAT}"
ALL = f"{IN} {IN} {IN} {IN} {NO} {NO} {NO} {IN} {IN} {IN} {SEAT} {SEAT}"
NOBODY = f"{NO} " * 10 + f"{SEAT} {SEAT}"
LOST = f"{NO} " * 7 + f"{IN} {NO} {NO} {SEAT} {SEAT}"
"""Whoever lost their seat to a substitute watches any game."""
ANSWERS = {"none": LOST, "proposed": LOST, "later": ALL, "circle": MEMBERS, "link": ALL, "public": ALL}
"""What the page answers to each kind, by who may watch; `later`, the time has passed in which players can decline."""
ON_LISTS = {
    "none": "",
    "proposed": "",
    "circle": "member replaced",
    # The circle finds it, and nobody else.
    "link": "member replaced",
    "later": "member replaced",
    "public": "visitor guest stranger member replaced suspended staff",
}
"""Who is offered the running game by the page of public tables or of the circle."""


class Scene:
    """A table of a circle, and a client of each kind."""

    def __init__(self, state: str = "running") -> None:
        self.people: dict[str, User] = {kind: make_person() for kind in KINDS[2:]}
        self.people |= {"guest": make_guest(), "staff": make_moderator()}
        host, player = self.people["host"], self.people["player"]
        self.circle = circles.make_circle(owner=host, name="The Thursday table")
        for kind in ("member", "blocked", "blocker", "removed", "replaced", "suspended", "player"):
            circles.join_circle(key=self.circle.invitation, user=self.people[kind])
        self.game = open_table(host, seats=3, watchers="link")
        Game.objects.filter(pk=self.game.pk).update(circle=self.circle)
        lobby.join_game(code=self.game.code, user=player)
        FormerPlayer.objects.create(game=self.game, seat=2, user=self.people["removed"], removed=True)
        self.bring_to(state)
        Block.objects.create(by=player, person=self.people["blocked"])
        Block.objects.create(by=self.people["blocker"], person=player)
        self.game.refresh_from_db()
        self.clients = {kind: sign_in(person) for kind, person in self.people.items()}
        self.clients["visitor"] = Client(headers={"accept-language": "en"})
        suspensions.suspend(self.people["suspended"])

    def allow(self, allowed: str) -> None:
        """Let these watch. A game that may not be watched has a key here, too."""
        watchers = {"public": "link", "proposed": "none", "later": "none"}.get(allowed, allowed)
        since = {"proposed": timezone.now() + HOUR, "later": timezone.now() - HOUR}.get(allowed)
        Game.objects.filter(pk=self.game.pk).update(watchers=watchers, is_public=allowed == "public", watch_from=since)

    def bring_to(self, state: str) -> None:
        host, replaced = self.people["host"], self.people["replaced"]
        if state == "cancelled":
            lobby.cancel_game(code=self.game.code, host=host)
        if state in ("open", "cancelled"):
            return
        lobby.join_game(code=self.game.code, user=replaced)
        stand_ins.hand_over(code=self.game.code, user=replaced)
        replace_by(self.game, host, make_person(), seat=2)
        if state == "over":
            play_on(self.game)
        if state == "agreed":
            agree_to_end(self.game, *people_of(self.game))

    def ask_all(self) -> str:
        """Return what the page answers to each kind, as `ANSWERS` has it."""
        return " ".join(describe(self.clients[kind].get(watch_link(self.game))) for kind in KINDS)

    def list_offered(self) -> str:
        pages = ("/tables/", reverse("games:circle", args=[self.circle.code]))
        link = watch_link(self.game)
        return " ".join(
            kind for kind in KINDS if any(link in self.clients[kind].get(page).content.decode() for page in pages)
        )


def describe(answer: Any) -> str:
    if answer.status_code != 302:
        return str(answer.status_code)
    return SIGN_IN if answer["Location"].startswith("/accounts/login/") else SEAT


def find_faults(scene: Scene, allowed: str) -> Iterator[str]:
    scene.allow(allowed)
    if (told := scene.ask_all()) != ANSWERS[allowed]:
        yield f"{allowed}: {told} instead of {ANSWERS[allowed]}"
    if (offered := scene.list_offered()) != ON_LISTS[allowed]:
        yield f"{allowed}: offered to {offered}"


@pytest.mark.parametrize(
    "chosen", one_in(2, [["proposed", "circle", "public"], ["none", "later", "link"]]), ids=" ".join
)
def test_a_running_game_is_shown_and_offered_to_those_who_may_watch_and_polls_lead_others_back(
    chosen: list[str],
) -> None:
    scene = Scene()
    for allowed in chosen:
        assert list(find_faults(scene, allowed)) == []
        for kind, answer in zip(KINDS, ANSWERS[allowed].split(), strict=True):
            polled = scene.clients[kind].get(news_link(scene.game), headers=HTMX)
            assert ("HX-Refresh" in polled, bool(polled.content)) == (answer != IN, answer == IN), (allowed, kind)


def test_a_game_of_a_suspended_host_is_offered_to_its_circle_alone() -> None:
    scene = Scene()
    scene.allow("public")
    suspensions.suspend(scene.people["host"])
    assert scene.list_offered() == "member replaced", "a game of a suspended host is on no list of the public"


@pytest.mark.parametrize("state", one_in(4, ["open", "cancelled", "over", "agreed"]))
def test_before_and_after_it_is_the_same_page_to_the_same_people_and_on_no_list(state: str) -> None:
    scene = Scene(state)
    # Nobody took over their seat.
    was_dealt = state in ("over", "agreed")
    if not was_dealt:
        assert scene.game.players.filter(user=scene.people["replaced"]).count() == 0
    for allowed in ("none", "circle", "public"):
        scene.allow(allowed)
        assert scene.ask_all() == (ANSWERS if was_dealt or allowed != "none" else {"none": NOBODY})[allowed], allowed
    assert scene.list_offered() == ""


def forget_blocks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("games.watching.selectors.is_kept_apart", lambda user, players: False)


def forget_removals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("games.watching.selectors.was_removed", lambda game, user: False)


def forget_the_circle(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("games.watching.selectors.is_for", lambda game, user: True)


def let_players_watch(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "redirect", lambda *to: HttpResponse())


def offer_blocked_games(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(public_tables, "name_kept_apart", lambda user, game: Exists(Game.objects.none()))


@pytest.mark.parametrize(
    "leak", one_in(5, [forget_blocks, forget_removals, forget_the_circle, let_players_watch, offer_blocked_games])
)
def test_a_planted_way_in_is_found(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    scene = Scene()
    assert any(fault for allowed in ("circle", "public") for fault in find_faults(scene, allowed))
