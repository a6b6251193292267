"""Faces: the same for a code for ever, none twice at a table, and chosen without scripts."""

from collections.abc import Callable

import pytest

from accounts.faces import BOT_FACES, Face, _make_face, find_face, make_distinct, read_face
from accounts.models import User
from tests.builders_people import make_guest, make_person, reload
from tests.tables.pages.browser import sign_in, text_of

FACE = "/accounts/settings/face/"
PARTS = ("ground", "coat", "head", "eyes", "mouth", "hat")


def test_a_code_has_the_same_face_for_ever_and_codes_differ() -> None:
    assert str(_make_face("abcdefghjk")) == "541221"
    assert str(find_face("abcdefghjk", "654321")) == "654321", "one that was chosen"
    faces = [str(_make_face(f"code{number}")) for number in range(300)]
    assert len(set(faces)) > 290
    assert all({face[part] for face in faces} == set("123456") for part in range(6))


@pytest.mark.parametrize("text", ["", "12345", "1234567", "123450", "12345a", "12345²"])
def test_what_is_no_face_is_taken_for_none(text: str) -> None:
    assert read_face(text) is None
    assert find_face("abc", text) == _make_face("abc")


def test_two_that_look_alike_differ_at_a_table_by_the_later_ones_hat() -> None:
    first, second, other = Face(1, 1, 1, 1, 1, 1), Face(2, 2, 1, 1, 3, 1), Face(1, 1, 2, 2, 2, 1)
    shown = make_distinct((first, second, other))
    assert (str(shown[0]), str(shown[1]), str(shown[2])) == ("111111", "221132", "112221")


def test_at_a_table_of_eight_with_one_face_none_looks_like_another() -> None:
    shown = make_distinct((Face(1, 1, 1, 1, 1, 1),) * 8)
    assert not [(a, b) for a in range(8) for b in range(a) if shown[a].looks_like(shown[b])]
    assert make_distinct(BOT_FACES) == BOT_FACES


@pytest.mark.django_db
@pytest.mark.parametrize("make", [make_person, make_guest])
def test_a_person_chooses_a_face_and_goes_back_to_the_first(make: Callable[[], User]) -> None:
    person = make()
    client = sign_in(person)
    assert text_of(client.get(FACE)).count("checked") == 6
    client.post(FACE, dict(zip(PARTS, "654321", strict=True)))
    assert reload(person).face == "654321"
    assert "faces.svg#hat-1" in text_of(client.get("/accounts/settings/account/"))
    client.post(FACE, {"reset": "1"})
    assert reload(person).face == ""


@pytest.mark.django_db
@pytest.mark.parametrize("digits", ["65432", "754321", "a54321"])
def test_a_face_that_was_not_offered_is_not_kept(digits: str) -> None:
    person = make_person()
    sign_in(person).post(FACE, dict(zip(PARTS, digits, strict=False)))
    assert reload(person).face == ""
