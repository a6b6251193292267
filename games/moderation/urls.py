"""Blocking, reporting, and the pages of moderators. Included before circles, whose last address takes any word."""

from django.urls import path

from games.moderation.views import blocks, desk, reports

urlpatterns = [
    path("circles/<slug:code>/report/", reports.report_circle_name, name="report_circle_name"),
    path("people/<slug:code>/block/", blocks.block, name="block"),
    path("blocked/", blocks.blocked, name="blocked"),
    path("desk/", desk.desk, name="desk"),
    path("desk/<slug:code>/", desk.report, name="desk_report"),
    path("g/<slug:code>/report/", reports.report, name="report"),
    path("g/<slug:code>/trouble/", reports.trouble, name="trouble"),
]
