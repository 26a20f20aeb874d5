"""A restored tournament whose archive withheld texts of the log: what they would tell is unknown."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from scoring.officials.domain import departures
from scoring.people import domain
from tests.factories import (
    NOW,
    drawn_tournament,
    encounters_of,
    enter_named,
    first_stage,
    open_tournament,
    play_hand,
    play_table,
)
from tests.scoring.archive.sample_archives import (
    archive_and_roll_back,
    reseal,
    restore_archive,
    restore_without_texts,
)
from tests.scoring.stage_flows import draw_next_round, draw_stage
from tournaments.entrants.domain import entry_list
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, Entrant, Player, Table, Tournament
from tournaments.people.domain import renaming
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import substitutes
from tournaments.play.leaving_play import LeaverResults
from tournaments.schedule.change import Change
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_settings import StageSettings
from tournaments.tables.domain import move_encounter

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def with_corrected_entrant() -> Tournament:
    tournament = open_tournament()
    (entrant,) = enter_named(tournament, [("Kaya – Demir", ("Ayse Kaya", "Ece Demir"))])
    corrected = ListedEntrant("Kaya – Demir", ("Ayse Kaya", "Su Demir"))
    entry_list.change_entrant(entrant=entrant, entry=corrected, by=CONSOLE, at=NOW)
    return tournament


def test_players_of_a_restored_tournament_can_change_their_names():
    """The archive has no text about the corrected entrant, so nobody knows its former player."""
    tournament = restore_archive(archive_and_roll_back(with_corrected_entrant))
    assert tournament.log.get(action="entrant_changed").before == ""
    renaming.rename_person(
        player=Player.objects.get(name="Ayse Kaya"), name="Ayşe Kayalar", by=CONSOLE, at=NOW
    )
    entrant = tournament.entrants.get()
    assert entrant.name == "Kayalar – Demir"
    assert set(entrant.players.values_list("name", flat=True)) == {"Ayşe Kayalar", "Su Demir"}


def test_player_whose_log_of_names_was_withheld_can_be_made_anonymous():
    archive = json.loads(archive_and_roll_back(with_corrected_entrant))
    player = next(row for row in archive["players"] if row["name"] == "Ayse Kaya")
    changed = next(row for row in archive["log"] if row.get("action") == "entrant_changed")
    changed |= {"action": "player_renamed", "subject": player["public_id"]}
    reseal(archive)
    restore_archive(archive)
    domain.make_anonymous(player=Player.objects.get(name="Ayse Kaya"), by=CONSOLE, at=NOW)
    assert Player.objects.get(public_id=player["public_id"]).anonymous_as is not None


def switched_to_singles() -> Tournament:
    tournament = open_tournament()
    singles = replace(
        tournament_settings.settings_of(tournament), stages=(StageSettings("tables", 1, 3),), kind="singles"
    )
    tournament_settings.change_tournament(tournament=tournament, settings=singles, by=CONSOLE, at=NOW)
    return tournament


def test_stages_before_a_withheld_switch_are_unknown():
    tournament = restore_archive(archive_and_roll_back(switched_to_singles))
    assert tournament.log.get(action="tournament_changed").before == ""
    assert tournament_settings.stages_before_switch(tournament) == ()


def first_entrant(tournament: Tournament) -> Entrant:
    entrant = encounters_of(tournament)[0].sides.get(letter="A").entrant
    assert entrant is not None
    return entrant


def with_substitute() -> Tournament:
    tournament = drawn_tournament()
    entrant = first_entrant(tournament)
    leaves = entrant.players.order_by("rosters__place")[0]
    play_hand(encounters_of(tournament)[0])  # an archive lists nobody who left before the first hand
    substitutes.substitute(entrant=entrant, old_player=leaves, new_name="Deniz Ak", by=CONSOLE, at=NOW)
    return tournament


def test_published_substitution_is_known_after_a_restore():
    known = restore_archive(archive_and_roll_back(with_substitute))
    assert substitutes.last_substitution(first_entrant(known)) is not None


def test_withheld_substitution_is_not_offered_for_reversal():
    tournament = restore_without_texts(with_substitute, "player_substituted")
    assert substitutes.last_substitution(first_entrant(tournament)) is None


def with_moved_encounter() -> Tournament:
    tournament = drawn_tournament(tables=3)
    encounter = encounters_of(tournament)[0]
    target = Table.objects.exclude(encounters=encounter).order_by("number")[0]
    move_encounter.move_encounter(encounter=encounter, table=target, by=CONSOLE, at=NOW)
    return tournament


def test_withheld_move_is_unknown_and_the_encounter_can_be_moved_again():
    tournament = restore_without_texts(with_moved_encounter, "encounter_moved")
    encounter = encounters_of(tournament)[0]
    assert move_encounter.last_move(encounter) is None
    tables = list(tournament.tables.order_by("number"))
    assert [move_encounter.encounters_moved_from(table, at=NOW) for table in tables] == [[], [], []]
    target = next(table for table in tables if table.pk != encounter.table_id)
    move_encounter.move_encounter(encounter=encounter, table=target, by=CONSOLE, at=NOW)
    move = move_encounter.last_move(encounters_of(tournament)[0])
    assert move is not None
    assert move.table == encounter.table


def with_passed_place() -> Tournament:
    """The entrant of side A left the last table before its first hand, and the best third sits there."""
    stages = (StageSettings("tables", 1, 3),)
    tournament = open_tournament(kind="singles", stages=stages, rule_set_id="101-rounds")
    enter_named(tournament, [(f"Ayla Oyuncu{number}", (f"Ayla Oyuncu{number}",)) for number in range(1, 9)])
    draw_stage(first_stage(tournament))
    first, second = encounters_of(tournament)
    play_table(first, 0, 10, 90, 95)
    play_table(second, 0, 10, 50, 95)
    draw_next_round(first_stage(tournament))
    last = encounters_of(tournament)[-1]
    leaver = last.sides.get(letter="A").entrant
    assert leaver is not None
    departures.withdraw(entrant=leaver, results=LeaverResults.KEPT, change=Change(CONSOLE, NOW))
    return tournament


@pytest.mark.parametrize("withheld", [False, True])
def test_withheld_departure_is_undone_without_its_places(withheld):
    if withheld:
        tournament = restore_without_texts(with_passed_place, "entrant_left")
    else:
        tournament = restore_archive(archive_and_roll_back(with_passed_place))
    leaver = tournament.entrants.exclude(left_at=None).get()
    departures.undo_departure(entrant=leaver, change=Change(CONSOLE, NOW))
    last = Encounter.objects.filter(stage__tournament=tournament).order_by("round", "pk").last()
    assert EncounterSide.objects.filter(encounter=last, entrant=leaver).exists() is not withheld
    leaver.refresh_from_db()
    assert leaver.left_at is None
