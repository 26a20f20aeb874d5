from django.urls import path

from tournaments.draws.views import draws
from tournaments.web.url_prefixes import TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/draw/", draws.show_draws, name="draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo/", draws.revoke_draw, name="undo_draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo-round/", draws.revoke_round, name="undo_round"),
]
