from django.apps import AppConfig
from django.urls import register_converter
from django.utils.translation import gettext_lazy as _

from tournaments.database.sqlite_prefetch import let_sqlite_read_thousands
from tournaments.parsing import FigureInAddress


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register_converter(FigureInAddress, "figure")
        let_sqlite_read_thousands()
