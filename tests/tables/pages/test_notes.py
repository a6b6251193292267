"""Notes and suspicions: a player's own while the game runs, and opened at its end to those who opened theirs."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, Note, Player, Suspicion
from games.models.notes import NOTE_LENGTH
from games.rules.registry import TITLES
from games.state.table import load_table
from games.tables.services import notes, stand_ins
from tests.builders_people import make_person
from tests.site.pages.counting import count_get
from tests.tables.acts import agree_to_end, people_of, person_in, refuse
from tests.tables.builders import finish, open_table, play_on, play_to_scene, start_table
from tests.tables.pages.browser import HTMX, Page, link, read_form, sign_in, text_of

pytestmark = pytest.mark.django_db
SECRET = "Something rhubarb"


def client_of(game: Game, seat: int) -> Client:
    return sign_in(person_in(game, seat))


def read(game: Game, seat: int) -> Any:
    """Return the table's page with the tab of notes open, as a seat sees it."""
    return client_of(game, seat).get(link("table", game) + "?tab=notes")


def note(game: Game, seat: int, text: str, headers: dict[str, str] | None = None) -> Any:
    return client_of(game, seat).post(link("write_note", game), {"text": text}, headers=headers)


def suspect(game: Game, seat: int, **steps: int) -> Any:
    """Let a seat suspect others: `suspect(game, 0, s1=5)`."""
    fields = {f"suspicion-{name[1:]}": str(step) for name, step in steps.items()}
    return client_of(game, seat).post(link("suspect", game), fields)


def list_kept(game: Game, about: int) -> list[tuple[int, int]]:
    """Return when what was thought of a seat, in order."""
    return list(Suspicion.objects.filter(game=game, about=about).values_list("at", "step"))


def test_a_note_is_dated_by_the_moves_made_and_found_by_trick(game: Game) -> None:
    play_on(game, 4)
    assert note(game, 0, "  Ben had no blue. ")["Location"] == f"{link('table', game)}?tab=notes#side"
    [kept] = Note.objects.all()
    assert (kept.at, kept.text, kept.number) == (len(load_table(game).entries), "Ben had no blue.", 1)
    answer = read(game, 0)
    [remark] = answer.context["notebook"].own
    assert remark.scene == 2
    assert "Trick 2" in text_of(answer)
    assert "Ben had no blue." in text_of(answer)


def test_a_note_can_be_changed_and_deleted_while_the_game_runs(game: Game) -> None:
    note(game, 0, "One")
    note(game, 0, "Two")
    form = next(form for form in Page(text_of(read(game, 0))).forms if form.fields.get("note") == "1")
    client_of(game, 0).post(form.action, {"note": "1", "text": "Other"})
    assert [each.text for each in Note.objects.all()] == ["Other", "Two"]
    client_of(game, 0).post(form.action, {"note": "2", "text": "", "delete": "1"})
    assert [each.text for each in Note.objects.all()] == ["Other"]


def test_nobody_changes_the_notes_of_another(game: Game) -> None:
    note(game, 0, "Mine")
    answer = client_of(game, 1).post(link("write_note", game), {"note": "1", "text": "Yours"})
    assert answer.status_code == 422
    assert ">Yours</textarea>" in text_of(answer), "what was typed is in the box for a new note"
    client_of(game, 1).post(link("write_note", game), {"note": "1", "delete": "1"})
    assert Note.objects.get().text == "Mine"


def test_each_change_of_a_suspicion_is_kept_with_the_moves_made(game: Game) -> None:
    suspect(game, 0, s1=2, s2=3)
    suspect(game, 0, s1=4, s2=3)
    assert list_kept(game, 1) == [(0, 4)], "nothing was played between the two"
    play_on(game, 2)
    suspect(game, 0, s1=5, s2=3)
    at = len(load_table(game).entries)
    assert list_kept(game, 1) == [(0, 4), (at, 5)]
    assert list_kept(game, 2) == [(0, 3)], "what stayed the same is no change"
    form = read_form(read(game, 0), link("suspect", game))
    assert form.picks["suspicion-1"] == ["1", "2", "3", "4", "5"]
    assert read(game, 0).context["notebook"].steps == {1: 5, 2: 3}


