"""Bot accounts in the settings: made by a member, few, with a token shown once, gone with their owner."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import suspensions
from accounts.models import BOT_SCOPE, AccountEmail, ApiToken, Audience, User
from accounts.names.display_names import validate_display_name
from accounts.personal_data.export import _describe_bots
from accounts.services import NameTaken
from accounts.sign_in.sessions import end_listed
from accounts.tokens import bots
from accounts.tokens.bots import LONGEST_NAME, MARK, MAX_BOT_ACCOUNTS, list_bots, make_bot
from accounts.tokens.services import find_token
from games.personal_data.deletion import close_account, close_due
from tests.accounts.builders_tokens import PAGE, SECRET, sign_in_surely
from tests.builders_people import PASSWORD, make_person

pytestmark = pytest.mark.django_db


def test_a_member_makes_a_bot_account_with_a_token_shown_once() -> None:
    ada = make_person("Ada")
    client = sign_in_surely(ada)
    answer = client.post(PAGE, {"bot_name": "Ticker"})
    (secret,) = SECRET.findall(answer.content.decode())
    (bot,) = list_bots(ada)
    token = find_token(secret)
    assert token is not None
    assert (token.user, token.scopes) == (bot, [BOT_SCOPE])
    assert bot.display_name == "Ticker (bot)"
    assert AccountEmail.objects.get().email == ada.email
    page = client.get(PAGE).content.decode()
    assert "Ticker (bot)" in page
    assert not SECRET.search(page)


def test_nobody_signs_in_as_a_bot_account_and_nothing_is_sent_to_it() -> None:
    bot, _ = make_bot(make_person(), "Ticker")
    assert bot.email is None
    assert not bot.has_usable_password()
    assert not authenticate(username=None, password=PASSWORD)
    assert not bot.is_reachable
    assert bot.history_shown_to == bot.statistics_shown_to == Audience.NOBODY


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        "Robot",
        "Alba",
        "AlbaBot",
        "B0t Ada",
        "Ada (bot)",
        "AdminBot",
        "A" * (LONGEST_NAME + 1),
        "<b>",
        "BEN",
        "Bén",
    ],
)
def test_a_bot_account_needs_a_name_that_misleads_no_one(name: str) -> None:
    make_person("Ben")
    make_person("Ben 2")
    ada = make_person("Ada")
    assert sign_in_surely(ada).post(PAGE, {"bot_name": name}).status_code == 422
    assert not list_bots(ada)


@pytest.mark.parametrize("name", ["AdaBot", "My robot", "Ticker Bot"])
def test_the_name_may_say_that_it_is_a_bot(name: str) -> None:
    ada = make_person("Ada")
    assert sign_in_surely(ada).post(PAGE, {"bot_name": name}).status_code == 200
    assert list_bots(ada)[0].display_name == f"{name} (bot)"


def test_the_name_may_be_like_its_owners_and_is_taken_once() -> None:
    ada, ben = make_person("Ada"), make_person("Ben")
    make_bot(ada, "Ada")
    for owner in (ada, ben):
        with pytest.raises(NameTaken):
            make_bot(owner, "Ada")


def test_no_one_else_may_take_the_mark() -> None:
    with pytest.raises(ValidationError):
        validate_display_name(f"Ticker{MARK}")


def test_there_are_only_so_many_until_one_is_removed() -> None:
    ada = make_person()
    made = [make_bot(ada, f"Ticker {number}")[0] for number in range(MAX_BOT_ACCOUNTS)]
    with pytest.raises(bots.ManyBots):
        make_bot(ada, "Ticker 9")
    assert sign_in_surely(ada).post(PAGE, {"bot_name": "Ticker 9"}).status_code == 422
    bots.remove_bot(made[0])
    assert make_bot(ada, "Ticker 9")


def test_a_new_token_ends_the_old_one() -> None:
    ada = make_person()
    bot, first = make_bot(ada, "Ticker")
    answer = sign_in_surely(ada).post(PAGE, {"renew_bot": bot.code})
    (second,) = SECRET.findall(answer.content.decode())
    assert find_token(first) is None
    assert find_token(second)


@pytest.mark.parametrize("field", ["renew_bot", "remove_bot"])
def test_a_stranger_changes_no_bot_account(field: str) -> None:
    bot, secret = make_bot(make_person(), "Ticker")
    sign_in_surely(make_person()).post(PAGE, {field: bot.code})
    assert find_token(secret)


def test_a_removed_bot_account_stops_at_once_and_is_then_deleted() -> None:
    ada = make_person()
    bot, secret = make_bot(ada, "Ticker")
    sign_in_surely(ada).post(PAGE, {"remove_bot": bot.code})
    assert find_token(secret) is None
    assert not list_bots(ada)
    close_due(timezone.now())
    assert not User.objects.filter(pk=bot.pk).exists()


ENDS: dict[str, Callable[[User, User], object]] = {
    "the owner is suspended": lambda owner, bot: suspensions.suspend(owner),
    "the bot is suspended": lambda owner, bot: suspensions.suspend(bot),
    "the owner goes": lambda owner, bot: close_account(owner),
    "sessions end": lambda owner, bot: end_listed(owner, None),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_the_token_dies_with_bot_and_owner(end: Callable[[User, User], object]) -> None:
    ada = make_person()
    bot, secret = make_bot(ada, "Ticker")
    assert find_token(secret)
    end(ada, bot)
    assert find_token(secret) is None


def test_deleting_the_owner_deletes_the_bot_accounts() -> None:
    ada = make_person()
    make_bot(ada, "Ticker")
    close_account(ada)
    assert not User.objects.exists()
    assert not ApiToken.objects.exists()


def test_the_export_names_bot_accounts_without_secrets() -> None:
    ada = make_person()
    bot, _ = make_bot(ada, "Ticker")
    bots.renew_token(bot)
    (row,) = _describe_bots(ada).rows
    assert row["display_name"] == "Ticker (bot)"
    assert not re.search("digest|ij_", str(row))
