"""No page of a case tells what is not revealed: two cases with the same revealed tricks give the same bytes."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.cases.selectors import files
from games.cases.selectors.files import CaseFile, load_file
from games.models import Case
from games.state.view import View
from tests.builders_people import make_person
from tests.cases.builders import find_game_of_level, store_case
from tests.cases.imagining import imagine, put_in_place
from tests.cases.pages.acts import press
from tests.rounds import one_in
from tests.tables.pages.browser import sign_in

pytestmark = pytest.mark.django_db
PAGES = (
    "/case/",
    "/case/1/",
    "/case/?trick=1",
    "/case/?trick=9",
    "/case/archive/",
    "/case/1/record.json",
    "/case/1/replay/3/?eyes=1",
    "/",
)
# By how many scenes were seen, the level of the case.
LEVELS_OF = {1: 4, 2: 5, 5: 6, 9: 7}
VARY = {"Date"}


def ask_everything(client: Client) -> list[tuple[int, bytes, dict[str, str]]]:
    """Return all that a browser receives which looks at every page, and whose forms are refused."""
    answers: list[Any] = [client.get(path) for path in PAGES]
    answers.append(client.post("/case/1/act/", {"do": "accuse", "seen": 1, "clue": 0, "seat": "7"}))
    return [
        (answer.status_code, answer.content, {name: value for name, value in answer.items() if name not in VARY})
        for answer in answers
    ]


@pytest.mark.parametrize(
    ("kind", "scenes"), one_in(3, [(kind, scenes) for scenes in LEVELS_OF for kind in ("visitor", "member")][:-1])
)
def test_two_cases_with_the_same_tricks_give_the_same_bytes(kind: str, scenes: int) -> None:
    # Nothing is proven in these.
    chosen = find_game_of_level(LEVELS_OF[scenes])
    played = chosen.played
    other = imagine(played, scenes, Random(f"{kind} {scenes}"))
    assert other.deal != played.deal
    client = Client() if kind == "visitor" else sign_in(make_person())
    case = store_case(chosen=chosen)
    put_in_place(case, played)
    for _ in range(scenes - 1):
        press(client, "next")
    first = ask_everything(client)
    put_in_place(case, other)
    assert ask_everything(client) == first


@pytest.mark.deep
def test_a_page_that_showed_a_trick_too_many_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = CaseFile.view

    def peek(self: CaseFile, scenes: int) -> View:
        return replace(view(self, scenes), seen=view(self, min(scenes + 1, self.scenes)).seen)

    monkeypatch.setattr(CaseFile, "view", peek)
    with pytest.raises(AssertionError):
        test_two_cases_with_the_same_tricks_give_the_same_bytes("visitor", 2)


def test_the_view_of_a_case_holds_nothing_of_what_comes() -> None:
    """The rules' own proof covers what the public observes; this one, which moves a view is made of."""
    store_case()
    file = load_file(*Case.objects.values_list("pk", "commitment").get())
    for scenes in range(1, file.scenes + 1):
        table = files._cut_table(file, scenes)
        assert len(table.entries) == file.played.moments[scenes - 1]
        assert len(table.states) == len(table.entries) + 1
        assert table.outcome is None
        seen = file.view(scenes).seen
        assert seen.viewer is None
        assert [role for role in seen.roles if role] == [seen.roles[seat] for seat in seen.revealed]


def test_a_solution_is_shown_to_nobody_who_has_not_accused() -> None:
    case = store_case()
    member, other = sign_in(make_person()), sign_in(make_person())
    press(member, "accuse", seat=case.guilty)
    assert "solved" in member.get("/case/").content.decode()
    assert other.get("/case/").context["view"].seen.outcome is None
    assert Client().get("/case/").context["view"].seen.outcome is None
