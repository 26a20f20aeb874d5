"""The pages of a table's phone. Everything below `table/<id>/` is where its cookie is sent."""

from django.urls import path

from .views import correction, entry, keeping, outbox, table, table_hands, worker

urlpatterns = [
    path("m/<str:token>/", table.open_table, name="open_table"),
    path("table/worker.js", worker.worker, name="worker"),
    path("table/<uuid:table_id>/", table.show_table, name="table"),
    path("table/<uuid:table_id>/follow/", table.follow_table, name="follow_table"),
    path("table/<uuid:table_id>/seats/", table.show_seats, name="table_seats"),
    path("table/<uuid:table_id>/seats/swap/", table.swap_seats, name="swap_seats"),
    path("table/<uuid:table_id>/seats/dealer/", table.name_dealer, name="name_dealer"),
    path("table/<uuid:table_id>/next/", table.next_encounter, name="next_encounter"),
    path("table/<uuid:table_id>/hand/", entry.enter_hand, name="enter_hand"),
    path("table/<uuid:table_id>/hand/preview/", entry.preview_entry, name="preview_entry"),
    path("table/<uuid:table_id>/hand/outbox/", outbox.take_hand, name="take_hand"),
    path("table/<uuid:table_id>/hand/take-back/", keeping.take_back, name="take_back"),
    path("table/<uuid:table_id>/keep/", keeping.keep, name="keep_table"),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/",
        table_hands.list_hands,
        name="table_hands",
    ),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/<int:match>/<int:deal>/",
        correction.correct_hand,
        name="correct_hand",
    ),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/<int:match>/<int:deal>/preview/",
        correction.preview_correction,
        name="preview_correction",
    ),
]
