"""Addresses that hand pages on, and the pictures beside their links; `scoring.urls` takes them in."""

from django.urls import path

from scoring.views import sharing
from scoring.views.cards import serving

urlpatterns = [
    path("preview-<slug:language>.png", serving.house_card, name="house_card"),
    path("t/<uuid:tournament_id>/share/", sharing.share_tournament, name="share"),
    path(
        "t/<uuid:tournament_id>/preview-<slug:language>.png", serving.tournament_card, name="tournament_card"
    ),
    path("e/<uuid:encounter_id>/share/", sharing.share_encounter, name="share_encounter"),
    path("e/<uuid:encounter_id>/preview-<slug:language>.png", serving.encounter_card, name="encounter_card"),
]
