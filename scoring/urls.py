from django.urls import URLPattern, URLResolver, include, path

app_name = "scoring"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("scoring.public.urls")),
    path("", include("scoring.rulebook.urls")),
    path("", include("scoring.screen.urls")),
    path("", include("scoring.sharing.urls")),
    path("", include("scoring.paper.urls")),
    path("", include("scoring.table.urls")),
    path("", include("scoring.confirmation.urls")),
    path("", include("scoring.officials.urls")),
    path("", include("scoring.setup.urls")),
    path("", include("scoring.people.urls")),
    path("", include("scoring.history.urls")),
    path("", include("scoring.exports.urls")),
    path("", include("scoring.guides.urls")),
]
