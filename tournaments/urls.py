from django.urls import URLPattern, URLResolver, include, path

app_name = "tournaments"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.accounts.urls")),
    path("", include("tournaments.clubs.urls")),
    path("", include("tournaments.people.urls")),
    path("", include("tournaments.dashboard.urls")),
    path("", include("tournaments.setup.urls")),
    path("", include("tournaments.blueprints.urls")),
    path("", include("tournaments.entrants.urls")),
    path("", include("tournaments.signup.urls")),
    path("", include("tournaments.checkin.urls")),
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.draws.urls")),
]
