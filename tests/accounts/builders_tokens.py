"""The page of tokens, and a sign-in that is recent enough for it."""

import re

from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.reauthentication import PROVED_KEY
from tests.tables.pages.browser import sign_in

PAGE = "/accounts/settings/tokens/"
SECRET = re.compile(r"ij_[-\w]{43}")


def sign_in_surely(person: User) -> Client:
    """Return a client whose user has just proved who they are."""
    client = sign_in(person)
    session = client.session
    session[PROVED_KEY] = timezone.now().timestamp()
    session.save()
    return client
