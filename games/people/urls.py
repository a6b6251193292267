from django.urls import path

from games.people.views import profile, statistics

urlpatterns = [
    path("people/<slug:code>/", profile.profile, name="profile"),
    path("people/<slug:code>/statistics/", statistics.statistics, name="statistics"),
]
