"""Names that could be mistaken for another's, for a bot's or for the site's."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names.display_names import tidy_name, validate_display_name, validate_readable
from accounts.names.look_alikes import skeletonize
from accounts.selectors import is_name_taken, suggest_name
from accounts.services import NameTaken, rename
from tests.builders_people import create_person, make_guest, make_person, reload
from tests.races.racing import Racers

LOOK_ALIKES = [
    ("Camille", "Саmille"),  # Cyrillic capital es and a
    ("Bob", "ВОВ"),  # Cyrillic throughout
    ("Anna", "ΑΝΝΑ"),  # Greek throughout
    ("Gaelle", "GaeIle"),
    ("Marine", "Rnarine"),
    ("Ilan", "1lan"),
    ("Noor", "N00r"),
    ("O'Neil", "O\u2019Neil"),
    ("Élodie", " ELODIE"),
]


def refusal_of(name: str) -> str | None:
    """Return the code with which a name is refused, or None."""
    try:
        validate_display_name(name)
    except ValidationError as error:
        return str(error.code)
    return None


@pytest.mark.parametrize(
    "name",
    [
        "\u0410lba", "Alba (bot)", "Alba_Bot", "AlbaBot", "A1ba", "Alba.", "Alba 2", "EIsa", "Larry", "Larry B",
        "Stand-in", "standin", "Remplaçante", "Admin", "Admin 2", "adm1n", "A.d.m.i.n", "Inside Job", "InsideJob",
        "L’équipe", "Support", "Le système", "Modérateur", "moderatrice", "Opérateur", "Staff Inside", "robot",
        "\u0430\u0434min", "Zed (ßot)", "Zed ẞOT", "Zed ⒝ot", "Zed ⒝⒪⒯", "Zed ⓑⓞⓣ", "Zed 🅱🅾🆃", "Zed 🅱ot", "Zed 🇧🇴🇹",
        "Zed 🤖", "🤖 Zed", "Zed (ᵇᵒᵗ)", "Zed ƀot", "Zed ʙᴏᴛ", "Zed ɓot", "Zed (ḅọṭ)", "Zed b⓪t", "Zed 𝖇𝖔𝖙",
    ],
)  # fmt: skip
def test_names_that_speak_for_the_site_or_for_a_machine_are_refused(name: str) -> None:
    assert refusal_of(name) in {"bot", "reserved", "scripts"}


@pytest.mark.parametrize(
    "name",
    [
        # That only begin like a reserved one.
        "Abbott", "Robotham", "Larrysson", "Elsa M", "Alban", "Hugo Boss", "Supporter", "Botond", "Teamo", "Isabelle",
        # In any script; those that are written together are one.
        "Алла", "Ελένη", "ナツ子", "李小龍", "김민준", "Zoé 2", "Ali ♠", "D’Arc-7",
        # Ordinary ones.
        "Al", "Élodie", "Weiß", "Groß", "Ada 🇫🇷", "Ⓐda", "Ada 🎉", "Ada 007", "O’Brien-Smith", "x" * 24, "Ada ♠",
    ],
)  # fmt: skip
def test_other_names_are_welcome(name: str) -> None:
    assert refusal_of(name) is None


IN_TWELVE_SCRIPTS = {
    "latin": "Nguyễn Thị Hương", "greek": "Ελένη", "cyrillic": "Йорданка", "arabic": "علی\u200cرضا",
    "hebrew": "שָׁלוֹם", "devanagari": "क्\u200dषितिज", "bengali": "র\u200d্যাম", "sinhala": "ශ්\u200dරීමා", "tamil": "கார்த்திக்",
    "malayalam": "മോഹന്\u200dലാൽ", "thai": "ปิ่นแก้ว", "japanese": "ナツ子", "korean": "김민준", "myanmar": "ကျော်ဇော",
}  # fmt: skip
AT_THE_END = {
    "malayalam": "മോഹന്\u200d", "malayalam words": "മോഹന്\u200d ലാൽ", "without conjunct": "അവന്\u200c",
    "sinhala": "රත්\u200d", "bengali": "জগত্\u200d", "arabic": "علی ه\u200d",
}  # fmt: skip
ENGLAND, SCOTLAND, WALES = (
    "🏴" + "".join(chr(0xE0000 + ord(char)) for char in region) + "\U000e007f" for region in ("gbeng", "gbsct", "gbwls")
)
EMOJI = {
    "england": f"{ENGLAND} Zoé", "scotland": f"Zoé {SCOTLAND}", "wales": f"Zoé{WALES}",
    "family": "👨\u200d👩\u200d👧", "rainbow": "🏳\ufe0f\u200d🌈", "keycap": "1\ufe0f\u20e3", "skin": "👩🏽\u200d🚀 Zoé",
    "heart": "❤\ufe0f\u200d🔥 Zoé", "couple": "👩\u200d❤\ufe0f\u200d👨", "detective": "🕵\ufe0f\u200d♀\ufe0f Zoé",
}  # fmt: skip


@pytest.mark.parametrize("script", [*IN_TWELVE_SCRIPTS, *EMOJI])
def test_names_keep_the_joiners_of_their_script_and_of_an_emoji(script: str) -> None:
    name = {**IN_TWELVE_SCRIPTS, **EMOJI}[script]
    assert refusal_of(name) is None
    assert [char for char in tidy_name(name) if char in "\u200c\u200d"] == [
        char for char in name if char in "\u200c\u200d"
    ]


@pytest.mark.parametrize("name", AT_THE_END.values())
def test_a_joiner_ends_a_word_where_its_script_draws_it(name: str) -> None:
    assert refusal_of(name) is None
    assert skeletonize(name) == skeletonize(name.replace("\u200d", "").replace("\u200c", ""))


UNSEEN = {
    # Neither draws anything at the end of these words.
    "രാമ\u200d": ("രാമ", "രാമ"),
    "رضا\u200d": ("رضا", "رضا"),
    # No region has these letters, and the letters of one need a flag before and an end.
    f"{ENGLAND[:3]}\U000e007f Zoé": ("🏴", "🏴 Zoé"),
    f"{ENGLAND[:-1]} Zoé": ("🏴", "🏴 Zoé"),
    f"Zoé{ENGLAND[1:]}": ("Zoé", "Zoé"),
    "Zo\u200dé": ("Zo", "Zoé"),
    "Zoé\u200b Martin": ("Zoé", "Zoé Martin"),
    "\u2060Zoé": ("", "Zoé"),
    "علی\u200c\u200cرضا": ("علی", "علی\u200cرضا"),
    "علی\u200cرضا\u200c": ("علی\u200cرضا", "علی\u200cرضا"),
    "👨\u200d Zoé": ("👨", "👨 Zoé"),
    "👩\u200c👧 Zoé": ("👩", "👩👧 Zoé"),
    "©\u200d® Zoé": ("©", "©® Zoé"),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_an_invisible_character_is_pointed_out_with_the_name_without_it(name: str) -> None:
    before, without = UNSEEN[name]
    with pytest.raises(ValidationError) as refused:
        validate_display_name(name)
    assert refused.value.code == "invisible"
    assert (refused.value.params or {}) == {"before": before, "suggestion": without}
    [sentence] = refused.value.messages
    assert without in sentence
    assert refusal_of(without) is None


def test_a_name_of_nothing_but_invisible_characters_has_no_suggestion() -> None:
    with pytest.raises(ValidationError) as refused:
        validate_readable("\u200b\u200b")
    assert refused.value.params == {"before": "", "suggestion": ""}
    assert not set("“«").intersection(refused.value.messages[0])


def test_accents_on_top_of_each_other_are_refused() -> None:
    assert refusal_of("Z\u0335\u0336\u0337\u0338\u0322o") == "piled_up"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "ශ්\u200dරීමා", "👨\u200d👩\u200d👧 Zoé", "1\ufe0f\u20e3 Zoé", f"Zoé {WALES}"]
)
def test_a_joiner_does_not_make_another_name(name: str) -> None:
    make_person(name)
    assert is_name_taken("".join(char for char in name if char not in "\u200c\u200d\ufe0f" and char < "\U000e0000"))


@pytest.mark.django_db
def test_a_suggested_name_ends_with_no_half_of_an_emoji() -> None:
    name = "Zoé " + "👨\u200d" * 9 + "👩"
    make_person(name)
    assert refusal_of(suggest_name(name)) is None


@pytest.mark.parametrize("name", ["Аdа", "Ivanов", "Ελena", "김Kim"])
def test_a_name_is_written_in_one_script(name: str) -> None:
    assert refusal_of(name) == "scripts"


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
def test_a_name_that_looks_like_anothers_is_taken(one: str, other: str) -> None:
    make_person(one)
    with pytest.raises(NameTaken):
        create_person(email="b@example.org", display_name=other, language="en", time_zone="UTC")
    bob = make_person("Somebody")
    with pytest.raises(NameTaken):
        rename(bob, display_name=other)
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_a_look_alike_is_refused_on_the_page_with_a_free_name_to_take(client: Client) -> None:
    make_person("Gaelle")
    sent = {"email": "b@example.org", "display_name": "GaeIle"}
    page = client.post(reverse("account_signup"), sent)
    assert page.context["form"].errors.as_data()["display_name"][0].code == "taken"
    assert "GaeIle 2" in page.content.decode()


def sign_up(number: int, name: str) -> Callable[[], str]:
    """Return a call that makes an account, and returns the name, or nothing if it was taken."""

    def call() -> str:
        make = partial(create_person, email=f"race{number}@example.org", language="en", time_zone="UTC")
        try:
            return make(display_name=name).display_name
        except NameTaken:
            return ""

    return call


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_people_who_take_names_that_look_alike_at_one_instant_one_has_it() -> None:
    names = ["Ilan", "1lan", "llan", "|lan", "ilan", "ILAN", "Ílan", "Il an"]
    with Racers(len(names)) as racers:
        taken = racers.at_once([sign_up(number, name) for number, name in enumerate(names)])
    assert all(isinstance(name, str) for name in taken), taken
    people = list(User.objects.values_list("display_name", flat=True))
    assert sorted(people) == sorted(filter(None, taken))
    # `ilan` reads like `Ilan` and does not look like `llan`: both of these may be there, and no third.
    assert len({User(display_name=name).display_name for name in people}) <= 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_same_look_at_one_instant_exactly_one_has_it() -> None:
    with Racers(2) as racers:
        for number in range(20):
            pair = (f"Gaelle {number + 20}", f"GaeIle {number + 20}")
            calls = [sign_up(2 * number + index, name) for index, name in enumerate(pair)]
            answers = racers.at_once(calls)
            assert sorted(map(bool, answers)) == [False, True], answers


@pytest.mark.django_db
def test_a_name_of_ones_own_is_kept_even_if_the_rules_would_refuse_it_today(client: Client) -> None:
    person = make_person("Admin")
    client.force_login(person)
    sent = {"display_name": "Admin", "language": "fr", "time_zone": "UTC"}
    assert client.post(reverse("accounts:account"), sent).status_code == 302
    assert (reload(person).display_name, person.language) == ("Admin", "fr")


@pytest.mark.django_db
def test_names_that_hid_something_before_are_kept_and_looked_at_anew() -> None:
    hidden, alone = "Ada\U0001d159", "Bea\ufffc"
    User.objects.bulk_create(
        User(display_name=name, name_key=name.lower(), name_skeleton=name.lower(), email=f"{len(name)}{name[0]}@x.org")
        for name in ("Ada", hidden, alone)
    )
    import_module("accounts.migrations.0020_skeletons_without_invisible").renew_skeletons(apps, None)
    people = {person.display_name: person for person in User.objects.all()}
    assert people[hidden].name_skeleton == people["Ada"].name_skeleton == "ada"
    assert [people[name].has_old_name for name in ("Ada", hidden, alone)] == [False, True, False]
    assert is_name_taken("Bea")
    for person in people.values():
        person.save()


@pytest.mark.django_db
def test_people_whose_names_looked_alike_before_keep_them_and_no_third_gets_such_a_name(client: Client) -> None:
    first, second = make_person("Gaelle"), make_person("Someone")
    alike = {"display_name": "GaeIle", "name_key": "gaeile", "name_skeleton": first.name_skeleton}
    User.objects.filter(pk=second.pk).update(**alike, has_old_name=True)
    for person in (first, second):
        person.refresh_from_db()
        person.save()
    assert [first.has_old_name, second.has_old_name] == [False, True]
    rename(first, display_name="Someone new")
    make_guest()
    response = client.post(reverse("account_signup"), {"email": "c@example.org", "display_name": "Gae1le"})
    assert response.context["form"].errors.as_data()["display_name"][0].code == "taken"
    rename(second, display_name="Another")
    second.refresh_from_db()
    assert not second.has_old_name
