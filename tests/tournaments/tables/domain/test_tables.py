from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.models import EntrySeat
from scoring.play.walkovers import record_walkover
from tests.factories import (
    LEAGUE,
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    open_tournament,
    phone_of,
    play_encounter,
    play_hand,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.official_actions import entrant_at
from tournaments.enums import EncounterState, SideLetter, StageKind
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EntrantPlayer, LogRow, SidesLink, Table, TableLink, Tournament
from tournaments.schedule.change import Change
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db


def queue_of(table: Table) -> list[Encounter]:
    return list(Encounter.objects.filter(table=table).order_by("queue_place"))


def call_next(encounter: Encounter) -> None:
    tables.call_next_encounter(encounter=encounter, by=CONSOLE, at=NOW)


def swap(encounter: Encounter, letter: SideLetter = SideLetter.A) -> None:
    tables.swap_partners(encounter=encounter, letter=letter, by=CONSOLE, at=NOW)


def counter_of(tournament: Tournament) -> int:
    return Tournament.objects.get(pk=tournament.pk).counter


@module_fixture
def table() -> Table:
    return drawn_tournament(tables=2).tables.get(number=1)


@pytest.mark.parametrize("count", [1, 3, 4, 20])
def test_every_encounter_has_a_place_in_a_queue(count):
    tournament = drawn_tournament(pairs=14, groups=4, tables=count)
    queues = [queue_of(table) for table in tournament.tables.order_by("number")]
    assert sum(len(queue) for queue in queues) == 18
    lengths = [len(queue) for queue in queues]
    assert max(lengths) - min(lengths) <= 1
    for queue in queues:
        assert [encounter.queue_place for encounter in queue] == list(range(1, len(queue) + 1))
        rounds = [encounter.round for encounter in queue]
        assert rounds == sorted(rounds)


def test_round_is_spread_over_the_groups_in_turn():
    tournament = drawn_tournament(pairs=8, groups=2, tables=4)
    first = [queue_of(table)[0] for table in tournament.tables.order_by("number")]
    assert {encounter.round for encounter in first} == {1}
    groups = [encounter.group.name if encounter.group else "" for encounter in first]
    assert groups == ["A", "B", "A", "B"]


def test_knockout_is_queued_behind_the_groups(table):
    tournament = table.tournament
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    queues = [queue_of(table) for table in tournament.tables.order_by("number")]
    kinds = [[encounter.stage.kind for encounter in queue] for queue in queues]
    assert kinds == [[StageKind.GROUPS] * 6 + [StageKind.KNOCKOUT] * extra for extra in (2, 1)]
    assert [encounter.queue_place for encounter in queues[0]] == list(range(1, 9))


def test_table_starts_with_the_first_of_its_queue(table):
    assert tables.current_encounter(table) == queue_of(table)[0]


def test_table_without_encounters_has_no_current_one():
    assert tables.current_encounter(open_tournament().tables.get(number=1)) is None
    spare = drawn_tournament(pairs=4, groups=1, tables=20).tables.get(number=20)
    assert tables.current_encounter(spare) is None


def test_table_shows_a_decided_encounter_until_the_next_is_called(table):
    first, second, *_rest = queue_of(table)
    play_encounter(first)
    assert tables.current_encounter(table) == first
    call_next(first)
    assert tables.current_encounter(table) == second


def test_next_encounter_waits_for_the_decision(table):
    first = queue_of(table)[0]
    with pytest.raises(tables.EncounterNotDecided):
        call_next(first)
    play_hand(first)
    with pytest.raises(tables.EncounterNotDecided):
        call_next(first)
    assert tables.current_encounter(table) == first


def test_second_call_of_the_next_encounter_skips_nothing(table):
    first, second, *_rest = queue_of(table)
    play_encounter(first)
    call_next(first)
    counter = counter_of(table.tournament)
    call_next(first)
    assert tables.current_encounter(table) == second
    assert counter_of(table.tournament) == counter
    assert LogRow.objects.filter(action="next_encounter_called").count() == 1


def test_table_is_done_after_its_last_encounter():
    tournament = drawn_tournament(pairs=4, groups=1, tables=1, stages=LEAGUE)
    table = tournament.tables.get(number=1)
    for encounter in queue_of(table):
        play_encounter(encounter)
        call_next(encounter)
    assert tables.current_encounter(table) is None


def test_walkover_leaves_the_table_automatically(table):
    first, second, *_rest = queue_of(table)
    record_walkover(encounter=first, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    assert tables.current_encounter(table) == second


def test_reopened_encounter_returns_to_its_table(table):
    first = queue_of(table)[0]
    play_encounter(first)
    call_next(first)
    correct(first, void_report())
    assert tables.current_encounter(table) == first


def test_partners_can_swap_seats_before_the_first_hand(table):
    encounter = queue_of(table)[0]
    side = encounter.sides.get(letter="A")
    players = side.players
    swap(encounter)
    assert encounter.sides.get(letter="A").players == players[::-1]
    swap(encounter)
    assert encounter.sides.get(letter="A").players == players
    assert encounter.sides.get(letter="B").swapped is False
    assert LogRow.objects.filter(action="partners_swapped").count() == 2


def test_partners_cannot_swap_seats_after_the_first_hand(table):
    encounter = queue_of(table)[0]
    swap(encounter)
    play_hand(encounter)
    with pytest.raises(tables.SeatsAreTaken):
        swap(encounter)
    play_encounter(encounter)
    with pytest.raises(tables.SeatsAreTaken):
        swap(encounter, SideLetter.B)
    assert encounter.sides.get(letter="A").swapped is True


def test_swap_notifies_open_pages_and_logs_the_actor(table):
    link = TableLink.objects.get(table=table)
    by = phone_of(table, "telefon")
    counter = counter_of(table.tournament)
    tables.swap_partners(
        encounter=queue_of(table)[0],
        letter=SideLetter.A,
        by=by,
        at=NOW,
    )
    assert counter_of(table.tournament) == counter + 1
    row = LogRow.objects.get(action="partners_swapped")
    assert (row.table_link, row.device, row.user) == (link, "telefon", None)


def test_renewed_link_revokes_the_old_one(table):
    old = table.links.get()
    new = tables.renew_link(table=table, by=CONSOLE, at=NOW)
    old.refresh_from_db()
    assert (old.revoked_at, new.revoked_at) == (NOW, None)
    assert new.token != old.token
    tables.renew_link(table=table, by=CONSOLE, at=NOW)
    assert table.links.filter(revoked_at=None).count() == 1
    assert table.links.count() == 3


def test_other_tables_keep_their_links(table):
    other = table.tournament.tables.get(number=2)
    before = other.links.get().token
    tables.renew_link(table=table, by=CONSOLE, at=NOW)
    assert other.links.get(revoked_at=None).token == before


@pytest.mark.postgres
def test_table_never_has_two_valid_links(table):
    with pytest.raises(IntegrityError), transaction.atomic():
        TableLink.objects.create(table=table, created_at=NOW)


def test_renewed_second_link_keeps_the_first(table):
    first, old = table.links.get(), table.sides_links.get()
    new = tables.renew_players_link(table=table, by=CONSOLE, at=NOW)
    old.refresh_from_db()
    assert (old.revoked_at, new.revoked_at) == (NOW, None)
    assert {new.token, new.short_code}.isdisjoint({old.token, old.short_code})
    assert table.links.get(revoked_at=None) == first
    assert LogRow.objects.filter(action="sides_link_renewed", subject=str(table.public_id)).count() == 1


@pytest.mark.postgres
def test_table_never_has_two_valid_second_links(table):
    with pytest.raises(IntegrityError), transaction.atomic():
        SidesLink.objects.create(table=table, created_at=NOW)


def test_tokens_are_too_long_to_guess():
    tournament = open_tournament(tables=20)
    tokens = set(TableLink.objects.filter(table__tournament=tournament).values_list("token", flat=True))
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {22}  # 128 bits in URL-safe base 64


def test_printed_address_is_stored_once():
    tournament = open_tournament()
    for address in ("http://192.168.1.20:8000", "http://192.168.1.20:8000", "http://192.168.1.31:8000"):
        tables.remember_printed_address(tournament=tournament, address=address, by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    assert tournament.codes_address == "http://192.168.1.31:8000"
    assert LogRow.objects.filter(action="codes_printed").count() == 2


def test_unknown_side_has_no_players():
    tournament = drawn_tournament(tables=1)
    for encounter in encounters_of(tournament):
        play_encounter(encounter)
    final = encounters_of(tournament)[-1]
    assert final.state == EncounterState.PENDING
    assert [side.players for side in final.sides.order_by("letter")] == [[], []]


def swap_in_play(encounter: Encounter, letter: SideLetter = SideLetter.A) -> None:
    tables.swap_partners_in_play(encounter=encounter, letter=letter, by=CONSOLE, at=NOW)


def test_swap_between_two_hands_keeps_stored_hands(table):
    encounter = queue_of(table)[0]
    play_hand(encounter)
    swap_in_play(encounter)
    play_hand(encounter)
    correct(encounter, void_report())
    seats = EntrySeat.objects.filter(seat="A1", entry__current_of__match__encounter=encounter)
    first, second = seats.order_by("entry__current_of__deal").values_list("player", flat=True)
    roster = EntrantPlayer.objects.filter(entrant=entrant_at(encounter, "A")).order_by("place")
    assert [first, second] == list(roster.values_list("player", flat=True))
    swap_in_play(encounter)
    assert encounter.sides.get(letter="A").swapped is False


def test_swap_in_play_needs_an_encounter_in_play(table):
    first, second, *_rest = queue_of(table)
    with pytest.raises(tables.EncounterNotInPlay):
        swap_in_play(second)
    play_encounter(first)
    with pytest.raises(tables.EncounterNotInPlay):
        swap_in_play(first)
