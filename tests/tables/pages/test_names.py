"""Names at a table: those of the deal, nobody else's there, and gone with the account."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import models
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.models import LimitedUse, User
from accounts.rate_limits import RENAMES_A_DAY
from games.models import Game, Message, Notification
from games.notifications import emails
from games.personal_data.deletion import close_account
from games.rules.registry import TITLES
from games.state.refusals import Refusal
from games.tables.services import lobby, stand_ins
from games.tables.services.guests import _pass_seat
from games.tables.services.talk import say
from games.tables.views.table import TABS
from tests.builders_people import make_guest, make_person
from tests.races.racing import Racers
from tests.rounds import one_in
from tests.tables.acts import refuse, replace_by
from tests.tables.builders import finish, open_table, play_on, start_table
from tests.tables.pages.browser import HTMX, link, page_of, read_form, sign_in, text_of
from tests.tables.pages.listening import GZIP, TOKEN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
ACCOUNT, FACE = reverse("accounts:account"), reverse("accounts:face")
NEW = "Someone Newly Called"


def rename(person: User, name: str) -> HttpResponse:
    """Change a display name in the settings."""
    sent = {"display_name": name, "language": "en", "time_zone": "Europe/Paris"}
    answer: HttpResponse = sign_in(person).post(ACCOUNT, sent)  # type: ignore[assignment]
    return answer


def is_renamed(person: User, name: str) -> bool:
    return rename(person, name).status_code == 302


def hand_to(game: Game, owner: User, by: User, heir: User) -> None:
    """Let an owner go, the table open their seat, and another take it."""
    stand_ins.hand_over(code=game.code, user=owner)
    replace_by(game, by, heir, game.players.get(user=owner).seat)


def list_pages(game: Game) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what may be asked for of a table, as paths and headers."""
    yield from ((link("table", game) + f"?tab={tab.name}", {}) for tab in TABS)
    yield from ((link("panel", game, tab.name), HTMX) for tab in TABS)
    yield from ((link(name, game), {}) for name in ("replay", "trouble"))
    yield from [(link("news", game) + "?v=-1&c=x", HTMX), (link("premove_form", game), HTMX), ("/games/", {})]


def read_pages(game: Game, reader: User) -> list[str]:
    """Return all that a player may ask for of a table, without tokens."""
    client = sign_in(reader)
    return [TOKEN.sub("", text_of(client.get(path, headers=headers))) for path, headers in list_pages(game)]


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_a_table_that_was_dealt_shows_the_names_and_faces_of_its_deal(title: str) -> None:
    people = [make_person(f"Agent {content}") for content in "ABCDE"[: max(2, min(TITLES[title].SEATS))]]
    game = start_table(*people, title=title)
    play_on(game, 3)
    say(game=game, seat=0, text="Hello", author=people[0])
    with time_machine.travel(timezone.now(), tick=False):
        _, before = read_pages(game, people[1]), read_pages(game, people[1])
        assert is_renamed(people[0], NEW)
        sign_in(people[0]).post(FACE, dict.fromkeys(("ground", "coat", "head", "eyes", "mouth", "hat"), "3"))
        assert User.objects.get(pk=people[0].pk).face == "333333"
        after = read_pages(game, people[1])
    assert after == before
    assert any("Agent A" in page for page in after)


def test_what_is_said_after_a_change_and_what_is_mailed_have_the_name_of_the_deal(people: list[User]) -> None:
    game = start_table(*people)
    rename(people[0], NEW)
    sign_in(people[0]).post(link("talk", game), {"text": "It is me"})
    assert Message.objects.get().name == "Ada"
    page = page_of(game, people[1], "talk")
    assert "It is me" in page
    assert NEW not in page
    written = [emails._write_content(notification) for notification in Notification.objects.filter(game=game)]
    assert written
    assert all(content.names == ("Ada", "Ben", "Cleo") for content in written)


def test_the_header_shows_a_person_their_own_new_name_and_profiles_show_it_to_all(people: list[User]) -> None:
    start_table(*people)
    rename(people[0], NEW)
    assert NEW in text_of(sign_in(people[0]).get("/games/"))
    assert NEW in text_of(sign_in(people[1]).get(reverse("games:profile", args=[people[0].code])))


