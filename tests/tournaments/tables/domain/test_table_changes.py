from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.play import reopening, walkovers
from tests.factories import (
    LEAGUE,
    NOW,
    drawn_tournament,
    encounters_of,
    open_tournament,
    play_encounter,
    play_hand,
)
from tests.module_fixtures import module_fixture
from tests.scoring.stage_flows import DOUBLE, drawn_flow
from tournaments.draws.domain import draw
from tournaments.enums import EncounterState, SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.schedule.change import Change
from tournaments.tables.domain import keepers, move_encounter, table_changes, tables
from tournaments.tables.domain.play_order import (
    encounter_by_entrant,
    next_takeable_encounter,
    read_seated,
    schedule_order,
    seated_sides,
)

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(pairs=12, groups=3, tables=4)


def table(tournament: Tournament, number: int) -> Table:
    return tournament.tables.select_related("tournament").get(number=number)


def close(table: Table, onto: Table | None = None) -> None:
    table_changes.close_table(table=table, continue_at=onto, by=CONSOLE, at=NOW)
    table.refresh_from_db()


def take(encounter: Encounter, table: Table) -> None:
    move_encounter.take_encounter(encounter=encounter, table=table, by=CONSOLE, at=NOW)
    encounter.refresh_from_db()


def queue(table: Table) -> list[Encounter]:
    waiting = Encounter.objects.undecided().in_table_queues().filter(table=table)
    return list(waiting.select_related("stage__tournament", "group", "table"))


def next_encounter_to_take(tournament: Tournament) -> Encounter | None:
    listed = Encounter.objects.undecided().filter(stage__tournament=tournament)
    encounters = list(listed.select_related("stage", "group").prefetch_related("sides"))
    seated = encounter_by_entrant(encounters)
    candidate = next_takeable_encounter(encounters, seated)
    return None if candidate is None or seated_sides(candidate, seated) else candidate


class TestAdding:
    def test_added_table_has_the_next_number_and_codes(self, tournament):
        before = Tournament.objects.get(pk=tournament.pk).counter
        added = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        assert added.number == 5
        assert added.links.filter(revoked_at=None).count() == 1
        assert added.sides_links.filter(revoked_at=None).count() == 1
        assert queue(added) == []
        assert Tournament.objects.get(pk=tournament.pk).counter > before
        row = LogRow.objects.get(tournament=tournament, action="table_added")
        assert row.subject == str(added.public_id)

    def test_table_added_before_the_draw_is_drawn_too(self):
        tournament = open_tournament(pairs=8, tables=1)
        added = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
        assert len(queue(added)) == 6

    def test_number_of_tables_is_limited(self):
        tournament = open_tournament(tables=64)
        with pytest.raises(table_changes.TooManyTables):
            table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)