def test_only_the_others_can_be_suspected_in_five_steps(game: Game) -> None:
    wrong = [(field, "5") for field in ("suspicion-0", "suspicion-3", "suspicion-x", "suspicion--1")]
    wrong += [("suspicion-1", step) for step in ("0", "6", "x", "-1", "99999999999")]
    for field, step in wrong:
        assert client_of(game, 0).post(link("suspect", game), {field: step}).status_code == 422
    assert client_of(game, 0).post(link("suspect", game), {"suspicion-1": ""}).status_code == 302
    assert not Suspicion.objects.exists()


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_notes_and_asks_whom_one_suspects_if_it_says_so(title: str) -> None:
    rules = TITLES[title]
    game = start_table(make_person(), make_person(), bots=rules.USUAL_SEATS - 2, title=title)
    note(game, 0, SECRET)
    page = text_of(read(game, 0))
    assert SECRET in page
    assert (link("suspect", game) in page) == (rules.TEXTS.suspicion is not None)
    assert suspect(game, 0, s1=5).status_code == (302 if rules.TEXTS.suspicion else 422)


def test_where_roles_change_by_round_suspicion_begins_anew_with_each() -> None:
    game = start_table(make_person(), make_person(), bots=2, title="rendezvous")
    suspect(game, 0, s1=5)
    assert read(game, 0).context["notebook"].steps[1] == 5
    play_to_scene(game, 2)
    assert read(game, 0).context["notebook"].steps[1] is None
    suspect(game, 0, s1=5)
    assert [step for _, step in list_kept(game, 1)] == [5, 5]


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(("text", "words"), [(" \u202e ", "write something"), ("x" * (NOTE_LENGTH + 1), "too long")])
def test_what_is_refused_stays_in_the_box(text: str, words: str, headers: dict[str, str], game: Game) -> None:
    answer = note(game, 0, text, headers)
    assert answer.status_code == (200 if headers else 422)
    assert words in text_of(answer)
    assert f">{text}</textarea>" in text_of(answer)
    assert not Note.objects.exists()


def test_a_change_that_is_refused_stays_in_its_own_box(game: Game) -> None:
    note(game, 0, "One")
    long = "y" * (NOTE_LENGTH + 1)
    answer = client_of(game, 0).post(link("write_note", game), {"note": "1", "text": long})
    assert text_of(answer).count(f">{long}</textarea>") == 1
    assert Note.objects.get().text == "One"


