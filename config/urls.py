"""Every address: the organizer's pages, the pages that show play, the language."""

from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

handler400 = "config.errors.pages.bad_request"
handler404 = "config.errors.pages.not_found"
handler500 = "config.errors.pages.server_error"

urlpatterns = [
    # Changes nothing but the visitor's own language: public pages carry no token and can be cached.
    path("dil/", csrf_exempt(set_language), name="set_language"),
    path("", include("tournaments.urls")),
    path("", include("scoring.urls")),
]
