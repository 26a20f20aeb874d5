from django.urls import URLPattern, URLResolver, include, path

from scoring.archive.writer import SCHEMA
from scoring.public.views import (
    archive_page,
    bracket_page,
    draw_page,
    encounter_page,
    entrant_list,
    entrant_page,
    final_ranking,
    following,
    front_page,
    group_page,
    hand_history,
    player_page,
    reader_roles,
    schedule_page,
    series_page,
    tables_page,
    tournament_page,
)

_tournament: list[URLPattern] = [
    path("", tournament_page.tournament_page, name="tournament"),
    path("groups/", group_page.groups, name="groups"),
    path("bracket/", bracket_page.bracket, name="bracket"),
    path("tables/", tables_page.tables, name="tables"),
    path("schedule/", schedule_page.schedule, name="schedule"),
    path("ranking/", final_ranking.final_ranking, name="final_ranking"),
    path("follow/", following.follow_page, name="follow"),
    path("entrants/", entrant_list.entrants, name="entrants"),
    path("entrants/<uuid:entrant_id>/", entrant_page.entrant, name="entrant"),
    path("entrants/<uuid:entrant_id>/strip/", following.followed_status, name="followed_status"),
    path("archive/", archive_page.archive, name="archive"),
    path("archive/file/", archive_page.archive_file, name="archive_file"),
    path("draw/", draw_page.draws, name="draw_list"),
    path("draw/<figure:draw_number>/", draw_page.draw_detail, name="draw_detail"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front_page.tournaments, name="tournaments"),
    path("find/", front_page.search_tournaments, name="tournament_search"),
    path("me/", reader_roles.reader, name="reader_roles"),
    path("t/<uuid:tournament_id>/", include(_tournament)),
    path(f"schemas/{SCHEMA}.json", archive_page.archive_schema, name="archive_schema"),
    path("verify.py", archive_page.verifier, name="archive_verifier"),
    path("players/<uuid:player_id>/", player_page.player, name="player"),
    path("nights/<uuid:blueprint_id>/", series_page.series_page, name="series_page"),
    path("e/<uuid:encounter_id>/", encounter_page.encounter, name="encounter"),
    path(
        "e/<uuid:encounter_id>/hands/<figure:match>/<figure:deal>/",
        hand_history.hand_history,
        name="hand_history",
    ),
]
