from django.urls import path

from tournaments.draws.views import draws, manual_draw, stage_draw
from tournaments.web.url_prefixes import TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/draw/", draws.show_draws, name="draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/", stage_draw.draw_stage, name="draw_stage"),
    path(
        f"{TOURNAMENT}/draw/<figure:stage_number>/by-hand/", manual_draw.place_by_hand, name="place_by_hand"
    ),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo/", draws.revoke_draw, name="undo_draw"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/undo-round/", draws.revoke_round, name="undo_round"),
]
