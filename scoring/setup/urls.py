from django.urls import path

from scoring.setup.views import clone, lifecycle, series_events, stages
from tournaments.web.url_prefixes import SERIES, TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/again/", clone.clone_page, name="clone_tournament"),
    path(f"{SERIES}/make/", series_events.series_event, name="create_series_event"),
    path(f"{TOURNAMENT}/stages/", stages.stages, name="stages"),
    path(f"{TOURNAMENT}/state/", lifecycle.state, name="lifecycle"),
    path(f"{TOURNAMENT}/state/cancel/", lifecycle.cancel, name="cancel_tournament"),
    path(f"{TOURNAMENT}/state/erase/", lifecycle.erase, name="erase_tournament"),
]
