"""The sides' cookie is sent to everything below `sides/<id>/`, in each language."""

from django.urls import path

from scoring.confirmation.views import side_link, side_page
from tournaments.languages import localized_route

urlpatterns = [
    path("s/<str:token>/", side_link.open_sides, name="open_side_link"),
    path(localized_route(tr="kod/", en="code/"), side_link.type_code, name="type_side_code"),
    path("sides/<uuid:table_id>/", side_page.sides, name="side_page"),
    path("sides/<uuid:table_id>/who/", side_page.choose_player, name="choose_player"),
    path("sides/<uuid:table_id>/confirm/", side_page.confirm_hands, name="confirm_hands"),
    path("sides/<uuid:table_id>/call/", side_page.call_from_side, name="call_from_side"),
    path(
        "sides/<uuid:table_id>/protest/<uuid:match_id>/<figure:deal>/",
        side_page.protest_hand,
        name="protest_hand",
    ),
]
