"""The pages of a table's sides.

Everything below `sides/<id>/` is where their cookie is sent, in each language.
"""

from django.urls import path

from scoring.sides.views import link, page
from tournaments.languages import spelled

urlpatterns = [
    path("s/<str:token>/", link.open_sides, name="open_sides"),
    path(spelled(tr="kod/", en="code/"), link.type_code, name="type_code"),
    path("sides/<uuid:table_id>/", page.sides, name="sides"),
    path("sides/<uuid:table_id>/who/", page.choose_player, name="choose_player"),
    path("sides/<uuid:table_id>/confirm/", page.confirm_hands, name="confirm_hands"),
    path("sides/<uuid:table_id>/call/", page.call_from_side, name="call_from_side"),
    path(
        "sides/<uuid:table_id>/protest/<uuid:match_id>/<figure:deal>/",
        page.protest_hand,
        name="protest_hand",
    ),
]
