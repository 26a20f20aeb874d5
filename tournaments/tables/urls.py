from django.urls import path

from tournaments.tables import views
from tournaments.web.url_prefixes import TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}/codes/", views.codes, name="table_codes"),
    path(f"{TOURNAMENT}/codes/print/", views.print_codes, name="print_table_codes"),
    path(f"{TOURNAMENT}/codes/keep/", views.keep_codes, name="extend_table_codes"),
    path(f"{TOURNAMENT}/codes/<uuid:table_id>/renew/", views.renew_code, name="renew_table_code"),
    path(
        f"{TOURNAMENT}/codes/<uuid:table_id>/renew-players/",
        views.renew_players_code,
        name="renew_players_code",
    ),
]
