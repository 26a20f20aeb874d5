from django.urls import path

from scoring.setup.views import clone, lifecycle, series_events
from tournaments.web.url_prefixes import SERIES, TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/again/", clone.again, name="again"),
    path(f"{SERIES}/make/", series_events.night, name="make_night"),
    path(f"{TOURNAMENT}/state/", lifecycle.state, name="state"),
    path(f"{TOURNAMENT}/state/cancel/", lifecycle.cancel, name="cancel"),
    path(f"{TOURNAMENT}/state/erase/", lifecycle.erase, name="erase"),
]
