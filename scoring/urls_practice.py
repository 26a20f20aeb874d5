"""The practice table, by the usual rules or by those of a tournament; `scoring.urls` takes it in."""

from django.urls import path

from .views.practice import practice, preview_practice

TOURNAMENT = "t/<uuid:tournament_id>/practice"

urlpatterns = [
    path("practice/", practice, name="practice"),
    path("practice/preview/", preview_practice, name="preview_practice"),
    path(f"{TOURNAMENT}/", practice, name="tournament_practice"),
    path(f"{TOURNAMENT}/preview/", preview_practice, name="tournament_preview_practice"),
]
