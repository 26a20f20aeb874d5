from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from config.language_switch import switch_language

handler400 = "config.errors.error_pages.bad_request"
handler404 = "config.errors.error_pages.not_found"
handler500 = "config.errors.error_pages.server_error"

urlpatterns = [
    path("dil/", switch_language, name="set_language"),
    *i18n_patterns(
        path("", include("config.backups.urls")),
        path("", include("config.launcher.control.urls")),
        path("", include("scoring.urls")),  # first: most requests are for public pages
        path("", include("tournaments.urls")),
        prefix_default_language=False,
    ),
]
