"""Addresses of preferences, channels and feeds."""

from django.urls import path

from games.notifications.views import channels, feeds, preferences

urlpatterns = [
    path("mail/", preferences.mail, name="mail"),
    path("mail/channels/<slug:code>/", channels.channel, name="channel"),
    path("mail/channels/<slug:code>/test/", channels.channel_test, name="channel_test"),
    path("mail/push/", channels.push_renewal, name="push_renewal"),
    path("feed/<str:token>/waiting.atom", feeds.atom, name="feed_atom"),
    path("feed/<str:token>/waiting.ics", feeds.calendar, name="feed_calendar"),
    path("service-worker.js", channels.service_worker, name="service_worker"),
    path("offline/", channels.offline, name="offline"),
    path("mail/case/", preferences.case_reminder, name="case_reminder"),
    path("mail/retry/", preferences.retry_mail, name="retry_mail"),
    path("mail/stop/<str:token>/", preferences.stop_mail, name="stop_mail"),
]
