"""Talk at a table: said by its players to its players, and nothing typed is lost."""

from html.parser import HTMLParser
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.models import Game, Message
from games.models.talk import MESSAGE_LENGTH
from games.people.services import mute
from games.state.narration import narrate_table
from games.state.table import load_table
from games.tables.services.talk import MAX_A_MINUTE
from tests.builders_people import make_guest, make_person
from tests.tables.acts import person_in
from tests.tables.builders import finish, open_table, play_on, play_to_scene, play_to_the_vote, start_table
from tests.tables.pages.browser import HTMX, Page, link, page_of, sign_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start_table(make_person("Ada"), make_person("Bob"), bots=1)


def client_of(game: Game, seat: int) -> Client:
    return sign_in(person_in(game, seat))


def read(game: Game, seat: int) -> Any:
    """Return the table's page with the tab of talk open, as a seat sees it."""
    return client_of(game, seat).get(link("table", game) + "?tab=talk")


def say(game: Game, text: str, headers: dict[str, str] | None = None) -> Any:
    """Let the player in seat 0 say something."""
    return client_of(game, 0).post(link("talk", game), {"text": text}, headers=headers)


def test_what_is_said_is_read_by_the_others_with_the_name_of_who_said_it(game: Game) -> None:
    assert say(game, "  I trust nobody. ")["Location"] == link("table", game) + "?tab=talk"
    page = read(game, 1)
    [line] = page.context["talk"].lines
    assert (line.name, line.text, line.is_me) == ("Ada", "I trust nobody.", False)
    assert "I trust nobody." in text_of(page)


def test_lines_of_one_person_in_a_row_stand_under_one_name_and_time(game: Game) -> None:
    said = ((0, "21T23:50"), (0, "21T23:54"), (0, "21T23:55"), (1, "21T23:56"), (0, "21T23:57"), (0, "22T00:01"))
    for seat, moment in said:
        with time_machine.travel(f"2026-11-{moment}+01:00", tick=False):
            client_of(game, seat).post(link("talk", game), {"text": moment})
    with time_machine.travel("2026-11-22T10:00+01:00", tick=False):
        page = read(game, 1)
    lines = page.context["talk"].lines
    assert [line.begins for line in lines] == [True, False, True, True, True, True]
    assert [bool(line.day) for line in lines] == [True, False, False, False, False, True]
    assert Speakers(text_of(page)).names[0].split() == ["Ada", "23:50"]
    assert text_of(page).index("Yesterday") < text_of(page).index("Today")


def test_the_last_public_event_stands_between_the_lines_it_fell_between(game: Game) -> None:
    say(game, "Before")
    say(game, "Still before")
    told = narrate_table(play_on(game, 3), None).events
    say(game, "After")
    say(game, "Still after")
    page = read(game, 1)
    lines = page.context["talk"].lines
    last = [event for events in told for event in events][-1]
    assert [line.event for line in lines] == [None, None, last, None]
    assert [line.begins for line in lines] == [True, False, True, False]
    assert text_of(page).count('class="talk-event"') == 1


def test_an_event_told_to_one_player_alone_is_not_among_the_lines(game: Game) -> None:
    table = load_table(game)
    for _ in range(12):
        say(game, "And now?")
        table = play_on(game, 1)
    public = {event for events in narrate_table(table, None).events for event in events}
    for seat in (0, 1):
        shown = {line.event for line in read(game, seat).context["talk"].lines if line.event}
        assert shown
        assert shown <= public


def test_htmx_gets_the_talk_and_nothing_else(game: Game) -> None:
    answer = say(game, "Hello", HTMX)
    assert Page(text_of(answer)).swapped == {"talk"}
    assert "Hello" in text_of(answer)


def test_talk_goes_on_when_the_game_is_over(game: Game) -> None:
    finish(game)
    say(game, "Well played")
    assert "Well played" in text_of(read(game, 1))


def test_saying_nothing_is_refused_kindly(game: Game) -> None:
    for text in ("", "  \r\n ", "\x01", "\u202e\u200b", "\u200d"):
        answer = say(game, text)
        assert answer.status_code == 422, text
        assert "Please write something first." in text_of(answer)
    assert not Message.objects.exists()


