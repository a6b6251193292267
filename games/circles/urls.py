"""Circles of friends."""

from django.urls import path

from games.circles import this_week
from games.circles import views as circles

urlpatterns = [
    path("circles/", circles.my_circles, name="my_circles"),
    path("circles/join/<slug:key>/", circles.join, name="join_circle"),
    path("circles/<slug:code>/", circles.circle, name="circle"),
    path("circles/<slug:code>/open/", circles.open_table, name="open_for_circle"),
    path("circles/<slug:code>/leave/", circles.leave, name="leave_circle"),
    path("circles/<slug:code>/answer/", circles.answer, name="answer_circle"),
    path("circles/<slug:code>/weekly/new/<slug:title>/", circles.new_weekly, name="new_weekly"),
    path("circles/<slug:code>/weekly/<slug:weekly>/", circles.change_weekly, name="change_weekly"),
    path("circles/<slug:code>/weekly/<slug:weekly>/another/", this_week.open_another, name="open_another"),
    path("circles/<slug:code>/weekly/<slug:weekly>/stay-out/", this_week.stay_out, name="stay_out"),
    path("circles/<slug:code>/seasons/<slug:month>/", circles.season, name="season"),
    path("circles/<slug:code>/<slug:name>/", circles.act, name="act_in_circle"),
]
