"""Every address of the site."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("accounts.urls")),
    path("", include("games.urls")),
]

if settings.MAILBOX:
    urlpatterns.append(path("dev/mail/", include("insidejob.mailbox_urls")))
