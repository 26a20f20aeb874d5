"""The pages of a table's sides. Everything below `sides/<id>/` is where their cookie is sent."""

from django.urls import path

from .views import sides, sides_link

urlpatterns = [
    path("s/<str:token>/", sides_link.open_sides, name="open_sides"),
    path("code/", sides_link.type_code, name="type_code"),
    path("sides/<uuid:table_id>/", sides.sides, name="sides"),
    path("sides/<uuid:table_id>/who/", sides.choose_player, name="choose_player"),
    path("sides/<uuid:table_id>/confirm/", sides.confirm_hands, name="confirm_hands"),
    path("sides/<uuid:table_id>/call/", sides.call_from_side, name="call_from_side"),
    path(
        "sides/<uuid:table_id>/protest/<uuid:match_id>/<int:deal>/",
        sides.protest_hand,
        name="protest_hand",
    ),
]