def test_a_game_holds_so_many_notes_of_one_person(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_NOTES", 2)
    for text in ("One", "Two", SECRET):
        answer = note(game, 0, text)
    assert answer.status_code == 422
    assert f">{SECRET}</textarea>" in text_of(answer)
    assert Note.objects.count() == 2
    assert note(game, 1, "Mine").status_code == 302, "each has as many"


def test_htmx_gets_the_notes_and_nothing_else(game: Game) -> None:
    answer = note(game, 0, "Hm", HTMX)
    assert "notes" in Page(text_of(answer)).ids
    assert not Page(text_of(answer)).ids & {"board", "mine", "tabs"}


def test_nobody_else_sees_notes_or_that_there_are_any(game: Game) -> None:
    paths = [link("table", game), f"{link('table', game)}?tab=notes", link("replay_step", game, 0), "/games/"]
    paths += [f"{link('news', game)}?v=-1&c="]
    others = [client_of(game, 1), sign_in(make_person()), Client(headers={"accept-language": "en"})]
    before = [len(client.get(path).content) for client in others for path in paths]
    version = Game.objects.get().version
    note(game, 0, SECRET)
    suspect(game, 0, s1=5)
    assert [len(client.get(path).content) for client in others for path in paths] == before
    assert Game.objects.get().version == version
    # What numbers notes does not count those of others.
    note(game, 1, "First of mine")
    assert Note.objects.get(author=person_in(game, 1)).number == 1


def test_before_the_deal_and_after_the_end_nothing_is_noted(ada: User) -> None:
    game = open_table(ada, seats=3)
    assert note(game, 0, "Early")["Location"] == link("table", game)
    game = start_table(ada, bots=2)
    note(game, 0, "In time")
    finish(game)
    answer = note(game, 0, SECRET)
    assert answer.status_code == 422
    assert SECRET in text_of(answer), "nothing typed is lost"
    assert suspect(game, 0, s1=5).status_code == 422
    assert client_of(game, 0).post(link("write_note", game), {"note": "1", "delete": "1"}).status_code == 422
    assert [each.text for each in Note.objects.all()] == ["In time"]
    assert not Suspicion.objects.exists()


def test_a_stand_in_in_ones_seat_takes_no_notes_away(game: Game) -> None:
    note(game, 0, SECRET)
    stand_ins.hand_over(code=game.code, user=person_in(game, 0))
    assert SECRET in text_of(read(game, 0))
    stand_ins.take_back(code=game.code, user=person_in(game, 0))
    assert SECRET in text_of(read(game, 0))


def opened_game(*who: int) -> Game:
    """Return a finished game of three in which all noted and suspected, and some have opened that."""
    game = start_table(make_person(), make_person(), make_person())
    for seat in range(3):
        note(game, seat, f"{SECRET} {seat}")
        suspect(game, seat, **{f"s{(seat + 1) % 3}": 4})
    finish(game)
    for seat in who:
        client_of(game, seat).post(link("open_notes", game), {"opens": "1"})
    return game


def list_seen(game: Game, seat: int) -> list[int]:
    """Return whose notes a player is shown, on the tab and on the step of the replay at which all wrote."""
    tab = text_of(read(game, seat))
    step = text_of(client_of(game, seat).get(link("replay_step", game, 0)))
    seen = [[other for other in range(3) if f"{SECRET} {other}" in page] for page in (tab, step)]
    assert seen[0] == seen[1]
    return seen[0]


def test_at_the_end_those_who_opened_theirs_see_each_others_and_nobody_else_does() -> None:
    game = opened_game(0, 1)
    assert list_seen(game, 0) == [0, 1]
    assert list_seen(game, 1) == [0, 1]
    assert list_seen(game, 2) == [2]
    assert list_lines(game, 0) == {0: [], 1: [0], 2: [1]}, "of seats, who thought something of them"
    assert list_lines(game, 2) == {0: [2], 1: [], 2: []}, "one's own alone"


def list_lines(game: Game, seat: int) -> dict[int, list[int]]:
    """Return by seat whose lines are drawn in its chart, as a seat sees it."""
    charts = read(game, seat).context["charts"]
    return {chart.about: [path.seat for path in chart.paths] for chart in charts}


def test_what_players_of_target_struck_out_is_opened_with_their_notes() -> None:
    game = start_table(make_person("Ada"), make_person("Ben"), title="target")
    for seat, digit in ((0, 3), (1, 4)):
        client_of(game, seat).post(link("mark", game), {"mark": [f"0-0-{digit}", f"junk-{digit}"]})
    finish(game)
    filled = load_table(Game.objects.get()).title.observe(load_table(Game.objects.get()).states[-1], None).hideouts
    for seat, digit in ((0, 3), (1, 4)):
        own = [f"0-{filled[1 - seat][0].filled}-{digit}"]
        Player.objects.filter(game=game, seat=seat).update(marks=own)
    for seat in (0, 1):
        assert "<s>" not in text_of(read(game, seat)), "nobody has opened anything"
    notes.open_notes(code=game.code, user=person_in(game, 0), opens=True)
    assert "<s>3</s>" in text_of(read(game, 0))
    assert "<s>" not in text_of(read(game, 1))
    notes.open_notes(code=game.code, user=person_in(game, 1), opens=True)
    for seat in (0, 1):
        assert {"<s>3</s>", "<s>4</s>"} <= {f"<s>{digit}</s>" for digit in "34" if f"<s>{digit}</s>" in
                                             text_of(read(game, seat))}  # fmt: skip
    client_of(game, 1).post(link("mark", game), {"mark": ["0-0-5"]})
    assert Player.objects.get(game=game, seat=1).marks != ["0-0-5"], "what was thought then stays"


def test_marks_of_other_titles_are_no_words_of_a_page() -> None:
    game = start_table(make_person("Ada"), bots=2)
    client_of(game, 0).post(link("mark", game), {"mark": ["rhubarb"]})
    finish(game)
    notes.open_notes(code=game.code, user=person_in(game, 0), opens=True)
    assert "rhubarb" not in text_of(read(game, 0))


def test_opening_can_be_taken_back_and_then_one_sees_nobody_elses() -> None:
    game = opened_game(0, 1)
    client_of(game, 1).post(link("open_notes", game), {})
    assert list_seen(game, 0) == [0]
    assert list_seen(game, 1) == [1]


def test_whoever_has_not_opened_theirs_is_not_told_that_others_have() -> None:
    game = opened_game()
    path = f"{link('table', game)}?tab=notes"
    client, version = client_of(game, 2), Game.objects.get().version
    closed = len(client.get(path).content)
    for seat in (0, 1):
        notes.open_notes(code=game.code, user=person_in(game, seat), opens=True)
    assert len(client.get(path).content) == closed
    assert Game.objects.get().version == version


def test_a_running_game_and_one_ended_by_agreement_open_nothing(game: Game) -> None:
    for seat in range(3):
        note(game, seat, f"{SECRET} {seat}")
    refuse("not_played", notes.open_notes, code=game.code, user=person_in(game, 0), opens=True)
    agree_to_end(game, *people_of(game))
    assert client_of(game, 0).post(link("open_notes", game), {"opens": "1"}).status_code == 422
    Player.objects.update(opens_notes=True)
    assert list_seen(game, 0) == [0]
    assert link("open_notes", game) not in text_of(read(game, 0))


def test_a_shared_replay_shows_strangers_no_notes() -> None:
    game = opened_game(0, 1, 2)
    for seat in range(3):
        client_of(game, seat).post(link("share_replay", game), {"agrees": "1"})
    stranger = sign_in(make_person())
    answer = stranger.get(link("replay_step", game, 0))
    assert answer.status_code == 200
    assert SECRET not in text_of(answer)
    assert SECRET in text_of(client_of(game, 0).get(link("replay_step", game, 0)))


def test_a_replay_shows_what_was_noted_in_its_scene_up_to_its_step(game: Game) -> None:
    note(game, 0, "At the start")
    at = len(play_on(game, 2).entries)
    note(game, 0, "In the middle")
    finish(game)

    def texts(step: int) -> list[str]:
        answer = client_of(game, 0).get(link("replay_step", game, step))
        return [remark.text for remark in answer.context["remarks"]]

    assert texts(0) == texts(at - 1) == ["At the start"]
    assert texts(at) == ["At the start", "In the middle"]
    assert texts(at + 1) == [], "another trick"
    assert f'href="{link("replay_step", game, at)}"' in text_of(read(game, 0))


def test_the_replay_of_a_running_game_shows_ones_own(game: Game) -> None:
    note(game, 0, f"{SECRET} 0")
    note(game, 1, f"{SECRET} 1")
    play_on(game, 1)
    assert list_seen(game, 0) == [0]


def test_notes_cost_two_statements_where_they_are_shown_and_none_elsewhere(game: Game) -> None:
    client, table = client_of(game, 0), link("table", game)
    # The first look reads the game's log as well.
    client.get(table)
    assert count_get(client, f"{table}?tab=notes") == count_get(client, f"{table}?tab=log") + 2
    before = count_get(client, f"{table}?tab=notes")
    for number in range(9):
        note(game, 0, f"Note {number}")
    assert count_get(client, f"{table}?tab=notes") == before


def test_a_table_with_a_short_memory_keeps_notes_and_leads_to_no_step() -> None:
    game = start_table(make_person(), make_person(), bots=1, options={"memory": "last_trick"})
    note(game, 0, SECRET)
    play_to_scene(game, 4)
    page = text_of(read(game, 0))
    assert SECRET in page
    assert link("replay_step", game, 0) not in page
