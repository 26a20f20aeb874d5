"""Addresses of the pages that show play, for everybody; the phone at the table has its own below them."""

from django.urls import URLPattern, URLResolver, include, path

from .views import bracket, drawn, encounter, history, public, rules

app_name = "scoring"

_tournament: list[URLPattern] = [
    path("", public.now, name="tournament"),
    path("groups/", public.groups, name="groups"),
    path("bracket/", bracket.bracket, name="bracket"),
    path("tables/", public.tables, name="tables"),
    path("entrants/", public.entrants, name="entrants"),
    path("rules/", rules.rules, name="rules"),
    path("draw/", drawn.draws, name="how_drawn"),
    path("draw/<int:draw_number>/", drawn.one_draw, name="one_draw"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.tournaments, name="tournaments"),
    path("t/<uuid:tournament_id>/", include(_tournament)),
    path("e/<uuid:encounter_id>/", encounter.encounter, name="encounter"),
    path("e/<uuid:encounter_id>/hands/<int:match>/<int:deal>/", history.hand_history, name="hand_history"),
    path("", include("scoring.urls_table")),
    path("", include("scoring.urls_paper")),
    path("", include("scoring.urls_sides")),
    path("", include("scoring.urls_organizer")),
    path("", include("scoring.urls_referee")),
    path("", include("scoring.urls_practice")),
]