def test_before_the_deal_a_table_shows_current_names_and_the_deal_keeps_them(ada: User, ben: User, cleo: User) -> None:
    game = open_table(ada, ben, seats=3)
    rename(ben, NEW)
    assert NEW in page_of(game, ada)
    lobby.join_game(code=game.code, user=cleo)
    assert [player.name for player in game.players.all()] == ["Ada", NEW, "Cleo"]


def test_a_line_keeps_the_name_that_its_author_had(ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=3)
    for name, text in (("Ben", "First"), ("Bertram", "Second")):
        rename(ben, name)
        sign_in(ben).post(link("talk", game), {"text": text})
    lines = sign_in(ada).get(link("table", game)).context["talk"].lines
    assert [(line.name, line.text) for line in lines] == [("Ben", "First"), ("Bertram", "Second")]


def test_a_substitute_s_name_is_fixed_and_their_table_is_never_compressed(people: list[User]) -> None:
    ada, ben, _ = people
    game = start_table(*people)
    play_on(game, 2)
    client, dee = sign_in(ben), make_person("Dee")
    paths = [(link("table", game), {}), (link("news", game) + "?v=-1&c=x", HTMX), (link("panel", game, "log"), HTMX)]
    assert all(client.get(path, headers={**GZIP, **more}).has_header("Content-Encoding") for path, more in paths)
    hand_to(game, ada, ben, dee)
    assert is_renamed(dee, NEW)
    rename(ada, "Adele")
    for path, more in paths:
        answer = client.get(path, headers={**GZIP, **more})
        assert not answer.has_header("Content-Encoding"), "Dee chose her name after the deal"
        assert NEW not in text_of(answer)
    log = page_of(game, client)
    assert [name in log for name in ("Dee", "Ada", "Adele")] == [True, True, False]


def test_nobody_takes_a_name_that_a_tablemate_gave_up(people: list[User], ada: User, ben: User, cleo: User) -> None:
    game = start_table(*people)
    zoe = make_person("Zoe")
    assert is_renamed(ada, NEW)
    for name in ("Ada", "ADA", "A da"):
        page = text_of(rename(ben, name))
        assert "Someone already has this name" in page
        assert f'value="{name}"' in page
    assert is_renamed(ada, "Ada"), "who had it may have it back"
    assert is_renamed(ada, NEW)
    assert is_renamed(zoe, "Ada"), "she sits at another table"
    assert is_renamed(ada, "Ada Two")
    refuse("name", hand_to, game=game, owner=cleo, by=ben, heir=zoe)
    assert game.players.filter(user=cleo).exists()


def test_the_name_of_one_whose_seat_was_taken_over_is_nobody_else_s(people: list[User], ada: User, ben: User) -> None:
    game = start_table(*people)
    hand_to(game, ada, ben, make_person("Dee"))
    rename(ada, NEW)
    assert not is_renamed(ben, "Ada")


def test_nobody_sits_down_under_a_name_that_another_had_in_talk(ada: User, ben: User) -> None:
    game = open_table(ada, ben, seats=4, guests_welcome=True)
    sign_in(ben).post(link("talk", game), {"text": "I am Ben"})
    rename(ben, NEW)
    other = make_person("Ben")
    answer = sign_in(other).post(link("join", game), follow=True)
    assert "has your name, or had it" in text_of(answer)
    visitor = Client(headers={"accept-language": "en"})
    form = read_form(visitor.get(link("table", game)), link("join_as_guest", game))
    rename(other, "Benjamin")
    answer = visitor.post(link("join_as_guest", game), {**form.fields, "display_name": "Ben"})
    assert "Someone already has this name" in text_of(answer)
    assert not User.objects.filter(is_guest=True).exists()
    assert game.players.filter(user=None).count() == 2
    assert not is_renamed(ada, "Ben")


def test_a_guest_s_seat_does_not_pass_to_an_account_with_a_name_of_the_table(ada: User, ben: User, guest: User) -> None:
    game = open_table(ada, ben, guest, seats=4, guests_welcome=True)
    sign_in(ben).post(link("talk", game), {"text": "I am Ben"})
    rename(ben, NEW)
    assert not _pass_seat(game.code, guest, make_person("Ben"))
    assert _pass_seat(game.code, guest, make_person("Eve"))


