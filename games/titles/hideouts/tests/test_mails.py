"""What mails of T.A.R.G.E.T. say: what lies on the table, and nothing that hides there."""

import pytest

from games.models import Move, Notification
from games.notifications.emails import make_mail
from games.titles.hideouts.tests.visitors import Match

pytestmark = pytest.mark.django_db


def read_mail(match: Match, seat: int, kind: str) -> str:
    notification = Notification.objects.filter(recipient=match.people[seat], kind=kind).latest("pk")
    return str(make_mail(notification, "id").body)


def test_a_mail_asks_both_to_hide_their_spies() -> None:
    match = Match()
    for seat in (0, 1):
        assert "Hide three of your spies." in read_mail(match, seat, "turn")


def test_a_mail_says_whose_turn_it_is_and_what_lies_on_the_table() -> None:
    match = Match().hide("123", "156")
    seat = match.asked
    names = [person.display_name for person in match.people]
    match.swap(1, 7, beside=0)
    match.hand(0, 2)
    match.hand(4, 1)
    text = read_mail(match, 1 - seat, "turn")
    assert "Attack or swap." in text
    assert f"– {names[seat]}, left hideout: intact · 1 decoy" in text
    assert f"– {names[seat]}, right hideout: intact · higher than 0" in text
    assert f"– {names[1 - seat]}, centre hideout: intact · higher than 4" in text


def test_a_mail_asks_the_defender_to_refill() -> None:
    match = Match().hide("123", "156")
    match.hideout(0, 1)
    text = read_mail(match, match.asked, "turn")
    assert "Put a spy from your hand into the hideout that lost its own." in text
    assert ": destroyed: 1 point" in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_mails_of_a_draw_name_no_winner(language: str) -> None:
    text = read_mail(Match(language).draw(), 0, "over")
    assert ("personne ne gagne" if language == "fr" else "nobody wins") in text
    assert "Winner" not in text
    assert "agnant" not in text


@pytest.mark.parametrize("kind", ["started", "turn"])
def test_mails_are_the_same_with_anything_hidden_even_by_their_reader(kind: str) -> None:
    match = Match().hide("123", "456")
    match.hand(0, 1)
    match.hand(9, 2)
    for seat in (0, 1):
        before = read_mail(match, seat, kind)
        for other, spies in ((0, [7, 2, 6]), (1, [5, 3, 8])):
            hidden = Move.objects.filter(game=match.game, seat=other, content__type="hide")
            assert hidden.update(content={"type": "hide", "spies": spies}) == 1
        assert match.state.hideouts[seat][1].spy in (2, 3), "the game is another one now"
        assert read_mail(match, seat, kind) == before
