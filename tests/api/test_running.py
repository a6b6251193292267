"""What a running game needs besides moves, and what is left of it: programs can do it as pages do."""

import json
from typing import Any

import pytest

from games.models import Game, Message, Muting, Player, Report
from games.tables.services.talk import say
from tests.api.clients import Bot, Program
from tests.builders_people import make_person
from tests.cases.builders import store_case
from tests.tables.builders import play_on, start_table

pytestmark = pytest.mark.django_db


def start() -> tuple[Game, Program, Program]:
    ada, ben = make_person(), make_person()
    return start_table(ada, ben, bots=1), Program(ada), Program(ben)


def press(program: Program, game: Game, act: str, **body: Any) -> Any:
    answer = program.post(f"games/{game.code}/{act}", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_pause_begins_once_all_agree_and_ends_with_one() -> None:
    game, ada, ben = start()
    seen = press(ada, game, "pause")
    assert (seen["paused"], [each["agrees_to_pause"] for each in seen["players"]]) == (False, [True, False, False])
    assert not any(each["agrees_to_pause"] for each in press(ben, game, "pause/decline")["players"])
    press(ada, game, "pause")
    assert not any(each["agrees_to_pause"] for each in press(ada, game, "pause", agrees=False)["players"])
    press(ada, game, "pause")
    paused = press(ben, game, "pause")
    assert (paused["paused"], paused["decision"], paused["answers"], paused["awaited"]) == (True, None, [], [])
    resumed = press(ada, game, "resume")
    assert (resumed["paused"], bool(resumed["awaited"])) == (False, True)


def test_a_game_ends_by_agreement_and_its_cards_are_opened() -> None:
    game, ada, ben = start()
    assert press(ada, game, "end")["players"][0]["agrees_to_end"]
    assert not any(each["agrees_to_end"] for each in press(ben, game, "end/decline")["players"])
    assert press(ada, game, "end")["awaited"]
    ended = press(ben, game, "end")
    assert (ended["status"], ended["awaited"]) == ("agreed", [])
    refused = ada.get(f"games/{game.code}/replay?seat=1")
    assert (refused.status_code, refused.json()["allowed"]) == (422, [0])
    press(ada, game, "open-cards")
    press(ben, game, "open-cards")
    assert ada.read(f"games/{game.code}/replay?seat=1")["seat"] == 1


def test_nobody_is_awaited_at_a_table_that_stands_still() -> None:
    game, ada, ben = start()
    assert press(ada, game, "hand-over")["awaited"]
    still = press(ben, game, "hand-over")
    assert (still["stands_still"], still["awaited"]) == (True, [])


def test_others_get_more_time_once() -> None:
    game, ada, ben = start()
    asked, other = (ada, ben) if ada.look(game)["decision"] else (ben, ada)
    due = asked.look(game)["due_at"]
    assert press(other, game, "more-time")["due_at"] > due
    assert other.post(f"games/{game.code}/more-time").json()["code"] == "granted"


def test_a_seat_is_handed_over_offered_and_taken_over() -> None:
    game, ada, ben = start()
    assert press(ben, game, "hand-over")["players"][1]["stand_in"]
    offered = press(ben, game, "open-seat", seat=1)["players"][1]["offer"]
    assert press(ben, game, "close-seat", seat=1)["players"][1]["offer"] == ""
    cleo = make_person()
    refused = Program(cleo).post(f"games/{game.code}/sit-in", {"offer": offered})
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_gone")
    offered = press(ben, game, "open-seat", seat=1)["players"][1]["offer"]
    assert Bot(make_person()).post(f"games/{game.code}/sit-in", {"offer": offered}).json()["code"] == "bot_account"
    seen = press(Program(cleo), game, "sit-in", offer=offered)
    assert (seen["you"], seen["players"][1]["person"], seen["players"][1]["stand_in"]) == (1, cleo.code, False)
    assert ben.get(f"games/{game.code}").status_code == 403
    assert ada.look(game)["players"][1]["offer"] == ""


def test_a_rematch_is_opened_and_joined() -> None:
    game, ada, ben = start()
    play_on(game)
    opened = press(ada, game, "rematch", seats="turn")
    assert (opened["status"], opened["you"]) == ("open", 1)
    assert press(ben, game, "rematch")["code"] == opened["code"]
    assert Player.objects.filter(game__code=opened["code"], user__isnull=False, invited=False).count() == 2


def test_notes_and_suspicions_are_ones_own_until_both_open_them() -> None:
    game, ada, ben = start()
    path = f"games/{game.code}/notes"
    assert ada.post(path, {"text": "Ben hesitates"}).json()["notes"][0]["text"] == "Ben hesitates"
    ada.post(path, {"text": "No"})
    assert ada.ask("PUT", f"{path}/1", {"text": "Ben is quick"}).json()["notes"][0]["text"] == "Ben is quick"
    assert [each["number"] for each in ada.ask("DELETE", f"{path}/2").json()["notes"]] == [1]
    suspected = ada.ask("PUT", f"games/{game.code}/suspicions", {"steps": {"1": 4}}).json()["suspicions"]
    assert suspected == {"1": 4, "2": None}
    assert ben.read(path) == {"notes": [], "suspicions": {"0": None, "2": None}, "is_opened": False, "opened": []}
    play_on(game)
    ada.ask("PUT", path, {"opens": True})
    assert ben.read(path)["opened"] == []
    [opened] = ben.ask("PUT", path, {"opens": True}).json()["opened"]
    assert (opened["seat"], opened["text"]) == (0, "Ben is quick")


def test_a_player_is_muted_and_a_line_or_a_name_is_reported() -> None:
    game, ada, ben = start()
    say(game=game, seat=1, text="Hrmpf", author=Player.objects.get(game=game, seat=1).user)
    path = f"games/{game.code}"
    [line] = ada.read(f"{path}/talk")["lines"]
    for about in ({"line": line["line"]}, {"seat": 1}):
        assert ada.post(f"{path}/report", {**about, "reason": "insult", "words": "Oh"}).status_code == 204
    assert [report.about for report in Report.objects.all()] == ["line", "name"]
    assert "insult" in ada.post(f"{path}/report", {"seat": 1, "reason": "x"}).json()["errors"][0]["why"]
    assert ada.post(f"{path}/mute", {"seat": 1}).status_code == 204
    assert ada.read(f"{path}/talk")["lines"] == []
    assert ben.read(f"{path}/talk")["lines"]
    ada.post(f"{path}/mute", {"seat": 1, "muted": False})
    assert (len(ada.read(f"{path}/talk")["lines"]), Muting.objects.count(), Message.objects.count()) == (1, 0, 1)


def test_a_replay_shows_each_step_through_each_seat_at_the_end() -> None:
    game, ada, _ = start()
    path = f"games/{game.code}/replay"
    play_on(game, 2)
    assert ada.get(f"{path}?seat=1").status_code == 422, "a running game is seen from one’s own seat"
    assert ada.read(f"{path}?step=0")["narration"] != ada.read(path)["narration"]
    play_on(game)
    whole = ada.read(path)
    assert whole["step"] == whole["steps"] > 2
    second = whole["scenes"][1]
    assert ada.read(f"{path}?scene={second['scene']}")["step"] == second["step"]
    refused, scenes = ada.get(f"{path}?scene={len(whole['scenes']) + 2}"), [each["scene"] for each in whole["scenes"]]
    assert (refused.status_code, refused.json()["fields"], refused.json()["allowed"]) == (422, ["scene"], scenes)
    seen = ada.read(f"{path}?step=1&seat=1")
    assert (seen["seat"], seen["observation"]["viewer"]) == (1, 1)
    assert seen["observation"]["hand"] != ada.read(f"{path}?step=1")["observation"]["hand"]


def test_records_come_by_the_line_and_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.views.archive.RECORDS_A_PAGE", 2)
    ada = make_person()
    program, games = Program(ada), [start_table(ada, make_person(), bots=1) for _ in range(3)]
    for game in games:
        play_on(game)
    pages = [program.get(f"records?page={page}") for page in (1, 2, 3)]
    assert {page["Content-Type"] for page in pages} == {"application/jsonl"}
    records = [[json.loads(line) for line in page.text.splitlines()] for page in pages]
    assert [len(each) for each in records] == [2, 1, 0]
    assert [*records[0], *records[1]] == [program.read(f"games/{game.code}/record") for game in games]


def test_past_cases_are_listed_with_ones_results() -> None:
    case, program = store_case(), Program(make_person())
    row = {"number": 1, "day": case.day.isoformat(), "level": case.level}
    nothing = dict.fromkeys(("is_right", "is_in_time", "score"))
    assert program.read("cases") == {"page": 1, "pages": 1, "cases": [{**row, "is_over": False, **nothing}]}
    program.post("cases/1/accuse", {"seen": 1, "seat": case.guilty})
    [solved] = program.read("cases")["cases"]
    assert (solved["is_over"], solved["is_right"]) == (True, True)
