"""Every address: the organizer's pages, the pages that show play, the language."""

from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("dil/", set_language, name="set_language"),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
]