def test_what_is_too_long_stays_in_the_box(game: Game) -> None:
    text = "x" * MESSAGE_LENGTH + "!"
    answer = say(game, text)
    assert answer.status_code == 422
    assert f">{text}</textarea>" in text_of(answer)
    assert "at most 500 characters" in text_of(answer)
    fragment = say(game, text, HTMX)
    assert "at most 500 characters" in text_of(fragment)
    assert "talk-text" not in Page(text_of(fragment)).ids, "the box itself is not swapped"
    assert not Message.objects.exists()


@pytest.mark.parametrize("text", ["x" * MESSAGE_LENGTH, "é\r\n" * (MESSAGE_LENGTH // 2), "a\x01b", "👩🏽‍🚀" * 100])
def test_what_a_browser_lets_through_is_said(game: Game, text: str) -> None:
    assert say(game, text).status_code == 302
    assert Message.objects.count() == 1


FORGED = "hi\nCamille 21 N 14:02\nI am the insider"


class Speakers(HTMLParser):
    """The talk on a page: the texts that stand where a speaker's name does, and those that stand where words do."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.words: list[str] = []
        self.into: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("p", "li"):
            kind = dict(attrs).get("class")
            self.into = {"talk-who": self.names, "talk-text": self.words}.get(kind or "")
            if self.into is not None:
                self.into.append("")

    def handle_data(self, data: str) -> None:
        if self.into is not None:
            self.into[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self.into = None


def test_no_line_of_what_is_said_passes_for_another_speaker(game: Game) -> None:
    for end in ("\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\v", "\f"):
        say(game, FORGED.replace("\n", end))
    talk = Speakers(text_of(read(game, 1)))
    assert {name.split()[0] for name in talk.names} == {"Ada"}
    assert len(talk.words) == 8
    assert all("Camille" in words for words in talk.words)
    assert {message.text for message in Message.objects.all()} == {FORGED}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202ea\u202cb\u2066c\u2069\u200f", "abc"),
        ("a\x07b\x1b[31mc\u200b\ufeff", "ab[31mc"),
        ("a\n \n\n\n\nb", "a\n\nb"),
        ("a\tb", "a b"),
        ("👩🏽‍🚀 می‌خواهم", "👩🏽‍🚀 می‌خواهم"),
    ],
)
def test_signs_that_nobody_sees_are_left_out(game: Game, typed: str, kept: str) -> None:
    say(game, typed)
    assert Message.objects.get().text == kept


def test_what_is_said_is_text_and_never_markup(game: Game) -> None:
    say(game, "<script>alert('x')</script> & <b onclick=x>")
    page = text_of(read(game, 1))
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt; &amp; &lt;b onclick=x&gt;" in page


def test_markup_that_was_too_long_is_text_in_the_box_too(game: Game) -> None:
    page = text_of(say(game, "</textarea><script>x</script>" + "x" * MESSAGE_LENGTH))
    assert "</textarea><script>" not in page


def test_nobody_else_talks_at_a_table_or_reads_what_was_said(game: Game) -> None:
    say(game, "Between us")
    for client in (sign_in(make_person()), sign_in(make_guest()), Client()):
        answer = client.post(link("talk", game), {"text": "Let me in"})
        assert answer.status_code in (302, 403)
        assert "Between us" not in page_of(game, client)
    assert [message.text for message in Message.objects.all()] == ["Between us"]


def test_nobody_talks_the_others_down_and_what_was_typed_stays(game: Game) -> None:
    with time_machine.travel("2026-11-21T12:00Z", tick=False) as now:
        for number in range(MAX_A_MINUTE):
            assert say(game, f"word {number}").status_code == 302
        page = say(game, "One more")
        assert page.status_code == 422
        assert "You’re saying a lot at once." in text_of(page)
        assert ">One more</textarea>" in text_of(page)
        assert "talk-error" in Page(text_of(say(game, "One more", HTMX))).ids
        assert client_of(game, 1).post(link("talk", game), {"text": "And I?"}).status_code == 302
        now.shift(61)
        assert say(game, "One more").status_code == 302
    assert Message.objects.count() == MAX_A_MINUTE + 2


def test_before_the_start_those_who_sit_there_talk_and_a_visitor_reads_nothing() -> None:
    game = open_table(make_person("Ada"), seats=3)
    assert say(game, "Anybody?").status_code == 302
    assert "Anybody?" in page_of(game, client_of(game, 0))
    visitor = sign_in(make_person("Bob"))
    assert visitor.post(link("talk", game), {"text": "Me!"}).status_code == 302
    assert "Anybody?" not in page_of(game, visitor)
    assert Message.objects.count() == 1


def test_what_cannot_be_said_before_the_start_stays_in_the_box() -> None:
    answer = say(open_table(make_person("Ada"), seats=3), "x" * MESSAGE_LENGTH + "!")
    assert answer.status_code == 422
    assert "at most 500 characters" in text_of(answer)
    assert "x!</textarea>" in text_of(answer)


def test_talk_is_news_for_the_others_and_comes_in_an_answer_of_its_own(game: Game) -> None:
    client, game.version = client_of(game, 1), Game.objects.get(pk=game.pk).version
    address = link("news", game) + f"?v={game.version}&c="
    assert client.get(address, headers=HTMX).status_code == 204
    say(game, "Psst")
    news = client.get(address, headers=HTMX)
    assert "news" in news["HX-Trigger-After-Swap"]
    assert "Psst" not in text_of(news)
    assert 'data-count="1"' in text_of(news)
    panel = text_of(client.get(link("panel", game, "talk"), headers=HTMX))
    assert "Psst" in panel
    assert "board" not in Page(panel).ids | Page(panel).swapped


def test_what_was_read_is_counted_no_more_and_who_does_not_look_has_not_read(game: Game) -> None:
    say(game, "One")
    say(game, "Two, @bob")
    assert "@2" in page_of(game, client_of(game, 1))
    client_of(game, 1).get(link("panel", game, "talk"), headers={**HTMX, "X-Hidden-Tab": "yes"})
    assert 'data-count="2"' in page_of(game, client_of(game, 1))
    assert 'data-count="0"' in page_of(game, client_of(game, 0)), "what I said is nothing new to me"
    assert 'class="talk-line names-me"' in text_of(read(game, 1))
    assert 'data-count="0"' in page_of(game, client_of(game, 1))


def test_a_name_within_another_word_calls_nobody(game: Game) -> None:
    say(game, "@Bobby bob ada@bobs.example")
    assert "names-me" not in text_of(read(game, 1))


def test_where_talk_is_off_nobody_says_a_word_until_the_game_is_over(game: Game) -> None:
    Game.objects.update(talk=Game.Talk.OFF)
    answer = say(game, "Psst")
    assert answer.status_code == 422
    assert "once the game is over" in text_of(answer)
    assert ">Psst</textarea>" in text_of(answer)
    finish(game)
    assert say(game, "Well played").status_code == 302


def test_between_tricks_means_before_the_first_card_of_one() -> None:
    game = start_table(*(make_person() for _ in range(3)))
    Game.objects.update(talk=Game.Talk.BETWEEN)
    answers: dict[bool, set[int]] = {True: set(), False: set()}
    scene = 0
    while (table := load_table(Game.objects.get(pk=game.pk))).title.scene(table.states[-1]) < 3:
        now = table.title.scene(table.states[-1])
        Message.objects.all().delete()
        answers[now > scene].add(say(game, "Psst").status_code)
        scene = now
        play_on(game, 1)
    assert answers == {True: {302}, False: {422}}


def test_a_table_that_talks_between_tricks_talks_before_the_vote() -> None:
    game = play_to_the_vote(3)
    Game.objects.update(talk=Game.Talk.BETWEEN)
    assert say(game, "It was you").status_code == 302
    play_on(game, 1)
    assert say(game, "Or you").status_code == 302, "a vote that is in changes nothing"


def test_lines_are_grouped_by_trick(game: Game) -> None:
    say(game, "Hello")
    play_to_scene(game, 3)
    say(game, "Well, well")
    say(game, "Hm")
    lines = read(game, 1).context["talk"].lines
    assert [(line.text, line.scene) for line in lines] == [("Hello", 1), ("Well, well", 3), ("Hm", None)]


def say_lines(game: Game, count: int, seat: int = 1) -> None:
    """Store so many lines of a seat, called `0` and so on: by `say` it may say fewer in a minute."""
    author = person_in(game, seat)
    Message.objects.bulk_create(Message(game=game, seat=seat, author=author, text=str(line)) for line in range(count))
    Game.objects.filter(pk=game.pk).update(last_said=Message.objects.latest("pk").pk)


def lines_of(page: str) -> list[int]:
    """Return the lines on a page that `say_lines` said."""
    return [int(words) for words in Speakers(page).words]


def ask_panel(game: Game, query: str, seat: int = 0) -> str:
    return text_of(client_of(game, seat).get(f"{link('panel', game, 'talk')}?{query}", headers=HTMX))


def test_the_newest_lines_are_shown_and_earlier_ones_when_asked_for(game: Game) -> None:
    say_lines(game, 120)
    assert lines_of(text_of(read(game, 0))) == list(range(20, 120)), "what is new is shown, up to a bound"
    page = text_of(read(game, 0))
    assert lines_of(page) == list(range(90, 120))
    seen: list[int] = []
    for query in ("before=90", "before=40"):
        assert f"{link('panel', game, 'talk')}?{query}" in page
        page = ask_panel(game, query)
        assert "talk-form" not in Page(page).ids
        seen = [*lines_of(page), *seen]
    assert seen == list(range(90))
    assert "This is the start of the chat." in page
    assert "hx-get" not in page


def test_earlier_lines_are_read_without_any_script(game: Game) -> None:
    say_lines(game, 120)
    client = client_of(game, 0)
    page_of(game, client, "talk")
    assert f"{link('table', game)}?tab=talk&amp;before=90" in page_of(game, client, "talk")
    page = text_of(client.get(f"{link('table', game)}?tab=talk&before=90"))
    assert lines_of(page) == list(range(40, 90))
    assert f"{link('table', game)}?tab=talk&amp;before=40" in page
    assert f'href="{link("table", game)}?tab=talk"' in page
    assert "news from:body" not in page.partition('id="panel"')[2], "what is past stays as it is"


def test_what_is_said_comes_to_the_lines_that_a_page_shows(game: Game) -> None:
    say_lines(game, 40)
    client_of(game, 0).get(link("table", game) + "?tab=talk")
    page = text_of(read(game, 0))
    assert f"{link('panel', game, 'talk')}?from=10" in page
    say_lines(game, 30)
    assert lines_of(ask_panel(game, "from=10")) == [*range(10, 40), *range(30)]
    answer = client_of(game, 0).post(link("talk", game), {"text": "999", "from": "10"}, headers=HTMX)
    assert lines_of(text_of(answer)) == [*range(10, 40), *range(30), 999]
    say_lines(game, 200)
    shown = lines_of(ask_panel(game, "from=10"))
    assert shown == list(range(100, 200)), "a page that stood open for long shows the last"


def test_an_address_that_nobody_was_given_does_no_harm(game: Game) -> None:
    say_lines(game, 40)
    for query in ("before=0", "before=x", "before=99999999999999999999", "from=-1", "from=500", "from="):
        assert set(lines_of(ask_panel(game, query))) <= set(range(40))


def test_a_line_counts_only_for_those_who_read_it(game: Game) -> None:
    say_lines(game, 10)
    say_lines(game, 40, seat=0)
    mute(game=game, by=person_in(game, 0), person=person_in(game, 1), muted=True)
    assert f"{link('panel', game, 'talk')}?before=10" in text_of(read(game, 0))
    assert f"{link('panel', game, 'talk')}?from=10" in text_of(read(game, 1)), "what Ada said is new to Bob"
    assert f"{link('panel', game, 'talk')}?from=20" in text_of(read(game, 1))


def test_the_lobby_shows_earlier_lines_too() -> None:
    game = open_table(make_person("Ada"), seats=3)
    say_lines(game, 40, seat=0)
    page = page_of(game, client_of(game, 0))
    assert lines_of(page) == list(range(10, 40))
    assert lines_of(ask_panel(game, "before=10&lobby=yes")) == list(range(10))


def test_nobody_else_is_shown_earlier_lines(game: Game) -> None:
    say_lines(game, 40)
    for client in (sign_in(make_person()), Client()):
        answer = client.get(f"{link('panel', game, 'talk')}?before=30", headers=HTMX)
        assert lines_of(text_of(answer)) == []
