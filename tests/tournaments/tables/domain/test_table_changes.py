"""Tables that are added, closed and opened again while a tournament is on."""

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
from tests.kept import kept
from tests.scoring.chains import DOUBLE, drawn
from tournaments.draws.domain import draw
from tournaments.enums import EncounterState, SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Table, Tournament
from tournaments.tables.domain import keepers, moving, table_changes, tables
from tournaments.tables.domain.play_order import next_to_take, turn_in_schedule

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament(pairs=12, groups=3, tables=4)


def table(tournament: Tournament, number: int) -> Table:
    return tournament.tables.select_related("tournament").get(number=number)


def close(one: Table, onto: Table | None = None) -> None:
    table_changes.close_table(table=one, onto=onto, by=CONSOLE, at=NOW)
    one.refresh_from_db()


def take(encounter: Encounter, one: Table) -> None:
    moving.take_encounter(encounter=encounter, table=one, by=CONSOLE, at=NOW)
    encounter.refresh_from_db()


def queue(one: Table) -> list[Encounter]:
    waiting = Encounter.objects.undecided().waiting_at_tables().filter(table=one)
    return list(waiting.select_related("stage__tournament", "group", "table"))


def to_take(tournament: Tournament) -> Encounter | None:
    listed = Encounter.objects.undecided().filter(stage__tournament=tournament)
    return next_to_take(listed.select_related("stage", "group").prefetch_related("sides"))


class TestAdding:
    def test_a_table_more_has_the_next_number_and_its_codes(self, tournament):
        before = Tournament.objects.get(pk=tournament.pk).counter
        added = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        assert added.number == 5
        assert added.links.filter(revoked_at=None).count() == 1
        assert added.sides_links.filter(revoked_at=None).count() == 1
        assert queue(added) == []
        assert Tournament.objects.get(pk=tournament.pk).counter > before
        row = LogRow.objects.get(tournament=tournament, action="table_added")
        assert row.subject == str(added.public_id)

    def test_before_the_draw_it_is_drawn_with_the_others(self):
        tournament = open_tournament(pairs=8, tables=1)
        added = table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)
        draw.draw_groups(tournament=tournament, groups=2, seed="101", by=CONSOLE, at=NOW)
        assert len(queue(added)) == 6

    def test_there_is_an_end_to_it(self):
        tournament = open_tournament(tables=64)
        with pytest.raises(table_changes.NoRoomForTables):
            table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)


