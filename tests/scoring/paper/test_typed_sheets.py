from __future__ import annotations

import uuid

import pytest

from scoring.ledger.refusals import DealSkipped, HandRefused
from scoring.models import Entry, TypedSheet
from scoring.paper import domain
from scoring.paper.domain import (
    DoubleEntryComplete,
    DoubleEntryIncomplete,
    DoubleEntryNotRequested,
    TypedHand,
    read_double_entry,
)
from tests.factories import NOW, UserFactory, drawn_tournament, encounters_of, report
from tests.module_fixtures import module_fixture
from tournaments.log.actor import Actor
from tournaments.models import Encounter, LogRow

pytestmark = pytest.mark.django_db

ROW = {"deal": 1, "end": "1"}


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


@pytest.fixture
def typist() -> Actor:
    return Actor(user=UserFactory.create())


@pytest.fixture
def other_typist() -> Actor:
    return Actor(user=UserFactory.create())


def hands(count: int) -> list[TypedHand]:
    return [TypedHand(deal, report(points=(deal, deal)), str(uuid.uuid4())) for deal in range(1, count + 1)]


def store(encounter: Encounter, listed: list[TypedHand], by: Actor, *, whole: bool = True):
    return domain.store_typed_hands(
        encounter=encounter, match=1, hands=listed, by=by, at=NOW, all_hands=whole
    )


def ask(encounter: Encounter, by: Actor) -> None:
    domain.require_double_entry(encounter=encounter, match=1, by=by, at=NOW)


def store_typing(encounter: Encounter, by: Actor, rows=(ROW,)) -> TypedSheet:
    return domain.store_typing(encounter=encounter, match=1, rows=rows, by=by, at=NOW)


def actions(encounter: Encounter) -> list[str]:
    rows = LogRow.objects.filter(subject=str(encounter.public_id)).order_by("pk")
    return [row.action for row in rows]


def test_hands_are_recorded_in_order(encounter, typist):
    stored = store(encounter, hands(2), typist)
    assert (stored.deals, stored.refusal) == ([1, 2], None)
    assert [entry.user for entry in Entry.objects.order_by("pk")] == [typist.user] * 2


def test_repeated_hands_are_stored_once(encounter, typist):
    listed = hands(2)
    store(encounter, listed, typist)
    assert store(encounter, listed, typist).deals == [1, 2]
    assert Entry.objects.count() == 2


def test_first_refused_hand_stops_the_rest(encounter, typist):
    listed = hands(3)
    listed[1] = TypedHand(2, report(points=(999, 1)), str(uuid.uuid4()))
    stored = store(encounter, listed, typist)
    assert (stored.deals, stored.refused_deal) == ([1], 2)
    assert isinstance(stored.refusal, HandRefused)
    assert Entry.objects.count() == 1


def test_gap_stops_the_rest(encounter, typist):
    first, _second, third = hands(3)
    stored = store(encounter, [first, third], typist)
    assert (stored.deals, stored.refused_deal) == ([1], 3)
    assert isinstance(stored.refusal, DealSkipped)


def test_nothing_is_stored_before_the_second_typing(encounter, typist, other_typist):
    ask(encounter, typist)
    with pytest.raises(DoubleEntryIncomplete):
        store(encounter, hands(1), typist)
    store_typing(encounter, typist)
    with pytest.raises(DoubleEntryIncomplete):
        store(encounter, hands(1), other_typist)
    assert not Entry.objects.exists()
    store_typing(encounter, other_typist)
    assert store(encounter, hands(1), other_typist).deals == [1]
    assert not TypedSheet.objects.exists()


def test_typings_stay_until_all_hands_are_stored(encounter, typist, other_typist):
    ask(encounter, typist)
    store_typing(encounter, typist)
    store_typing(encounter, other_typist)
    store(encounter, hands(1), other_typist, whole=False)
    assert TypedSheet.objects.count() == 2


def test_repeated_request_for_double_entry_changes_nothing(encounter, typist, other_typist):
    ask(encounter, typist)
    ask(encounter, other_typist)
    assert TypedSheet.objects.get().user == typist.user
    assert actions(encounter) == ["double_entry_requested"]


def test_requesting_double_entry_is_no_typing(encounter, typist):
    ask(encounter, typist)
    typing = read_double_entry(encounter, 1)
    assert typing.is_required
    assert not typing.finished_sheets
    assert typing.sheet_by(typist.user) is None


def test_double_entry_is_per_match(encounter, typist):
    ask(encounter, typist)
    assert not read_double_entry(encounter, 2).is_required


def test_second_typing_by_the_same_person_replaces_the_first(encounter, typist):
    ask(encounter, typist)
    store_typing(encounter, typist)
    store_typing(encounter, typist, rows=[{"deal": 1, "end": "2"}])
    typing = read_double_entry(encounter, 1)
    assert not typing.is_complete
    assert [sheet.rows for sheet in typing.finished_sheets] == [[{"deal": 1, "end": "2"}]]


def test_a_third_typing_is_refused(encounter, typist, other_typist):
    ask(encounter, typist)
    store_typing(encounter, typist)
    store_typing(encounter, other_typist)
    with pytest.raises(DoubleEntryComplete):
        store_typing(encounter, Actor(user=UserFactory.create()))


def test_typing_without_a_request_for_double_entry_is_refused(encounter, typist):
    with pytest.raises(DoubleEntryNotRequested):
        store_typing(encounter, typist)


def test_typings_can_be_dropped(encounter, typist):
    ask(encounter, typist)
    store_typing(encounter, typist)
    for _time in range(2):
        domain.drop_double_entry(encounter=encounter, match=1, by=typist, at=NOW)
    assert not read_double_entry(encounter, 1).is_required
    assert actions(encounter) == ["double_entry_requested", "sheet_typed", "double_entry_discarded"]


def test_every_step_increments_the_counter(encounter, typist):
    tournament = encounter.stage.tournament
    before = tournament.counter
    ask(encounter, typist)
    store_typing(encounter, typist)
    tournament.refresh_from_db()
    assert tournament.counter == before + 2
