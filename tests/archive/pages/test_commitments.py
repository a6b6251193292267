"""The commitment to a deal on the site: one hash for everybody before the first move, opened as the rules open it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest import mock

import pytest
from django.core import mail
from django.core.management import call_command

from accounts.models import User
from games.archive.selectors.commitments import load_key, open_commitment, split_deal
from games.models import Deal, Game
from games.rules.commitment import SIZE, commit, make_salt, verify_commitment
from games.rules.registry import TITLES
from games.site.consistency import _check_game
from games.state.table import load_table
from games.tables.services import lobby, moves, stand_ins, substitutes
from tests.builders_people import make_guest, make_person, reload
from tests.notifications.email.builders import GRACE, send_after
from tests.personal_data.builders import read_archive
from tests.rounds import choose, one_in
from tests.tables.builders import finish, play_on, start_beside_stand_in, start_table
from tests.tables.pages import worlds
from tests.tables.pages.browser import link, sign_in, text_of
from tests.titles import worlds_of

pytestmark = pytest.mark.django_db
any_title = pytest.mark.parametrize("title", TITLES)
ALL = "/games/commitments.jsonl"


def start(title: str, *people: User) -> Game:
    return start_table(*people, bots=TITLES[title].USUAL_SEATS - len(people), title=title)


def end(game: Game, *people: User) -> None:
    for person in people:
        stand_ins.agree_to_end(code=game.code, user=person, agrees=True)


def open_by(game: Game, *people: User) -> None:
    for person in people:
        stand_ins.agree_to_open(code=game.code, user=person, agrees=True)


def list_secrets(game: Game) -> Iterator[str]:
    """Yield what nobody may receive before the deal is opened: key, salts, and the hashes of parts."""
    table, key = load_table(game), load_key(game)
    parts = split_deal(table)
    yield key.hex()
    yield from (make_salt(key, name).hex() for name in parts)
    with mock.patch("games.archive.selectors.commitments._choose_open", return_value=["game"]):
        file = open_commitment(table)
    assert file
    yield from (part["hash"] for part in file["parts"][1:])


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_everybody_sees_the_same_hash_before_the_first_move_and_to_the_end(title: str) -> None:
    ada, ben = make_person(), make_person()
    game = start(title, ada, ben)
    assert verify_commitment_of(game) == game.commitment
    pages = [text_of(sign_in(person).get(f"{link('table', game)}?tab=about")) for person in (ada, ben)]
    assert [page.count(game.commitment) for page in pages] == [1, 1]
    assert game.commitment not in text_of(sign_in(ada).get(link("table", game)))
    finish(game)
    assert reload(game).commitment in text_of(sign_in(ada).get(f"{link('table', game)}?tab=about"))
    assert verify_commitment_of(game) == game.commitment


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_guest_is_told_to_note_the_hash_down_as_no_email_keeps_it(language: str) -> None:
    guest, ada = make_guest(language), make_person(language=language)
    game = lobby.play_against_bots(user=guest, title="insidejob", seat_count=3)
    advice = {"en": "Write it down: as a guest", "fr": "Note-le : aucun e‑mail ne le garde"}[language]
    first_email = {"en": "your first email", "fr": "ton premier e‑mail"}[language]
    page = text_of(sign_in(guest).get(f"{link('table', game)}?tab=about"))
    assert advice in page.replace("\u202f", " ")
    assert first_email not in page
    page = text_of(sign_in(ada).get(f"{link('table', start('insidejob', ada, make_person()))}?tab=about"))
    assert advice not in page.replace("\u202f", " ")
    assert first_email in page


def verify_commitment_of(game: Game) -> str:
    """Return the commitment to the deal as it is stored now."""
    return commit(split_deal(load_table(game)), load_key(game))


@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_what_opens_a_finished_deal_verifies_with_its_record(title: str, tmp_path: Path) -> None:
    ada, ben = make_person(), make_person()
    game = start(title, ada, ben)
    clients = [sign_in(ada), sign_in(ben)]
    assert {client.get(link("commitment", game))["Location"] for client in clients} == {link("table", game)}
    assert link("commitment", game) not in text_of(clients[0].get(f"{link('table', game)}?tab=about"))
    finish(game)
    assert link("commitment", game) in text_of(clients[0].get(f"{link('table', game)}?tab=about"))
    files = {client.get(link("commitment", game)).content for client in clients}
    assert files == {clients[0].get(ALL).getvalue()}
    record, opened = tmp_path / "record.json", tmp_path / "commitment.json"
    record.write_bytes(clients[0].get(link("record", game)).content)
    opened.write_bytes(*files)
    call_command("verify", str(record), f"--commitments={opened}", f"--root={game.commitment}")
    assert sign_in(make_person()).get(link("commitment", game)).status_code == 403
    assert sign_in(make_person()).get(ALL).getvalue() == b""


@any_title
def test_an_agreed_end_opens_what_all_agreed_to_and_nothing_before(title: str) -> None:
    ada, ben = make_person(), make_person()
    game = start(title, ada, ben)
    end(game, ada, ben)
    open_by(game, ada)
    game.refresh_from_db()
    client = sign_in(ada)
    assert client.get(link("commitment", game))["Location"] == link("table", game)
    assert link("commitment", game) not in text_of(client.get(f"{link('table', game)}?tab=about"))
    open_by(game, ben)
    assert link("commitment", game) in text_of(client.get(f"{link('table', game)}?tab=about"))
    file = client.get(link("commitment", game)).json()
    assert verify_commitment(file) == game.commitment
    table = load_table(game)
    opened = {part["name"] for part in file["parts"] if "value" in part}
    assert opened == {*table.title.PARTS.opened(table.states[-1])}
    closed = [part for part in file["parts"] if part["name"] not in opened]
    assert all(part.keys() == {"name", "hash"} for part in closed)
    assert len(opened) + len(closed) == len(file["parts"])
    assert client.get(ALL).getvalue() == b""
    assert _check_game(Game.objects.get(pk=game.pk)) == []


def test_the_export_holds_the_hash_and_the_file_once_the_deal_is_open() -> None:
    ada = make_person()
    running, over, agreed = (start("insidejob", ada) for _ in range(3))
    finish(over)
    end(agreed, ada)
    files = read_archive(ada)
    games = files["data.json"]["games"]
    assert [row["commitment"] for row in games] == [game.commitment for game in (running, over, agreed)]
    assert f"games/{running.code}-commitment.json" not in files
    assert verify_commitment(files[f"games/{over.code}-commitment.json"]) == over.commitment
    assert files[f"games/{agreed.code}-commitment.json"] is None
    everything = json.dumps(files)
    assert not [secret for game in (running, agreed) for secret in list_secrets(game) if secret in everything]
    assert [secret for secret in list_secrets(over) if secret in everything]


def test_the_first_mail_of_a_game_keeps_it_and_later_ones_do_without() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    game = start("insidejob", ada, ben)
    seen: dict[str, list[bool]] = {}
    while game.is_running and len(seen.get(str(ada.email), ())) < 3:
        mail.outbox.clear()
        send_after(GRACE)
        for message in mail.outbox:
            bodies = [str(message.body), str(message.alternatives[0][0])]  # type: ignore[union-attr]
            [says] = {game.commitment in body for body in bodies}
            seen.setdefault(message.to[0], []).append(says)
        play_on(game, 1)
        game.refresh_from_db()
    assert len(seen) == 2
    assert all(first and not any(later) for first, *later in seen.values())
    assert any(len(each) > 1 for each in seen.values())


def test_a_digest_keeps_it_too() -> None:
    ada = make_person("Ada")
    games = [start_beside_stand_in(ada, bots=1) for _ in range(2)]
    User.objects.filter(pk=ada.pk).update(time_zone="UTC")
    sign_in(ada).post("/mail/", {"turn": "on", "mail-schedule": "daily", "reminders": ""})
    send_after(GRACE * 800)
    bodies = [str(message.body) for message in mail.outbox]
    assert [body for body in bodies if all(game.commitment in body for game in games)], bodies


def replay_with(pair: worlds.Pair) -> Iterator[tuple[str, list[bytes], list[str]]]:
    """Yield for both worlds of a pair, with real commitments: it, what the viewer receives, what nobody may."""
    game = worlds.make_table(pair.worlds.TITLE, pair.options, pair.seats)
    assert pair.viewer is not None
    person = game.players.get(seat=pair.viewer).user
    assert person
    client = sign_in(person)
    for world in (pair.ours, pair.theirs):
        worlds.lay_out(game, world.deal, world.log, is_committed=True)
        game.refresh_from_db()
        paths = [f"{link('table', game)}?tab={tab}" for tab in ("log", "about", "past")]
        paths += [link("replay", game), f"{link('news', game)}?v=-1&c="]
        # Each hash draws other blanks at the end.
        received = [client.get(path, follow=True).content.rstrip(b" ") for path in paths]
        received.append(json.dumps(read_archive(person)).encode())
        yield game.commitment, received, [*list_secrets(game)]


@pytest.mark.rounds
@pytest.mark.parametrize("title", one_in(3, TITLES))
def test_worlds_that_a_viewer_cannot_tell_apart_differ_in_the_hash_alone(title: str) -> None:
    pairs = worlds.find_pairs(worlds_of(title), "committed", choose(2, deep=6, long=10))
    running = [pair for pair in pairs if pair.viewer is not None and pair.worlds.TITLE.outcome(pair.now) is None]
    with worlds.frozen():
        for pair in running:
            both = [*replay_with(pair)]
            # Screen readers get the first digits alone.
            hidden = [
                [each.replace(root.encode(), b"-").replace(root[:8].encode(), b"-") for each in received]
                for root, received, _ in both
            ]
            assert hidden[0] == hidden[1], str(pair)
            for root, received, unspeakable in both:
                text = b"".join(received).decode()
                assert root in text
                assert not [secret for secret in unspeakable if secret in text], str(pair)
            # What was chosen in secret, and not dealt, is no part of the hash.
            assert (both[0][0] != both[1][0]) == (pair.ours.deal != pair.theirs.deal), str(pair)
    assert running


def test_the_key_is_drawn_by_secrets_and_the_hash_of_one_deal_is_another_each_time() -> None:
    ada, games = make_person(), []
    keys = [bytes([number] * SIZE) for number in (1, 2)]
    for key in keys:
        with mock.patch.object(moves, "DICE", Random(5)), mock.patch("secrets.token_bytes", return_value=key) as draw:
            games.append(start("insidejob", ada))
        assert mock.call(SIZE) in draw.call_args_list
    assert [load_key(game) for game in games] == keys
    assert load_table(games[0]).deal == load_table(games[1]).deal
    assert games[0].commitment != games[1].commitment


def test_a_rematch_is_committed_to_anew_and_a_substitute_finds_the_same() -> None:
    ada, ben, cleo = (make_person() for _ in range(3))
    game = start("insidejob", ada, ben)
    stand_ins.hand_over(code=game.code, user=ben)
    substitutes.open_seat(code=game.code, user=ben, seat=1)
    substitutes.sit_in(code=game.code, user=cleo, token=game.players.get(seat=1).link)
    assert game.commitment in text_of(sign_in(cleo).get(f"{link('table', game)}?tab=about"))
    game.refresh_from_db()
    finish(game)
    assert verify_commitment_of(game) == game.commitment
    rematch = lobby.open_rematch(code=game.code, user=ada)
    assert rematch.commitment == ""


def test_a_game_from_before_has_none_and_is_as_it_was(tmp_path: Path) -> None:
    ada = make_person()
    old, new = start("insidejob", ada), start("insidejob", ada)
    Game.objects.filter(pk=old.pk).update(commitment="")
    Deal.objects.filter(game=old).update(commitment_key="")
    client = sign_in(ada)
    assert "seal" not in text_of(client.get(f"{link('table', old)}?tab=about")).lower()
    for game in (old, new):
        finish(game)
        assert _check_game(Game.objects.get(pk=game.pk)) == []
    assert client.get(link("commitment", old))["Location"] == link("table", old)
    first, second = client.get(ALL).getvalue().splitlines()
    assert first == b"null"
    assert json.loads(second)["root"] == new.commitment
    records, opened = tmp_path / "records.jsonl", tmp_path / "commitments.jsonl"
    records.write_bytes(client.get("/games/records.jsonl").getvalue())
    opened.write_bytes(client.get(ALL).getvalue())
    call_command("verify", str(records), f"--commitments={opened}")