def test_a_name_is_changed_five_times_a_day() -> None:
    person = make_person("Ada")
    with time_machine.travel(timezone.now(), tick=False) as now:
        for number in range(RENAMES_A_DAY):
            now.shift(60)
            assert is_renamed(person, f"Ada {number}")
            assert is_renamed(person, f"Ada {number}"), "no change"
        page = text_of(rename(person, NEW))
        assert "You can change your name 5 times a day." in page
        assert f'value="{NEW}"' in page
        assert User.objects.get(pk=person.pk).display_name == "Ada 4"
        now.shift(23 * 60 * 60)
        assert not is_renamed(person, NEW)
        now.shift(60 * 60)
        assert is_renamed(person, NEW)


def test_a_guest_changes_their_name_as_seldom() -> None:
    guest, host = make_guest(), make_person()
    client = sign_in(guest)
    for number in range(RENAMES_A_DAY + 1):
        game = open_table(host, seats=4, guests_welcome=True)
        form = read_form(client.get(link("table", game)), link("join_as_guest", game))
        answer = client.post(link("join_as_guest", game), {**form.fields, "display_name": f"Zoe {number}"})
        lobby.cancel_game(code=game.code, host=host)
    assert answer.status_code == 422
    assert "You can change your name 5 times a day." in text_of(answer)


def list_texts() -> Iterator[tuple[str, str]]:
    """Yield every text that the database holds, with the column in which it stands."""
    types = (models.CharField, models.TextField, models.JSONField)
    for model in apps.get_models():
        columns = [field.name for field in model._meta.concrete_fields if isinstance(field, types)]
        for row in model._default_manager.values_list(*columns) if columns else ():
            yield from ((f"{model._meta.label}.{name}", str(text)) for name, text in zip(columns, row, strict=True))


def test_no_name_of_a_deleted_account_stays_anywhere() -> None:
    ada, ben, cleo = make_person("Rumpelstilz", email="r@example.org"), make_person("Ben"), make_person("Cleo")
    over, running, taken = (start_table(ada, ben, cleo) for _ in range(3))
    finish(over)
    play_on(running, 2)
    play_on(taken, 2)
    for game in (over, running, taken):
        say(game=game, seat=0, text="Hello", author=ada)
    hand_to(taken, ada, ben, make_person("Dee"))
    columns = {column for column, text in list_texts() if "rumpelstilz" in text.lower()}
    assert columns >= {"games.Player.name", "games.FormerPlayer.name", "games.Message.name"}
    close_account(ada)
    # But for the last mail to its owner, which is deleted once it is sent.
    assert [column for column, text in list_texts() if "rumpelstilz" in text.lower()] == ["accounts.AccountEmail.text"]
    for game in (over, running, taken):
        page = page_of(game, ben)
        assert "A former agent" in page, game.status
        assert "Rumpelstilz" not in page


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_who_takes_a_name_and_a_seat_at_one_instant_has_not_both(people: list[User]) -> None:
    ada, ben, zoe = people
    with Racers(2) as racers:
        for number in range(10):
            game = open_table(ada, ben, seats=4)
            say(game=game, seat=1, text="Hello", author=ben)
            said = Message.objects.get(game=game).name
            change(ben, f"Ben {number}")
            change(zoe, f"Zoe {number}")
            join = partial(try_to, lobby.join_game, code=game.code, user=zoe)
            racers.at_once([partial(try_to, change, zoe, said), join])
            zoe.refresh_from_db()
            is_seated = game.players.filter(user=zoe).exists()
            assert not (is_seated and zoe.display_name == said)
            assert is_seated or zoe.display_name == said
            lobby.cancel_game(code=game.code, host=ada)
            ben.refresh_from_db()


def change(person: User, name: str) -> None:
    """Change a display name, as if for the first time today."""
    LimitedUse.objects.all().delete()
    services.rename(User.objects.get(pk=person.pk), display_name=name)


def try_to(act: Any, *given: Any, **named: Any) -> None:
    with suppress(services.NameRefused, Refusal):
        act(*given, **named)
