"""Addresses of the officials: the hall, changes to play that is on, the referee."""

from django.urls import path

from scoring.officials.views import (
    again,
    anonymising,
    bell,
    corrections,
    encounter_changes,
    hall,
    in_play,
    keeping,
    late,
    nights,
    people,
    referee,
    register,
    room,
    rounds,
    rulings,
    stage_draws,
    state,
    ties,
    walkover,
)

TOURNAMENT = "manage/t/<uuid:tournament_id>"
ENTRANT = f"{TOURNAMENT}/in-play/<uuid:entrant_id>"
ENCOUNTER = "manage/e/<uuid:encounter_id>"
REFEREE = f"{TOURNAMENT}/referee"
BELL = f"{TOURNAMENT}/bell/<figure:stage_number>/<slug:part>/<figure:number>"
RULINGS = f"{ENCOUNTER}/rulings"
CORRECTIONS = f"{ENCOUNTER}/corrections"
PEOPLE = "manage/clubs/<uuid:club_id>/people"
PERSON = f"{PEOPLE}/<uuid:player_id>"

urlpatterns = [
    path(f"{TOURNAMENT}/", hall.running, name="running"),
    path(f"{TOURNAMENT}/again/", again.again, name="again"),
    path("manage/clubs/<uuid:club_id>/nights/<uuid:series_id>/make/", nights.night, name="make_night"),
    path(f"{TOURNAMENT}/state/", state.state, name="state"),
    path(f"{TOURNAMENT}/state/cancel/", state.cancel, name="cancel"),
    path(f"{TOURNAMENT}/state/erase/", state.erase, name="erase"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/", stage_draws.draw_stage, name="draw_stage"),
    path(
        f"{TOURNAMENT}/draw/<figure:stage_number>/by-hand/", stage_draws.place_by_hand, name="place_by_hand"
    ),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/round/", rounds.draw_round, name="draw_round"),
    path(f"{TOURNAMENT}/draw/<figure:stage_number>/round/pair/", rounds.pair_round, name="pair_round"),
    path(f"{TOURNAMENT}/tables/", room.room, name="room"),
    path(f"{TOURNAMENT}/tables/add/", room.add_table, name="add_table"),
    path(f"{TOURNAMENT}/tables/<uuid:table_id>/close/", room.close_table, name="close_table"),
    path(f"{TOURNAMENT}/tables/<uuid:table_id>/open/", room.open_table, name="open_closed_table"),
    path("manage/tables/<uuid:table_id>/take/", room.take_encounter, name="take_encounter"),
    path(f"{TOURNAMENT}/lot/<figure:position>/", ties.lot, name="lot"),
    path(f"{TOURNAMENT}/stages/<figure:stage_number>/lot/", ties.lot_across, name="lot_across"),
    path(f"{TOURNAMENT}/lot/<figure:position>/extra/", ties.extra_encounter, name="extra_encounter"),
    path(f"{BELL}/", bell.round_bell, name="round_bell"),
    path(f"{BELL}/take-back/", bell.take_bell_back, name="take_bell_back"),
    path(f"{ENCOUNTER}/bell/no-hand/", bell.end_without_hand, name="end_without_hand"),
    path(f"{ENCOUNTER}/bell/play-on/", bell.let_play_on, name="let_play_on"),
    path(f"{TOURNAMENT}/in-play/", late.in_play, name="in_play"),
    path(f"{ENTRANT}/", in_play.entrant_changes, name="entrant_changes"),
    path(f"{ENTRANT}/leave/", in_play.leave, name="leave"),
    path(f"{ENTRANT}/come-back/", in_play.come_back, name="come_back"),
    path(f"{ENTRANT}/substitute/", in_play.substitute, name="substitute"),
    path(f"{ENTRANT}/take-back/", in_play.take_late_back, name="take_late_back"),
    path(
        f"{TOURNAMENT}/entries/names/<uuid:player_id>/anonymous/",
        anonymising.make_anonymous,
        name="make_anonymous",
    ),
    path(f"{PEOPLE}/", people.club_people, name="club_people"),
    path(f"{PEOPLE}/kept/", keeping.club_keeps, name="club_keeps"),
    path(f"{PEOPLE}/kept/months/", keeping.forget_after, name="forget_after"),
    path(f"{PEOPLE}/add/", register.add_person, name="add_person"),
    path(f"{PERSON}/", people.person, name="person"),
    path(f"{PERSON}/card/", register.keep_card, name="keep_card"),
    path(f"{PERSON}/anonymous/", anonymising.erase_person, name="erase_person"),
    path(f"{PERSON}/shown/", register.show_person, name="show_person"),
    path(f"{PERSON}/consent/withdraw/", register.withdraw_consent, name="withdraw_consent"),
    path(f"{PERSON}/remove/", register.remove_person, name="remove_person"),
    path(f"{PERSON}/rename/", people.rename_person, name="rename_person"),
    path(f"{PERSON}/join/", people.join_people, name="join_people"),
    path(f"{PERSON}/part/", people.part_people, name="part_people"),
    path(f"{ENCOUNTER}/", encounter_changes.encounter_changes, name="encounter_changes"),
    path(f"{ENCOUNTER}/move/", encounter_changes.move_encounter, name="move_encounter"),
    path(f"{ENCOUNTER}/seats/", encounter_changes.swap_in_play, name="swap_in_play"),
    path(f"{ENCOUNTER}/reopen/", encounter_changes.reopen_encounter, name="reopen_encounter"),
    path(f"{ENCOUNTER}/close/", encounter_changes.close_encounter, name="close_encounter"),
    path(f"{ENCOUNTER}/extra/take-back/", ties.take_extra_back, name="take_extra_back"),
    path(f"{ENCOUNTER}/walkover/", walkover.walkover, name="walkover"),
    path(f"{ENCOUNTER}/walkover/take-back/", walkover.take_walkover_back, name="take_walkover_back"),
    path(f"{REFEREE}/", referee.referee, name="referee"),
    path(f"{REFEREE}/<uuid:call_id>/take/", referee.take_call, name="take_call"),
    path(f"{REFEREE}/<uuid:call_id>/answer/", referee.answer_call, name="answer_call"),
    path(
        f"{CORRECTIONS}/<figure:match>/<figure:deal>/",
        corrections.correct_as_referee,
        name="correct_as_referee",
    ),
    path(
        f"{CORRECTIONS}/<figure:match>/<figure:deal>/preview/",
        corrections.preview_as_referee,
        name="preview_as_referee",
    ),
    path(f"{RULINGS}/", rulings.choose_hand, name="rulings"),
    path(f"{RULINGS}/<figure:match>/<figure:deal>/", rulings.rule_hand, name="rule_hand"),
]
