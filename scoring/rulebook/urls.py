"""The rules of a tournament: everybody's pages, and the organizer's on which they are changed and amended."""

from django.urls import path

from scoring.rulebook.views import organizer, public, tile_referee

ORGANIZER = "manage/t/<uuid:tournament_id>/rules"

urlpatterns = [
    path("t/<uuid:tournament_id>/rules/", public.rules, name="rules"),
    path("hakem/", tile_referee.tile_referee, name="tile_referee"),
    path("hakem/worker.js", tile_referee.worker, name="tile_referee_worker"),
    path("t/<uuid:tournament_id>/hakem/", tile_referee.tile_referee, name="tournament_tile_referee"),
    path(
        "t/<uuid:tournament_id>/hakem/worker.js",
        tile_referee.worker,
        name="tournament_tile_referee_worker",
    ),
    path(f"{ORGANIZER}/", organizer.rules, name="organizer_rules"),
    path(f"{ORGANIZER}/examples/", organizer.examples, name="rule_examples"),
    path(f"{ORGANIZER}/preview/", organizer.preview_amendment, name="preview_amendment"),
    path(f"{ORGANIZER}/amend/", organizer.amend_rules, name="amend_rules"),
]
