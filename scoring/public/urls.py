"""Addresses of the pages that show play, for everybody."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.archive.writing import SCHEMA
from scoring.public.views import (
    archive,
    bracket,
    drawn,
    encounter,
    entrant,
    entrants,
    final,
    following,
    front,
    groups,
    history,
    nights,
    player,
    reader,
    schedule,
    tables,
    tournament,
)

_tournament: list[URLPattern] = [
    path("", tournament.now, name="tournament"),
    path("groups/", groups.groups, name="groups"),
    path("bracket/", bracket.bracket, name="bracket"),
    path("tables/", tables.tables, name="tables"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("ranking/", final.final_ranking, name="final_ranking"),
    path("follow/", following.follow, name="follow"),
    path("entrants/", entrants.entrants, name="entrants"),
    path("entrants/<uuid:entrant_id>/", entrant.entrant, name="entrant"),
    path("entrants/<uuid:entrant_id>/strip/", following.strip, name="strip"),
    path("archive/", archive.archive, name="archive"),
    path("archive/file/", archive.archive_file, name="archive_file"),
    path("draw/", drawn.draws, name="how_drawn"),
    path("draw/<figure:draw_number>/", drawn.one_draw, name="one_draw"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.tournaments, name="tournaments"),
    path("find/", front.find, name="find"),
    path("me/", reader.reader, name="reader"),
    path("t/<uuid:tournament_id>/", include(_tournament)),
    path(f"schemas/{SCHEMA}.json", archive.archive_schema, name="archive_schema"),
    path("verify.py", archive.verifier, name="archive_verifier"),
    path("players/<uuid:player_id>/", player.player, name="player"),
    path("nights/<uuid:series_id>/", nights.club_nights, name="club_nights"),
    path("e/<uuid:encounter_id>/", encounter.encounter, name="encounter"),
    path(
        "e/<uuid:encounter_id>/hands/<figure:match>/<figure:deal>/", history.hand_history, name="hand_history"
    ),
]