class TestClosing:
    def test_what_waits_there_is_queued_at_the_others_as_the_schedule_has_it(self, tournament):
        closed, others = table(tournament, 2), [table(tournament, number) for number in (1, 3, 4)]
        waited = queue(closed)
        close(closed)
        assert queue(closed) == []
        queues = [queue(one) for one in others]
        for waiting in queues:
            turns = [turn_in_schedule(one)[:2] for one in waiting]
            assert turns == sorted(turns)
        assert {one.pk for one in waited} < {one.pk for waiting in queues for one in waiting}
        lengths = [len(waiting) for waiting in queues]
        assert max(lengths) - min(lengths) <= 1

    def test_those_who_waited_there_before_keep_their_order(self, tournament):
        one = table(tournament, 1)
        before = [waiting.pk for waiting in queue(one)]
        close(table(tournament, 2))
        assert [waiting.pk for waiting in queue(one) if waiting.pk in before] == before

    def test_no_place_of_a_queue_is_given_twice_however_many_are_closed(self, tournament):
        for number in (2, 3, 4):
            close(table(tournament, number))
        assert len(queue(table(tournament, 1))) == len(encounters_of(tournament))

    def test_a_later_round_goes_behind_an_earlier_one_in_a_bracket_too(self):
        tournament = drawn(DOUBLE, pairs=8, tables=3)
        close(table(tournament, 1))
        for number in (2, 3):
            rounds = [one.round for one in queue(table(tournament, number))]
            assert rounds == sorted(rounds)

    def test_each_move_can_be_read_in_the_log_and_the_old_table_knows_it(self, tournament):
        closed = table(tournament, 2)
        waited = queue(closed)
        close(closed)
        rows = LogRow.objects.filter(tournament=tournament, action="encounter_moved")
        assert {row.subject for row in rows} == {str(one.public_id) for one in waited}
        assert {one.pk for one in moving.moved_from(closed, at=NOW)} == {one.pk for one in waited}
        assert LogRow.objects.filter(tournament=tournament, action="table_closed").count() == 1

    def test_what_is_played_goes_on_at_a_free_table_as_it_stands(self, tournament):
        closed, free = table(tournament, 2), table(tournament, 4)
        played = queue(closed)[0]
        play_hand(played)
        close(closed, free)
        assert tables.current_encounter(free) == played
        assert queue(closed) == []
        play_encounter(played)
        assert played.winner == "A"

    def test_else_it_is_played_to_its_end_and_nothing_follows(self, tournament):
        closed = table(tournament, 2)
        played = queue(closed)[0]
        play_hand(played)
        close(closed)
        assert queue(closed) == [played]
        play_encounter(played)
        tables.call_next_encounter(encounter=played, by=CONSOLE, at=NOW)
        assert tables.current_encounter(closed) is None

    def test_it_does_not_go_on_where_another_is_played_nor_at_a_closed_table(self, tournament):
        first, second, third = (table(tournament, number) for number in (1, 2, 3))
        play_hand(queue(first)[0])
        play_hand(queue(second)[0])
        close(third)
        with pytest.raises(moving.TableIsBusy):
            table_changes.close_table(table=first, onto=second, by=CONSOLE, at=NOW)
        with pytest.raises(moving.TableIsClosed):
            table_changes.close_table(table=first, onto=third, by=CONSOLE, at=NOW)
        first.refresh_from_db()
        assert not first.closed

    def test_before_it_is_done_it_is_seen_what_it_concerns(self, tournament):
        first, second = table(tournament, 1), table(tournament, 2)
        play_hand(queue(first)[0])
        play_hand(queue(second)[0])
        seen = table_changes.at_closing(first)
        assert seen.playing == queue(first)[0]
        assert seen.waiting == queue(first)[1:]
        assert {one.table.number for one in seen.free} == {3, 4}

    def test_whoever_keeps_it_keeps_it_no_longer_unless_it_is_played_at(self, tournament):
        first, second = table(tournament, 1), table(tournament, 2)
        for one in (first, second):
            keepers.keep_table(table=one, name="Nermin", by=Actor(device_id="phone"), at=NOW)
        play_hand(queue(second)[0])
        close(first)
        close(second)
        assert keepers.keeper_of(first) is None
        assert keepers.keeper_of(second) is not None

    def test_its_codes_stay_valid(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        assert closed.links.filter(revoked_at=None).count() == 1
        assert closed.sides_links.filter(revoked_at=None).count() == 1

    def test_the_last_open_table_stays(self):
        tournament = drawn_tournament(tables=2)
        close(table(tournament, 1))
        with pytest.raises(table_changes.LastTable):
            close(table(tournament, 2))

    def test_closed_twice_is_closed_once(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        close(closed)
        assert LogRow.objects.filter(tournament=tournament, action="table_closed").count() == 1

    def test_what_is_drawn_later_has_no_place_there(self, tournament):
        close(table(tournament, 2))
        for encounter in encounters_of(tournament):
            play_encounter(encounter)
        bracket = Encounter.objects.filter(stage__tournament=tournament, group=None, table__isnull=False)
        assert bracket.exists()
        assert not bracket.filter(table__number=2).exists()

    def test_one_that_comes_back_without_a_hand_waits_at_an_open_table(self, tournament):
        closed = table(tournament, 2)
        back = queue(closed)[0]
        winner = SideLetter.A
        walkovers.record_walkover(encounter=back, winner=winner, by=CONSOLE, at=NOW)
        close(closed)
        walkovers.take_walkover_back(encounter=back, by=CONSOLE, at=NOW)
        back.refresh_from_db()
        assert back.state == EncounterState.READY
        assert back.table is not None
        assert not back.table.closed

    def test_one_that_is_reopened_stays_where_its_hands_can_be_corrected(self, tournament):
        closed = table(tournament, 2)
        again = queue(closed)[0]
        play_encounter(again)
        reopening.reopen(encounter=again, reason="", by=CONSOLE, at=NOW)
        close(closed)
        assert queue(closed) == [again]


class TestOpeningAgain:
    def test_it_is_free_and_takes_what_is_given_to_it(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        table_changes.open_table(table=closed, by=CONSOLE, at=NOW)
        closed.refresh_from_db()
        assert not closed.closed
        assert moving.is_free(closed)
        table_changes.open_table(table=closed, by=CONSOLE, at=NOW)
        assert LogRow.objects.filter(tournament=tournament, action="table_opened").count() == 1

    def test_nothing_is_moved_to_a_closed_one(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        with pytest.raises(moving.TableIsClosed):
            moving.move_encounter(encounter=queue(table(tournament, 1))[0], table=closed, by=CONSOLE, at=NOW)


class TestTaking:
    @pytest.fixture
    def free(self, tournament: Tournament) -> Table:
        return table_changes.add_table(tournament=tournament, by=CONSOLE, at=NOW)

    def test_it_is_the_next_of_the_longest_queue(self, tournament, free):
        for number in (1, 2, 3):
            moving.move_encounter(
                encounter=queue(table(tournament, number))[-1],
                table=table(tournament, 4),
                by=CONSOLE,
                at=NOW,
            )
        longest = queue(table(tournament, 4))
        found = to_take(tournament)
        assert found == longest[1]
        assert found is not None
        take(found, free)
        assert queue(free) == [found]
        assert tables.current_encounter(free) == found

    def test_what_is_first_at_a_table_that_plays_nothing_stays_there(self, tournament):
        found = to_take(tournament)
        assert found is not None
        assert found not in [queue(table(tournament, number))[0] for number in (1, 2, 3, 4)]

    def test_where_a_table_plays_its_next_one_can_be_taken(self, tournament):
        for number in (1, 2, 3, 4):
            play_hand(queue(table(tournament, number))[0])
        found = to_take(tournament)
        assert found is not None
        assert found in [queue(table(tournament, number))[1] for number in (1, 2, 3, 4)]
        playing = Encounter.objects.filter(state=EncounterState.PLAYING, stage__tournament=tournament)
        busy = set(playing.values_list("sides__entrant", flat=True))
        assert not busy & {side.entrant_id for side in found.sides.all()}

    def test_where_everybody_plays_nothing_can_be_taken(self):
        tournament = drawn_tournament(pairs=3, groups=1, stages=LEAGUE, tables=2)
        play_hand(queue(table(tournament, 1))[0])
        assert to_take(tournament) is None

    def test_taken_twice_is_taken_once(self, tournament, free):
        found = to_take(tournament)
        assert found is not None
        take(found, free)
        take(found, free)
        assert LogRow.objects.filter(tournament=tournament, action="encounter_moved").count() == 1

    def test_a_table_that_has_something_to_play_takes_nothing(self, tournament):
        found = to_take(tournament)
        assert found is not None
        other = next(number for number in (1, 2, 3, 4) if found.table != table(tournament, number))
        with pytest.raises(moving.TableIsNotFree):
            take(found, table(tournament, other))

    def test_what_has_begun_meanwhile_is_not_taken(self, tournament, free):
        found = to_take(tournament)
        assert found is not None
        play_hand(found)
        with pytest.raises(moving.NoLongerWaits):
            take(found, free)

    def test_a_closed_table_takes_nothing(self, tournament):
        closed = table(tournament, 2)
        close(closed)
        found = to_take(tournament)
        assert found is not None
        with pytest.raises(moving.TableIsClosed):
            take(found, closed)


def test_the_old_table_still_knows_after_hours_where_its_encounters_went(tournament):
    closed = table(tournament, 2)
    close(closed)
    assert moving.moved_from(closed, at=NOW + timedelta(hours=3))
