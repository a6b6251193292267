"""People and guests: names that cannot be confused, and guests who come and go."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db.models.signals import pre_delete
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names.display_names import fold_name, tidy_name, validate_display_name
from accounts.selectors import is_name_taken, suggest_name
from accounts.services import AddressTaken, create_guest, remove_abandoned_guests
from games.models import Game, Player
from tests.builders_people import create_person, make_guest, make_person
from tests.tables.pages.browser import sign_in


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Élodie", "elodie"),
        ("Straße", "STRASSE"),
        ("Ada Lovelace", "AdaLovelace"),
        ("Ada Lovelace", "Ada\u00a0Lovelace"),
        ("Ａｄａ", "Ada"),
        ("ﬁn", "fin"),
        ("I\u0307pek", "ipek"),
    ],
)
def test_names_that_read_alike_are_the_same(one: str, other: str) -> None:
    assert fold_name(tidy_name(one)) == fold_name(tidy_name(other))


def test_different_names_stay_different() -> None:
    assert fold_name("Ada") != fold_name("Ade")


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "a", " a ", "x" * 25, "a\u0301", "Ada\u202eadA", "Ada\u200b", "A\u2066da", "Ada\x00", "Ada\x07x",
        "\u3164\u3164", "Ada\u2800", "Ada\ue000", "ab" + "\u0301" * 5, "Ada\u00adB",
    ],
)  # fmt: skip
def test_names_no_one_could_read_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_display_name(name)


@pytest.mark.parametrize("name", ["Alba", " hugo ", "COLETTE", "Él sa", "Ｄａｒｉｏ"])
def test_no_one_goes_by_the_name_of_a_bot(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_display_name(name)
    assert refused.value.code == "bot"


@pytest.mark.django_db
def test_a_stored_address_can_be_taken_only_once() -> None:
    make_person(email="ada@example.org")
    with pytest.raises(AddressTaken):
        create_person(email="Ada@example.org", display_name="Other", language="en", time_zone="UTC")


@pytest.mark.django_db
def test_a_name_written_alone_keeps_its_folded_form_in_step() -> None:
    ada = make_person("Ada")
    ada.display_name = "Grace"
    ada.save(update_fields=["display_name"])
    assert is_name_taken("GRACE")
    assert not is_name_taken("Ada")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ada", "x" * 24])
def test_the_suggestion_is_a_free_and_valid_name(name: str) -> None:
    make_person(name)
    suggestion = suggest_name(name)
    validate_display_name(suggestion)
    assert not is_name_taken(suggestion)


@pytest.mark.django_db
def test_what_others_see_of_a_person_is_the_name() -> None:
    assert str(make_person("Ada", email="secret@example.org")) == "Ada"


@pytest.mark.django_db
def test_a_guest_has_a_name_and_neither_address_nor_password() -> None:
    guest = create_guest(language="en", time_zone="America/New_York")
    assert guest.display_name.startswith("Guest ")
    assert (guest.email, guest.is_guest, guest.time_zone) == (None, True, "America/New_York")
    assert not guest.has_usable_password()


@pytest.mark.django_db
def test_guests_find_a_free_name_when_the_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.services.secrets.randbelow", lambda below: 0)
    names = {create_guest(language="en", time_zone="UTC").display_name for _ in range(3)}
    assert names == {"Guest 1000", "Guest 10000", "Guest 100000"}


def age(days: int, *people: User) -> None:
    for person in people:
        User.objects.filter(pk=person.pk).update(last_active=timezone.localdate() - dt.timedelta(days=days))


def host_by(person: User) -> Game:
    return Game.objects.create(title="insidejob", rules=1, options={}, seat_count=4, host=person)


@pytest.mark.django_db
def test_guests_who_left_are_removed_and_no_one_else() -> None:
    gone, here, member = make_guest(), make_guest(), make_person()
    age(40, gone, member)
    age(20, here)
    assert remove_abandoned_guests(timezone.now()) == 1
    assert set(User.objects.all()) == {here, member}


@pytest.mark.django_db
def test_a_guest_who_has_a_seat_or_is_host_stays_and_does_not_stop_the_others_from_going() -> None:
    host, seated, gone = (make_guest() for _ in range(3))
    age(400, host, seated, gone)
    host_by(host)
    Player.objects.create(game=host_by(make_person()), seat=0, user=seated)
    assert remove_abandoned_guests(timezone.now()) == 1
    assert set(User.objects.filter(is_guest=True)) == {host, seated}


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_takes_a_seat_at_this_moment_stays_and_does_not_stop_the_others_from_going() -> None:
    seated, gone = make_guest(), make_guest()
    age(40, seated, gone)
    game = host_by(make_person())

    def sit_down(instance: User, **kwargs: object) -> None:
        # Sent when nothing was found that protects the guest: from here on only the database can tell.
        if instance == seated:
            Player.objects.create(game=game, seat=0, user_id=instance.pk)

    pre_delete.connect(sit_down, sender=User)
    try:
        assert remove_abandoned_guests(timezone.now()) == 1
    finally:
        pre_delete.disconnect(sit_down, sender=User)
    assert set(User.objects.filter(is_guest=True)) == {seated}


@pytest.mark.django_db
def test_a_guest_who_does_something_is_here() -> None:
    guest = make_guest()
    age(40, guest)
    client = sign_in(guest)
    client.get(reverse("accounts:settings"))
    assert User.objects.get().last_active < timezone.localdate()
    client.post(reverse("accounts:language"), {"language": "fr"})
    assert User.objects.get().last_active == timezone.localdate()
