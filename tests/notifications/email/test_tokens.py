"""The tokens in the links of emails: short, of one purpose, unforgeable; those of earlier releases work on."""

import re
from itertools import product
from zlib import crc32

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from accounts.models import User
from games.models import FormerPlayer, Game, Player
from games.notifications import email_links, preferences
from games.notifications.tokens import (
    Purpose,
    is_signed,
    pack_code,
    read_token,
    sign_message_id,
    sign_token,
    unpack_code,
)
from games.notifications.types import SWITCHES
from games.rules.registry import TITLES
from games.state.table import load_table
from insidejob.codes import ALPHABET, LENGTH
from tests.builders_people import make_person, reload
from tests.notifications.email.builders import GRACE, ask_somebody, send_after
from tests.notifications.email.server import MailServer, text_of
from tests.rules.swap import play_game
from tests.tables.builders import play_on, start_table
from tests.titles import worlds_of

MAX_LENGTH = 40
TOKEN = re.compile(r"/(?:stop|turn|from)/([^/\s]+)/")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_no_token_in_an_email_is_longer_than_forty_characters(server: MailServer, kind: str) -> None:
    ask_somebody()
    assert send_after(GRACE) == 1
    tokens = set(TOKEN.findall(text_of(server.mails[0], kind)))
    assert len(tokens) == 3
    assert all(re.fullmatch(r"[\w-]+", token) and len(token) <= MAX_LENGTH for token in tokens)


@pytest.mark.parametrize("code", ["k3v9x2m7qa", ALPHABET[0] * LENGTH, ALPHABET[-1] * LENGTH])
@pytest.mark.parametrize("extra", [0, 7, 63])
def test_a_code_and_a_seat_are_packed_in_seven_bytes(code: str, extra: int) -> None:
    packed = pack_code(code, extra)
    assert len(packed) == 7
    assert unpack_code(packed) == (code, extra)


def test_a_token_is_read_for_its_purpose_alone_and_only_as_it_was_written() -> None:
    token = sign_token("turn", b"fourteen bytes")
    assert len(token) == MAX_LENGTH
    assert read_token("turn", token) == b"fourteen bytes"
    others: tuple[Purpose, ...] = ("table", "stop")
    assert all(read_token(purpose, token) is None for purpose in others)
    changed = [token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :] for at in range(len(token))]
    spelled = [token + "=", token + "!", "!" + token, token[:-1], token + "A", token[:-2] + "+/", "é" * 40, ""]
    assert all(read_token("turn", wrong) is None for wrong in (*changed, *spelled))


def test_a_token_outlives_the_key_it_was_signed_by_as_long_as_that_is_kept() -> None:
    token, first = sign_token("stop", b"content"), settings.SECRET_KEY
    with override_settings(SECRET_KEY="another" * 8):
        assert read_token("stop", token) is None
    with override_settings(SECRET_KEY="another" * 8, SECRET_KEY_FALLBACKS=["a third", first]):
        assert read_token("stop", token) == b"content"


def test_a_message_id_outlives_the_key_it_was_signed_by_as_long_as_that_is_kept() -> None:
    name, first = sign_message_id("case-7", "Ada@example.org"), settings.SECRET_KEY
    assert is_signed(name, "ada@example.org")
    with override_settings(SECRET_KEY="another" * 8):
        assert not is_signed(name, "ada@example.org")
    with override_settings(SECRET_KEY="another" * 8, SECRET_KEY_FALLBACKS=["a third", first]):
        assert is_signed(name, "ada@example.org")
        assert not any(is_signed(wrong, "ada@example.org") for wrong in (name[:-1], f"{name}.", "case-7", ""))
        assert not is_signed(name, "ben@example.org")
    assert sign_message_id("case-7", "ada@example.org") == name


def find_kinds(title: str) -> set[str]:
    """Return the kinds of decisions that come up in some games of a title."""
    mine = worlds_of(title)
    states = [state for number in range(10) for state in play_game(mine, f"kinds-{number}").states]
    asked = [mine.TITLE.decision(state, seat) for state in states for seat in mine.TITLE.to_act(state)]
    return {decision.kind for decision in asked if decision}


