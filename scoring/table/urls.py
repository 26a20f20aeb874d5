"""The link's cookie is sent to everything below `table/<id>/`, in each language."""

from django.urls import URLPattern, URLResolver, include, path

from rules.games import DEFAULT_RULE_SET
from scoring.table.views import (
    bell_notice,
    call_referee,
    form_assets,
    hand_entry,
    hand_list,
    keeper,
    practice,
    save_hand,
    service_worker,
    table_correction,
    table_page,
    transferred_hands,
)
from scoring.table.views.games import HAND_ENTRIES
from tournaments.languages import localized_route

PRACTICE = localized_route(tr="alistirma/", en="practice/")
PREVIEW = localized_route(tr="alistirma/preview/", en="practice/preview/")
REFEREE = "table/<uuid:table_id>/referee"


def _bare_practice(rule_set_id: str) -> URLResolver:
    """Route a rule set's practice page and preview, without a tournament."""
    route = localized_route(tr=f"alistirma/{rule_set_id}/", en=f"practice/{rule_set_id}/")
    rule_set_kwargs = {"rule_set_id": rule_set_id}
    return path(
        route,
        include(
            [
                path("", practice.practice, rule_set_kwargs, name="rule_set_practice"),
                path(
                    "preview/", practice.preview_practice, rule_set_kwargs, name="rule_set_preview_practice"
                ),
            ]
        ),
    )


_practice_of_a_tournament: list[URLPattern] = [
    path(PRACTICE, practice.practice, name="tournament_practice"),
    path(PREVIEW, practice.preview_practice, name="tournament_preview_practice"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("m/<str:token>/", table_page.open_table, name="open_table"),
    path("table/worker.js", service_worker.worker, name="service_worker"),
    path("table/<uuid:table_id>/", table_page.show_table, name="table"),
    path("table/<uuid:table_id>/follow/", table_page.follow_table, name="follow_table"),
    path("table/<uuid:table_id>/seats/", table_page.show_seats, name="table_seats"),
    path("table/<uuid:table_id>/seats/swap/", table_page.swap_seats, name="swap_seats"),
    path("table/<uuid:table_id>/seats/dealer/", table_page.name_dealer, name="name_dealer"),
    path("table/<uuid:table_id>/go-on/", table_page.follow_to_new_table, name="follow_to_new_table"),
    path("table/<uuid:table_id>/next/", table_page.next_encounter, name="next_encounter"),
    path("table/<uuid:table_id>/hand/", hand_entry.enter_hand, name="enter_hand"),
    path("table/<uuid:table_id>/hand/preview/", hand_entry.preview_entry, name="preview_entry"),
    path("table/<uuid:table_id>/hand/assets/<slug:version>.js", form_assets.show_assets, name="form_assets"),
    path("table/<uuid:table_id>/hand/outbox/", save_hand.receive_hand, name="receive_hand"),
    path(
        "table/<uuid:table_id>/hand/arrived/",
        transferred_hands.preview_transferred,
        name="preview_transferred_hands",
    ),
    path("table/<uuid:table_id>/hand/take-back/", keeper.withdraw_hand, name="withdraw_hand"),
    path("table/<uuid:table_id>/no-hand/", bell_notice.no_hand_in_play, name="no_hand_in_play"),
    path("table/<uuid:table_id>/keep/", keeper.keep_table, name="become_keeper"),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/",
        hand_list.list_hands,
        name="table_hands",
    ),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/<figure:match>/<figure:deal>/",
        table_correction.correct_hand,
        name="correct_hand",
    ),
    path(
        "table/<uuid:table_id>/e/<uuid:encounter_id>/<figure:match>/<figure:deal>/preview/",
        table_correction.preview_correction,
        name="preview_correction",
    ),
    path(f"{REFEREE}/", call_referee.call_referee, name="call_referee"),
    path(f"{REFEREE}/<uuid:call_id>/withdraw/", call_referee.withdraw_call, name="withdraw_call"),
    path(PRACTICE, practice.practice, name="practice"),
    path(PREVIEW, practice.preview_practice, name="preview_practice"),
    *(
        _bare_practice(preset)
        for entering in HAND_ENTRIES
        for preset in entering.game.presets
        if preset != DEFAULT_RULE_SET
    ),
    path("t/<uuid:tournament_id>/", include(_practice_of_a_tournament)),
]
