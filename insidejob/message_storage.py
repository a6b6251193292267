"""Keeps messages for the next page, such as "Saved.", in a cookie with the name from the settings."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class _Cookie(CookieStorage):
    cookie_name = settings.MESSAGE_COOKIE_NAME


class Storage(FallbackStorage):
    """Django's default: messages that are too long for the cookie go into the session."""

    storage_classes = (_Cookie, SessionStorage)
