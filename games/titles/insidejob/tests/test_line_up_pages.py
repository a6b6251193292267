"""Choosing a line-up when opening a table: what is offered, and what is said of what cannot be."""

from html import unescape
from itertools import cycle

import pytest
from django.utils import translation

from games.models import Game
from games.rules.registry import get_title
from games.titles.insidejob.rules.roles import RECOMMENDED, list_lineups
from tests.builders_people import make_person
from tests.rounds import one_in
from tests.tables.pages.browser import read_form, sign_in, text_of
from tests.tables.pages.opening import CHOICES, OPEN_TABLE

pytestmark = pytest.mark.django_db

TITLE = get_title("insidejob")
ROLES, RISKY, WAGERS = "insidejob-roles", "insidejob-risky", "insidejob-wagers"
WRONG = [
    # what is chosen, the field at fault, the code of what is said beside it
    ({"seats": "2", ROLES: "decoy"}, ROLES, "roles_seats"),
    ({"seats": "3", ROLES: "paranoid,sleeper"}, ROLES, "roles_seats"),
    ({ROLES: "daredevil,tim_shady", WAGERS: ""}, ROLES, "daredevil_needs_wagers"),
    ({ROLES: "", RISKY: "on", WAGERS: ""}, RISKY, "risky_needs_wagers"),
    ({"seats": "2", ROLES: "", RISKY: "on"}, RISKY, "risky_with_larry"),
    # These are not offered: someone has sent another form.
    ({ROLES: "decoy,tim_shady"}, ROLES, "roles_two_neutral"),
    ({ROLES: "accomplice,wiretapped"}, ROLES, "roles_two_open"),
    ({ROLES: "janitor"}, ROLES, "unknown_value"),
]


@pytest.mark.parametrize(
    ("language", "wrong", "field", "code"), [(language, *case) for language, case in zip(cycle(["en", "fr"]), WRONG)]
)
def test_a_wrong_choice_is_refused_beside_its_field(
    language: str, wrong: dict[str, str], field: str, code: str
) -> None:
    sent = {**CHOICES, **wrong}
    answer = sign_in(make_person(language=language)).post(OPEN_TABLE, sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    with translation.override(language):
        sentence = translation.gettext(TITLE.TEXTS.objections[code])
    page = unescape(text_of(answer))
    assert sentence in page.split(f'id="id_{field}_error"')[1].split("</ul>")[0]
    assert page.count('class="errors"') == 1
    kept = answer.context["form"]
    assert {name: kept[name].value() for name in ("seats", ROLES)} == {name: sent[name] for name in ("seats", ROLES)}
    assert kept[RISKY].value() is (RISKY in sent)
    assert kept[WAGERS].value() is bool(sent[WAGERS])


def test_what_was_chosen_is_still_chosen_on_the_page_that_refuses_it() -> None:
    sent = {**CHOICES, "seats": "3", ROLES: "paranoid,sleeper"}
    answer = sign_in(make_person()).post(OPEN_TABLE, sent)
    assert '<option value="paranoid,sleeper" selected>' in text_of(answer)
    assert read_form(answer, "").checked["seats"] == "3"


def test_every_allowed_line_up_is_offered_and_the_recommended_pairs_come_first() -> None:
    form = sign_in(make_person()).get(OPEN_TABLE).context["form"]
    offered = [value for value, _ in form.fields[ROLES].choices]
    assert sorted(offered) == sorted(",".join(roles) for roles in list_lineups())
    assert offered[0] == ""
    assert set(offered[1 : 1 + len(RECOMMENDED)]) == {",".join(roles) for roles in RECOMMENDED}


@pytest.mark.parametrize("roles", one_in(4, [",".join(roles) for roles in list_lineups()]))
def test_every_allowed_line_up_opens_a_table(roles: str) -> None:
    sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, ROLES: roles})
    assert ",".join(Game.objects.get().options["roles"]) == roles


def test_the_seats_say_where_larry_sits() -> None:
    form = sign_in(make_person()).get(OPEN_TABLE).context["form"]
    assert dict(form.fields["seats"].choices) == {2: "2, with Larry", 3: "3", 4: "4", 5: "5"}


def test_a_table_of_two_can_be_opened() -> None:
    sign_in(make_person()).post(OPEN_TABLE, {**CHOICES, "seats": "2", ROLES: ""})
    assert Game.objects.get().seat_count == 2
