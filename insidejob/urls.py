from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from insidejob import legal, well_known
from insidejob.streams.views import unserved

handler500 = "insidejob.server_error.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
    path("stream/", unserved, name="stream"),
    path("privacy/", legal.privacy, name="privacy"),
    path("terms/", legal.terms, name="terms"),
    path("imprint/", legal.imprint, name="imprint"),
    path("accounts/", include("accounts.urls")),
    path("api/1/", include("games.api.urls")),
    path("", include("games.urls")),
]

if settings.BOUNCE_SERVICE:
    urlpatterns.append(path("mail/bounces/", include("insidejob.bounce_urls")))

if settings.METRICS_TOKEN:
    urlpatterns.append(path("metrics/", include("insidejob.metrics_urls")))

if settings.MAILBOX:
    urlpatterns.append(path("dev/mail/", include("insidejob.embedded.mailbox_urls")))
