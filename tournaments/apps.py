from django.apps import AppConfig
from django.urls import register_converter
from django.utils.translation import gettext_lazy as _

from tournaments.database.sqlite_prefetch import patch_sqlite_prefetch
from tournaments.small_inputs import SmallNumberConverter


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register_converter(SmallNumberConverter, "figure")
        patch_sqlite_prefetch()
