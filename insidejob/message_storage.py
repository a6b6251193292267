"""Keeps messages for the next page, such as "Saved.", in a cookie whose name the settings choose."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class _Cookie(CookieStorage):
    cookie_name = settings.MESSAGE_COOKIE_NAME


class Storage(FallbackStorage):
    """Django's default, in which what is too long for the cookie goes into the session."""

    storage_classes = (_Cookie, SessionStorage)