class TestClosing:
    def test_waiting_encounters_are_queued_at_the_others_by_the_schedule(self, tournament):
        closed, others = table(tournament, 2), [table(tournament, number) for number in (1, 3, 4)]
        waited = queue(closed)
        close(closed)
        assert queue(closed) == []
        queues = [queue(other_table) for other_table in others]
        for waiting in queues:
            turns = [schedule_order(encounter)[:2] for encounter in waiting]
            assert turns == sorted(turns)
        assert {encounter.pk for encounter in waited} < {
            encounter.pk for waiting in queues for encounter in waiting
        }
        lengths = [len(waiting) for waiting in queues]
        assert max(lengths) - min(lengths) <= 1

    def test_encounters_at_other_tables_keep_their_order(self, tournament):
        first_table = table(tournament, 1)
        before = [waiting.pk for waiting in queue(first_table)]
        close(table(tournament, 2))
        assert [waiting.pk for waiting in queue(first_table) if waiting.pk in before] == before

    def test_queue_places_are_unique_after_several_closings(self, tournament):
        for number in (2, 3, 4):
            close(table(tournament, number))
        assert len(queue(table(tournament, 1))) == len(encounters_of(tournament))

    def test_later_round_is_queued_behind_an_earlier_one_in_a_bracket(self):
        tournament = drawn_flow(DOUBLE, pairs=8, tables=3)
        close(table(tournament, 1))
        for number in (2, 3):
            rounds = [encounter.round for encounter in queue(table(tournament, number))]
            assert rounds == sorted(rounds)

    def test_each_move_is_logged_and_shown_at_the_old_table(self, tournament):
        closed = table(tournament, 2)
        waited = queue(closed)
        close(closed)
        rows = LogRow.objects.filter(tournament=tournament, action="encounter_moved")
        assert {row.subject for row in rows} == {str(encounter.public_id) for encounter in waited}
        assert {encounter.pk for encounter in move_encounter.encounters_moved_from(closed, at=NOW)} == {
            encounter.pk for encounter in waited
        }
        assert LogRow.objects.filter(tournament=tournament, action="table_closed").count() == 1

    def test_encounter_in_play_continues_at_a_free_table(self, tournament):
        closed, free = table(tournament, 2), table(tournament, 4)
        played = queue(closed)[0]
        play_hand(played)
        close(closed, free)
        assert tables.current_encounter(free) == played
        assert queue(closed) == []
        play_encounter(played)
        assert played.winner == "A"

    def test_encounter_in_play_can_finish_at_the_closed_table(self, tournament):
        closed = table(tournament, 2)
        played = queue(closed)[0]
        play_hand(played)
        close(closed)
        assert queue(closed) == [played]
        play_encounter(played)
        tables.call_next_encounter(encounter=played, by=CONSOLE, at=NOW)
        assert tables.current_encounter(closed) is None

    def test_busy_or_closed_table_cannot_continue_the_encounter(self, tournament):
        first, second, third = (table(tournament, number) for number in (1, 2, 3))
        play_hand(queue(first)[0])
        play_hand(queue(second)[0])
        close(third)
        with pytest.raises(move_encounter.TableIsBusy):
            table_changes.close_table(table=first, continue_at=second, by=CONSOLE, at=NOW)
        with pytest.raises(move_encounter.TableIsClosed):
            table_changes.close_table(table=first, continue_at=third, by=CONSOLE, at=NOW)
        first.refresh_from_db()
        assert not first.closed

    def test_preview_shows_what_closing_affects(self, tournament):
        first, second = table(tournament, 1), table(tournament, 2)
        play_hand(queue(first)[0])
        play_hand(queue(second)[0])
        seen = table_changes.preview_closing(first)
        assert seen.playing == queue(first)[0]
        assert seen.waiting == queue(first)[1:]
        assert {free_table.table.number for free_table in seen.free} == {3, 4}

    def test_keeper_is_released_unless_play_continues(self, tournament):
        first, second = table(tournament, 1), table(tournament, 2)
        for closed_table in (first, second):
            keepers.become_keeper(table=closed_table, name="Nermin", by=Actor(device_id="phone"), at=NOW)
        play_hand(queue(second)[0])
        close(first)
        close(second)
        assert keepers.keeper_of(first) is None
        assert keepers.keeper_of(second) is not None

    def test_codes_stay_valid(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        assert closed.links.filter(revoked_at=None).count() == 1
        assert closed.sides_links.filter(revoked_at=None).count() == 1

    def test_last_open_table_cannot_be_closed(self):
        tournament = drawn_tournament(tables=2)
        close(table(tournament, 1))
        with pytest.raises(table_changes.LastTable):
            close(table(tournament, 2))

    def test_second_closing_has_no_effect(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        close(closed)
        assert LogRow.objects.filter(tournament=tournament, action="table_closed").count() == 1

    def test_later_draws_skip_the_closed_table(self, tournament):
        close(table(tournament, 2))
        for encounter in encounters_of(tournament):
            play_encounter(encounter)
        bracket = Encounter.objects.filter(stage__tournament=tournament, group=None, table__isnull=False)
        assert bracket.exists()
        assert not bracket.filter(table__number=2).exists()

    def test_unplayed_encounter_returns_to_an_open_table(self, tournament):
        closed = table(tournament, 2)
        back = queue(closed)[0]
        winner = SideLetter.A
        walkovers.record_walkover(encounter=back, winner=winner, change=Change(CONSOLE, NOW))
        close(closed)
        walkovers.take_walkover_back(encounter=back, change=Change(CONSOLE, NOW))
        back.refresh_from_db()
        assert back.state == EncounterState.READY
        assert back.table is not None
        assert not back.table.closed

    def test_reopened_encounter_stays_for_correction_of_its_hands(self, tournament):
        closed = table(tournament, 2)
        again = queue(closed)[0]
        play_encounter(again)
        reopening.reopen_encounter(encounter=again, reason="", change=Change(CONSOLE, NOW))
        close(closed)
        assert queue(closed) == [again]


class TestOpeningAgain:
    def test_reopened_table_is_free_and_takes_encounters(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        table_changes.open_table(table=closed, by=CONSOLE, at=NOW)
        closed.refresh_from_db()
        assert not closed.closed
        assert move_encounter.is_free(closed)
        table_changes.open_table(table=closed, by=CONSOLE, at=NOW)
        assert LogRow.objects.filter(tournament=tournament, action="table_opened").count() == 1

    def test_encounter_cannot_move_to_a_closed_table(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        with pytest.raises(move_encounter.TableIsClosed):
            move_encounter.move_encounter(
                encounter=queue(table(tournament, 1))[0], table=closed, by=CONSOLE, at=NOW
            )


class TestTaking:
    @pytest.fixture
    def free_table(self, tournament: Tournament) -> Table:
        return table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)

    def test_free_table_takes_the_next_of_the_longest_queue(self, tournament, free_table):
        for number in (1, 2, 3):
            move_encounter.move_encounter(
                encounter=queue(table(tournament, number))[1],
                table=table(tournament, 4),
                by=CONSOLE,
                at=NOW,
            )
        longest = queue(table(tournament, 4))
        seated = read_seated(tournament)
        takeable = [encounter for encounter in longest[1:] if not seated_sides(encounter, seated)]
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        assert candidate == min(takeable, key=schedule_order)
        take(candidate, free_table)
        assert queue(free_table) == [candidate]
        assert tables.current_encounter(free_table) == candidate

    def test_first_encounter_of_a_free_table_stays_there(self, tournament):
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        assert candidate not in [queue(table(tournament, number))[0] for number in (1, 2, 3, 4)]

    def test_next_encounter_of_a_busy_table_can_be_taken(self, tournament):
        for number in (1, 2, 3, 4):
            play_hand(queue(table(tournament, number))[0])
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        assert candidate in [queue(table(tournament, number))[1] for number in (1, 2, 3, 4)]
        playing = Encounter.objects.filter(state=EncounterState.PLAYING, stage__tournament=tournament)
        busy = set(playing.values_list("sides__entrant", flat=True))
        assert not busy & {side.entrant_id for side in candidate.sides.all()}

    def test_nothing_can_be_taken_while_everyone_plays(self):
        tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE, tables=2)
        play_hand(queue(table(tournament, 1))[0])
        assert next_encounter_to_take(tournament) is None

    def test_encounter_of_an_entrant_who_sits_down_elsewhere_is_skipped(self, tournament):
        sitting = [queue(table(tournament, number))[0] for number in (1, 2, 3, 4)]
        seated = {side.entrant_id for encounter in sitting for side in encounter.sides.all()}
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        assert not seated & {side.entrant_id for side in candidate.sides.all()}

    @pytest.mark.parametrize("begun", range(5))
    def test_seated_entrants_are_the_same_read_from_all_encounters_or_from_first_ones(
        self, tournament, begun
    ):
        for number in range(1, begun + 1):
            play_hand(queue(table(tournament, min(number, 4)))[0])
        listed = Encounter.objects.undecided().filter(stage__tournament=tournament)
        undecided = listed.select_related("stage", "group").prefetch_related("sides")
        assert read_seated(tournament) == encounter_by_entrant(undecided)

    def test_second_taking_has_no_effect(self, tournament, free_table):
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        take(candidate, free_table)
        take(candidate, free_table)
        assert LogRow.objects.filter(tournament=tournament, action="encounter_moved").count() == 1

    def test_table_with_encounters_takes_nothing(self, tournament):
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        other = next(number for number in (1, 2, 3, 4) if candidate.table != table(tournament, number))
        with pytest.raises(move_encounter.TableIsNotFree):
            take(candidate, table(tournament, other))

    def test_encounter_that_has_begun_is_not_taken(self, tournament, free_table):
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        play_hand(candidate)
        with pytest.raises(move_encounter.EncounterNotWaiting):
            take(candidate, free_table)

    def test_closed_table_takes_nothing(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        candidate = next_encounter_to_take(tournament)
        assert candidate is not None
        with pytest.raises(move_encounter.TableIsClosed):
            take(candidate, closed)


def test_old_table_shows_its_moved_encounters_for_hours(tournament):
    closed = table(tournament, 2)
    close(closed)
    assert move_encounter.encounters_moved_from(closed, at=NOW + timedelta(hours=3))
