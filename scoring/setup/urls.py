from django.urls import path

from scoring.setup.views import clone, lifecycle, series_events
from tournaments.web.url_prefixes import SERIES, TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/again/", clone.clone_page, name="again"),
    path(f"{SERIES}/make/", series_events.series_event, name="make_night"),
    path(f"{TOURNAMENT}/state/", lifecycle.state, name="state"),
    path(f"{TOURNAMENT}/state/cancel/", lifecycle.cancel, name="cancel"),
    path(f"{TOURNAMENT}/state/erase/", lifecycle.erase, name="erase"),
]
