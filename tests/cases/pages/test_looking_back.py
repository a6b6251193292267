"""Looking back at a trick of a case keeps what was noted and chosen."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Case
from tests.cases.pages.acts import press
from tests.tables.pages.browser import text_of

pytestmark = pytest.mark.django_db


def test_looking_back_at_a_trick_keeps_notes(case: Case, client: Client) -> None:
    press(client, "next")
    press(client, "next")
    form = {"seen": 3, "clue": 0, "mark": ["1-2"], "suspicion-1": "4", "trick": "2"}
    page = client.post("/case/1/act/", form, follow=True)
    assert page.redirect_chain == [("/case/?trick=2#trick-heading", 302)]
    assert (page.context["scene"], page.context["run"].seen) == (2, 3)
    assert (page.context["run"].marks, page.context["run"].steps) == (("1-2",), {1: 4})
    assert re.findall(r'name="trick"\s+value="(\d)"', text_of(page)) == ["1", "2", "3"]
    assert client.post("/case/1/act/", {**form, "trick": "x"})["Location"] == "/case/"


def test_a_chosen_face_stays_chosen_until_it_is_accused(case: Case, client: Client) -> None:
    def find_chosen(page: Any) -> list[str]:
        faces = re.findall(r'<input\s+type="radio"\s+name="seat"[^>]*>', page.content.decode())
        return [value for face in faces if "checked" in face for value in re.findall(r'value="(\d)"', face)]

    press(client, "next")
    press(client, "next")
    form = {"seen": 3, "clue": 0, "seat": "2"}
    assert find_chosen(client.post("/case/1/act/", {**form, "trick": "1"}, follow=True)) == ["2"]
    for what in ("keep", "clue", "next"):
        assert find_chosen(press(client, what, seat=2)) == ["2"]
    assert not find_chosen(press(client, "next"))
    assert not find_chosen(press(client, "next", seat=9))
    end = press(client, "accuse", seat=2)
    assert end.redirect_chain == [("/case/#end-heading", 302)]
