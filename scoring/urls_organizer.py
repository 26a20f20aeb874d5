"""The organizer's addresses that need the ledger; `scoring.urls` takes them in."""

from django.urls import path

from scoring.views import organizer

TOURNAMENT = "manage/t/<uuid:tournament_id>"
ENCOUNTER = "manage/e/<uuid:encounter_id>"

urlpatterns = [
    path(f"{TOURNAMENT}/", organizer.running, name="running"),
    path(f"{TOURNAMENT}/lot/<int:position>/", organizer.lot, name="lot"),
    path(f"{ENCOUNTER}/walkover/", organizer.walkover, name="walkover"),
    path(f"{ENCOUNTER}/walkover/take-back/", organizer.take_walkover_back, name="take_walkover_back"),
]
