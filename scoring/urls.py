"""Addresses of the pages that show play, for everybody; the phone at the table has its own below them."""

from django.urls import URLPattern, URLResolver, include, path

from .views import (
    bracket,
    drawn,
    encounter,
    entrant,
    entrants,
    following,
    history,
    player,
    poster,
    public,
    rules,
    schedule,
    tv,
)

app_name = "scoring"

_tournament: list[URLPattern] = [
    path("", public.now, name="tournament"),
    path("groups/", public.groups, name="groups"),
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/poster/", poster.bracket_poster, name="bracket_poster"),
    path("tables/", public.tables, name="tables"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("follow/", following.follow, name="follow"),
    path("entrants/", entrants.entrants, name="entrants"),
    path("entrants/<uuid:entrant_id>/", entrant.entrant, name="entrant"),
    path("rules/", rules.rules, name="rules"),
    path("draw/", drawn.draws, name="how_drawn"),
    path("tv/", tv.tv, name="tv"),
    path("clock/", tv.round_clock, name="round_clock"),
    path("draw/<int:draw_number>/", drawn.one_draw, name="one_draw"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", public.tournaments, name="tournaments"),
    path("t/<uuid:tournament_id>/", include(_tournament)),
    path("players/<uuid:player_id>/", player.player, name="player"),
    path("e/<uuid:encounter_id>/", encounter.encounter, name="encounter"),
    path("e/<uuid:encounter_id>/hands/<int:match>/<int:deal>/", history.hand_history, name="hand_history"),
    path("", include("scoring.urls_share")),
    path("", include("scoring.urls_table")),
    path("", include("scoring.urls_paper")),
    path("", include("scoring.urls_sides")),
    path("", include("scoring.urls_organizer")),
    path("", include("scoring.urls_referee")),
    path("", include("scoring.urls_practice")),
]
