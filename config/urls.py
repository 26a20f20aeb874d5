"""Every address: the organizer's pages and those that show play, in each language; the switch between."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from config.languages.views import choose, moved_to, moved_under_english

handler400 = "config.errors.pages.bad_request"
handler404 = "config.errors.pages.not_found"
handler500 = "config.errors.pages.server_error"

ONCE = (
    ("code/", "scoring:type_code"),
    ("practice/", "scoring:practice"),
    ("practice/preview/", "scoring:preview_practice"),
    ("t/<uuid:tournament_id>/practice/", "scoring:tournament_practice"),
    ("t/<uuid:tournament_id>/practice/preview/", "scoring:tournament_preview_practice"),
)
"""Addresses that had an English word for everybody, and where they lead for good."""
ENGLISH_ONCE = ("help/", "help/<path:page>")
"""Addresses that were those of English pages only."""

urlpatterns = [
    path("dil/", choose, name="set_language"),
    *(path(address, moved_to(name), name=f"once_{name.partition(':')[2]}") for address, name in ONCE),
    *(path(address, moved_under_english, name="once_help") for address in ENGLISH_ONCE),
    *i18n_patterns(
        path("", include("config.backups.urls")),
        path("", include("scoring.urls")),  # before the organizer's: what crowds ask for is found sooner
        path("", include("tournaments.urls")),
        prefix_default_language=False,
    ),
]