@pytest.mark.parametrize("title", TITLES)
def test_each_decision_of_a_game_has_a_number_of_its_own(title: str) -> None:
    names = [f"{kind}-{number}" for kind, number in product(find_kinds(title), range(1, 500))]
    assert names
    assert len({email_links.number_decision(name) for name in names}) == len(names)


def test_each_switch_has_a_number_of_its_own() -> None:
    assert len({crc32(switch.encode()) for switch in (*SWITCHES, preferences.ALL)}) == len(SWITCHES) + 1


def make_long(salt: str, *content: str) -> str:
    """Return a token as the release before signed it."""
    return signing.Signer(salt=f"games.mail.{salt}").sign_object(list(content))


@pytest.fixture
def player() -> Player:
    """A person who is to play a card at a table of two people and a bot."""
    game = play_on(start_table(make_person("Ada"), make_person("Ben"), bots=1), 1).game
    return next(player for player in load_table(game).players if player.owes and player.user)


@pytest.mark.django_db
def test_the_long_links_in_emails_sent_before_still_work(player: Player) -> None:
    user = player.user
    assert user
    stamp = email_links.make_stamp(user).hex()
    turn = make_long("turn", user.code, player.game.code, player.owes, stamp)
    path = reverse("games:play_by_mail", args=[turn])
    assert Client().post(path, {"show": "1"}).status_code == 200
    assert email_links.read_address(make_long("table", user.code, stamp)) == user.email
    stop = reverse("games:stop_mail", args=[make_long("stop", user.code, "turn")])
    assert Client().post(stop).status_code == 200
    assert "turn" in reload(user).mail_kinds_off
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    assert Client().post(path, {"show": "1"}).status_code == 410
    assert email_links.read_address(make_long("table", user.code, stamp)) == ""


@pytest.mark.django_db
def test_links_of_a_turn_and_of_an_address_outlive_their_key_as_long_as_that_is_kept(player: Player) -> None:
    user, first = player.user, settings.SECRET_KEY
    assert user
    turn, table = email_links.make_turn_token(player), email_links.make_table_token(user)
    with override_settings(SECRET_KEY="another" * 8, SECRET_KEY_FALLBACKS=["a third", first]):
        link = email_links.read_turn_token(turn)
        assert link
        assert link.is_valid
        assert email_links.read_address(table) == user.email
        user.sessions_ended += 1
        user.save(update_fields=["sessions_ended"])
        link = email_links.read_turn_token(turn)
        assert link
        assert not link.is_valid
        assert email_links.read_address(table) == ""


@pytest.mark.django_db
@pytest.mark.parametrize("salt", ["turn", "table", "stop"])
def test_a_long_link_cannot_be_made_up_either(player: Player, salt: str) -> None:
    assert player.user
    *content, signature = make_long(salt, player.user.code, player.game.code, player.owes, "00").split(":")
    forged = ":".join([*content, signature[::-1]])
    assert email_links.read_turn_token(forged) is None
    assert email_links.read_address(forged) == ""
    assert preferences.read_stop_token(forged) is None


@pytest.mark.django_db
def test_a_link_is_void_for_who_took_the_seat_over_and_tells_nothing_of_them(player: Player) -> None:
    assert player.user
    token = email_links.make_turn_token(player)
    other = make_person(language="fr")
    FormerPlayer.objects.create(game=player.game, seat=player.seat, user=player.user, until=1)
    Player.objects.filter(pk=player.pk).update(user=other)
    client, path = Client(headers={"accept-language": "en"}), reverse("games:play_by_mail", args=[token])
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 410
        assert "This has already been answered" in answer.content.decode()
        assert "/from/" not in answer.content.decode()


@pytest.mark.django_db
def test_a_link_names_one_decision_at_one_seat_of_one_table(player: Player) -> None:
    token = email_links.make_turn_token(player)
    link = email_links.read_turn_token(token)
    assert link
    assert link.find_player(player.game, [player]) == player
    assert link.find_player(player.game, [Player(game=player.game, user=player.user, owes="play-99")]) is None
    assert link.find_player(player.game, [Player(game=player.game, user=make_person(), owes=player.owes)]) is None
    assert link.find_player(Game(status=Game.Status.CANCELLED), [player]) is None
