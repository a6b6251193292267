"""Whose address counts for the limits: the one that our proxy wrote, never one that a visitor made up."""

from itertools import count

import pytest
from allauth.account.adapter import get_adapter
from django.test import Client, RequestFactory
from pytest_django import Settings

PROXY, VISITOR, OTHER = "127.0.0.1", "192.0.2.7", "2001:db8::7"
MAX_TRIES = 60
numbers = count(1)


@pytest.mark.parametrize(
    ("proxies", "header", "address"),
    [
        (0, None, PROXY),
        (0, OTHER, PROXY),
        (1, None, PROXY),
        (1, VISITOR, VISITOR),
        (1, f"{OTHER}, {VISITOR}", VISITOR),
        (1, f"nonsense, {VISITOR}", VISITOR),
        (2, f"{OTHER}, {VISITOR}, 10.0.0.1", VISITOR),
    ],
)
def test_the_address_is_the_one_that_our_outermost_proxy_wrote(
    settings: Settings, proxies: int, header: str | None, address: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = {"x-forwarded-for": header} if header else {}
    request = RequestFactory(REMOTE_ADDR=PROXY, headers=headers).get("/")
    assert get_adapter().get_client_ip(request) == address


def is_let_try(forwarded: str) -> bool:
    """Try to sign in with an address never used before; tell whether no limit stood in the way."""
    form = {"login": f"nobody{next(numbers)}@example.org", "password": "wrong wrong wrong"}
    client = Client(headers={"x-forwarded-for": forwarded, "accept-language": "en"}, REMOTE_ADDR=PROXY)
    answer = client.post("/accounts/login/", form)
    return answer.status_code == 200 and "That’s a lot of tries" not in answer.content.decode()


@pytest.mark.django_db
def test_making_up_addresses_lifts_no_limit_and_others_are_not_limited(settings: Settings) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    # The proxy adds its visitor's address to all that the visitor sent.
    assert is_let_try(f"198.51.100.0, {VISITOR}")
    refused = [number for number in range(1, MAX_TRIES) if not is_let_try(f"198.51.100.{number}, {VISITOR}")]
    assert refused
    assert is_let_try(OTHER)
