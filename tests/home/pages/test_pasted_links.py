"""Links that were copied with something around them lead where they were meant to."""

from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Player
from games.notifications import contacts
from games.notifications.email_links import make_table_token, make_turn_token
from games.notifications.preferences import make_stop_token
from games.tables.services import stand_ins, substitutes
from insidejob.pasted_links import find_clean
from tests.builders_people import make_person
from tests.rounds import choose
from tests.tables.builders import finish, open_table, start_table
from tests.tables.pages.browser import link, sign_in, text_of
from tests.tables.pages.circle import link_of, make_circle

pytestmark = pytest.mark.django_db
EMPHASIS = ("_", "__", "*", "**", "_*")
BEHIND = (
    ")", ".", ",", ">", " ", "\u200b", "\u00a0»", "»", "…", ";", "!", "?", "]", '"', "'", "’", "”", ").", "),", ">.",
    "\ufeff", "\u2060", "\u202c", ":", "}", "|", "\\", "`", "。", "\n", "](", "&#8203;", "\\n", " viens jouer", "%20",
    "~",
    "), come and play", "\u00a0!", "\u202f!", "^", "=", "+", "$", "👍", "\u200b\u200b", "</a>", "?utm", ")?", "–", "¶",
)  # fmt: skip
BEFORE = ("“", "«\u00a0", '"', "'", "(", "<", "\u200b", "**", " ")
TOKENS = {"seat", "mail", "turn", "stop", "atom", "calendar"}
"""Links that hold a token, which may end in `_` itself."""


def list_links() -> dict[str, str]:
    """Return the paths that people pass on or copy from a mail, by what they lead to."""
    ada, ben = make_person("Ada"), make_person("Ben")
    over, running, lobby = start_table(ada, ben, bots=1), start_table(ada, ben, bots=1), open_table(ada, seats=3)
    finish(over)
    feed = contacts.connect(ada, contacts.FEED).secret
    return {
        "table": link("table", lobby),
        "circle": link_of(make_circle(ada)),
        "seat": open_seat(ada, ben),
        "replay": reverse("games:replay", args=[over.code]),
        "step": reverse("games:replay_step", args=[over.code, 3]),
        "record": reverse("games:record", args=[over.code]),
        "commitment": reverse("games:commitment", args=[over.code]),
        "guest": reverse("games:join_as_guest", args=[lobby.code]),
        "join": reverse("games:join", args=[lobby.code]),
        "mail": reverse("games:from_mail", args=[running.code, make_table_token(ada)]),
        "turn": reverse("games:play_by_mail", args=[make_turn_token(running.players.get(user=ada))]),
        "stop": reverse("games:stop_mail", args=[make_stop_token(ada, "turn")]),
        "atom": reverse("games:feed_atom", args=[feed]),
        "calendar": reverse("games:feed_calendar", args=[feed]),
        "person": reverse("games:profile", args=[ada.code]),
        "rules": reverse("games:rules_of", args=["insidejob"]),
        "password": reverse("account_reset_password_from_key", kwargs={"uidb36": "a1", "key": "c3-9f8e7d"}),
    }


def open_seat(absent: User, player: User) -> str:
    """Return the link to a seat that is open to a substitute."""
    game = start_table(absent, player, bots=1)
    stand_ins.hand_over(code=game.code, user=absent)
    substitutes.open_seat(code=game.code, user=player, seat=0)
    return reverse("games:sit_in", args=[game.code, Player.objects.get(game=game, seat=0).link])


@pytest.mark.rounds
def test_signs_behind_a_link_and_a_missing_slash_do_no_harm(client: Client) -> None:
    for what, path in list_links().items():
        pasted = [path + sign for sign in (*BEHIND, *EMPHASIS)] if path.endswith("/") else []
        pasted += [path.rstrip("/") + sign for sign in BEHIND]
        pasted += [path.rstrip("/") + sign for sign in ("", *EMPHASIS) if what not in TOKENS and path.endswith("/")]
        for wrong in pasted[:: choose(3, deep=2, long=1)]:
            for send in (client.get, client.head):
                answer = send(quote(wrong))
                assert (answer.status_code, answer.get("Location")) in {(302, path), (301, path)}, ascii(wrong)


def test_signs_before_the_code_of_a_link_do_no_harm(client: Client) -> None:
    for sign in BEFORE:
        for behind in ("", "”", "/", "**/"):
            answer = client.get(quote(f"/g/{sign}k7mq2wd9ax{behind}"))
            assert answer["Location"] == "/g/k7mq2wd9ax/", ascii(sign)


def test_the_query_of_a_link_stays_and_the_key_in_it_may_have_signs_behind(client: Client) -> None:
    game = open_table(make_person("Ada"), seats=3)
    Game.objects.filter(pk=game.pk).update(invitation="k7mq2wd9ax")
    path = link("table", game)
    assert client.get(f"{path[:-1]}%29?i=k7mq2wd9ax")["Location"] == f"{path}?i=k7mq2wd9ax"
    assert client.get(f"{path}?i=").status_code == 403
    for sign in (*BEHIND, *EMPHASIS):
        assert "Ada" in text_of(client.get(f"{path}?i=k7mq2wd9ax{quote(sign)}"))


def test_a_redirect_tells_nothing_of_what_is_there() -> None:
    game, stranger = start_table(make_person("Ada"), make_person("Ben")), make_person("Cleo")
    for client in (Client(), sign_in(stranger)):
        for pasted in ("/g/{}%29", "/g/{}_/", "/g/{}/replay/).", "/circles/join/{}%E2%80%8B"):
            here, nowhere = (client.get(pasted.format(code)) for code in (game.code, "aaaaaaaaaa"))
            assert here.status_code == nowhere.status_code == 302
            assert here["Location"].replace(game.code, "aaaaaaaaaa") == nowhere["Location"]
            assert here.content == nowhere.content
            assert dict(here.headers) | {"Location": ""} == dict(nowhere.headers) | {"Location": ""}


@pytest.mark.parametrize(
    "path",
    ["//elsewhere.example/g/k7mq2wd9ax)", "/https://elsewhere.example/)", "/\\elsewhere.example/", "/nowhere)", "/)",
     "/g/)/", "/g/_/", "/g/k7mq2wd9ax/nowhere/)", "/\x00", "/g/../..//elsewhere.example/%2f"],
)  # fmt: skip
def test_nothing_leads_out_of_the_site_nor_to_what_there_is_not(path: str, client: Client) -> None:
    answer = client.get("/" + quote(path[1:]))
    assert answer.status_code == 404 or answer["Location"] in {"/", "/g/k7mq2wd9ax/"}, answer.get("Location")


def test_nothing_is_sent_on_and_a_clean_address_never_moves(client: Client) -> None:
    for send in (client.post, client.put, client.delete):
        assert send("/g/aaaaaaaaaa%29").status_code == 404
    assert client.get("/g/aaaaaaaaaa/").status_code == 404
    for path in list_links().values():
        assert find_clean(path) == path


def test_programs_are_not_redirected(client: Client) -> None:
    pasted = "/api/1/games/abc%29"
    assert client.get(pasted).status_code == 302
    assert client.get(pasted, headers={"Authorization": "Bearer ij_x"}).status_code == 404
