from django.urls import path

from scoring.exports import views

FILES = "manage/t/<uuid:tournament_id>/files"

urlpatterns = [
    path(f"{FILES}/", views.files, name="files"),
    path(f"{FILES}/entrants.<slug:ending>", views.entrants_file, name="entrants_file"),
    path(f"{FILES}/standings.<slug:ending>", views.standings_file, name="standings_file"),
    path(f"{FILES}/results.<slug:ending>", views.results_file, name="results_file"),
    path(f"{FILES}/hands.<slug:ending>", views.hands_file, name="hands_file"),
    path(f"{FILES}/log.<slug:ending>", views.log_file, name="log_file"),
    path("manage/clubs/<uuid:club_id>/people.<slug:ending>", views.people_file, name="people_file"),
    path(
        "manage/clubs/<uuid:club_id>/people/<uuid:player_id>/kept/",
        views.person_export,
        name="person_export",
    ),
]
