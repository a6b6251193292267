"""Addresses of moderation. Include them before those of circles, whose last address takes any word."""

from django.urls import path

from games.moderation.views import blocks, queue, reports, spectators

urlpatterns = [
    path("circles/<slug:code>/report/", reports.report_circle_name, name="report_circle_name"),
    path("people/<slug:code>/block/", blocks.block, name="block"),
    path("blocked/", blocks.blocked, name="blocked"),
    path("desk/", queue.queue, name="moderation_queue"),
    path("desk/<slug:code>/", queue.report, name="moderation_report"),
    path("g/<slug:code>/report/", reports.report, name="report"),
    path("watch/<slug:key>/report/", spectators.report_watched, name="report_watched"),
    path("g/<slug:code>/trouble/", reports.trouble, name="trouble"),
]
