from django.urls import path

from scoring.officials.views import (
    bell_page,
    departures,
    encounter_changes,
    late_entries,
    referee_corrections,
    referee_page,
    room_overview,
    room_tables,
    round_pairing,
    rulings,
    stage_rounds,
    ties,
    walkovers,
)
from tournaments.web.url_prefixes import TOURNAMENT

ENTRANT = f"{TOURNAMENT}/in-play/<uuid:entrant_id>"
ENCOUNTER = "manage/e/<uuid:encounter_id>"
REFEREE = f"{TOURNAMENT}/referee"
BELL = f"{TOURNAMENT}/bell/<figure:stage_number>/<slug:part>/<figure:number>"
RULINGS = f"{ENCOUNTER}/rulings"
CORRECTIONS = f"{ENCOUNTER}/corrections"

urlpatterns = [
    path(f"{TOURNAMENT}/", room_overview.running, name="room_overview"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/round/", round_pairing.draw_round, name="draw_round"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/round/pair/", round_pairing.pair_round, name="pair_round"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/rounds/", stage_rounds.change_rounds, name="stage_rounds"),
    path(f"{TOURNAMENT}/tables/", room_tables.room, name="room_tables"),
    path(f"{TOURNAMENT}/tables/add/", room_tables.add_table, name="add_table"),
    path(f"{TOURNAMENT}/tables/<uuid:table_id>/close/", room_tables.close_table, name="close_table"),
    path(f"{TOURNAMENT}/tables/<uuid:table_id>/open/", room_tables.open_table, name="reopen_table"),
    path("manage/tables/<uuid:table_id>/take/", room_tables.take_encounter, name="take_encounter"),
    path(f"{TOURNAMENT}/lot/<figure:position>/", ties.lot, name="record_lot"),
    path(f"{TOURNAMENT}/stages/<figure:stage_number>/lot/", ties.lot_best_placed, name="lot_best_placed"),
    path(f"{TOURNAMENT}/lot/<figure:position>/extra/", ties.extra_encounter, name="extra_encounter"),
    path(f"{BELL}/", bell_page.round_bell, name="round_bell"),
    path(f"{BELL}/take-back/", bell_page.take_bell_back, name="undo_bell"),
    path(f"{ENCOUNTER}/bell/no-hand/", bell_page.end_without_hand, name="end_without_hand"),
    path(f"{ENCOUNTER}/bell/play-on/", bell_page.let_play_on, name="continue_after_bell"),
    path(f"{TOURNAMENT}/in-play/", late_entries.in_play, name="lineup_changes"),
    path(f"{ENTRANT}/", departures.entrant_changes, name="entrant_changes"),
    path(f"{ENTRANT}/leave/", departures.leave, name="record_departure"),
    path(f"{ENTRANT}/come-back/", departures.undo_departure, name="undo_departure"),
    path(f"{ENTRANT}/substitute/", departures.substitute, name="substitute"),
    path(f"{ENTRANT}/take-back/", departures.remove_late, name="remove_late_entrant"),
    path(f"{ENCOUNTER}/", encounter_changes.encounter_changes, name="encounter_changes"),
    path(f"{ENCOUNTER}/move/", encounter_changes.move_to_table, name="move_encounter"),
    path(f"{ENCOUNTER}/seats/", encounter_changes.swap_in_play, name="swap_partners_in_play"),
    path(f"{ENCOUNTER}/reopen/", encounter_changes.reopen_encounter, name="reopen_encounter"),
    path(f"{ENCOUNTER}/close/", encounter_changes.close_encounter, name="close_encounter"),
    path(f"{ENCOUNTER}/extra/take-back/", ties.take_extra_back, name="remove_extra_encounter"),
    path(f"{ENCOUNTER}/walkover/", walkovers.walkover, name="walkover"),
    path(f"{ENCOUNTER}/walkover/take-back/", walkovers.take_walkover_back, name="undo_walkover"),
    path(f"{REFEREE}/", referee_page.referee, name="referee"),
    path(f"{REFEREE}/<uuid:call_id>/take/", referee_page.take_call, name="take_call"),
    path(f"{REFEREE}/<uuid:call_id>/answer/", referee_page.answer_call, name="answer_call"),
    path(
        f"{CORRECTIONS}/<figure:match>/<figure:deal>/",
        referee_corrections.correct_as_referee,
        name="correct_as_referee",
    ),
    path(
        f"{CORRECTIONS}/<figure:match>/<figure:deal>/preview/",
        referee_corrections.preview_as_referee,
        name="preview_as_referee",
    ),
    path(f"{RULINGS}/", rulings.choose_hand, name="choose_hand_to_rule"),
    path(f"{RULINGS}/<figure:match>/<figure:deal>/", rulings.rule_hand, name="rule_on_hand"),
]
