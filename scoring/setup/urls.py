from django.urls import path

from scoring.setup.views import lifecycle, new_tournament, stages
from tournaments.web.url_prefixes import BLUEPRINT, CLUB, TOURNAMENT

urlpatterns = [
    path(f"{CLUB}/new/", new_tournament.new_tournament, name="new_tournament"),
    path(f"{BLUEPRINT}/start/", new_tournament.start_from_blueprint, name="start_from_blueprint"),
    path(f"{TOURNAMENT}/again/", new_tournament.repeat_tournament, name="repeat_tournament"),
    path(f"{TOURNAMENT}/stages/", stages.stages, name="stages"),
    path(f"{TOURNAMENT}/state/", lifecycle.state, name="lifecycle"),
    path(f"{TOURNAMENT}/state/cancel/", lifecycle.cancel, name="cancel_tournament"),
    path(f"{TOURNAMENT}/state/erase/", lifecycle.erase, name="erase_tournament"),
]
