"""The address of the metrics. It is included only if METRICS_TOKEN is set."""

from django.urls import path

from games.site.views.metrics import metrics

urlpatterns = [path("", metrics, name="metrics")]
