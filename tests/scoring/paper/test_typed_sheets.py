from __future__ import annotations

import uuid

import pytest

from scoring.ledger.refusals import DealSkipped, HandRefused
from scoring.models import Entry, TypedSheet
from scoring.paper.domain import typed_sheets
from scoring.paper.domain.typed_sheets import (
    NotTypedTwice,
    SecondTypingMissing,
    TypedHand,
    TypedTwiceAlready,
    double_entry_of,
)
from tests.factories import NOW, UserFactory, drawn_tournament, encounters_of, report
from tests.kept import kept
from tournaments.log.actor import Actor
from tournaments.models import Encounter, LogRow

pytestmark = pytest.mark.django_db

ROW = {"deal": 1, "end": "1"}


@kept
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


@pytest.fixture
def typist() -> Actor:
    return Actor(user=UserFactory.create())


@pytest.fixture
def other() -> Actor:
    return Actor(user=UserFactory.create())


def hands(count: int) -> list[TypedHand]:
    return [TypedHand(deal, report(points=(deal, deal)), str(uuid.uuid4())) for deal in range(1, count + 1)]


def store(encounter: Encounter, listed: list[TypedHand], by: Actor, *, whole: bool = True):
    return typed_sheets.store_typed_hands(
        encounter=encounter, match=1, hands=listed, by=by, at=NOW, all_hands=whole
    )


def ask(encounter: Encounter, by: Actor) -> None:
    typed_sheets.require_double_entry(encounter=encounter, match=1, by=by, at=NOW)


def keep(encounter: Encounter, by: Actor, rows=(ROW,)) -> TypedSheet:
    return typed_sheets.store_typing(encounter=encounter, match=1, rows=rows, by=by, at=NOW)


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


def test_nothing_is_stored_before_the_second_typing(encounter, typist, other):
    ask(encounter, typist)
    with pytest.raises(SecondTypingMissing):
        store(encounter, hands(1), typist)
    keep(encounter, typist)
    with pytest.raises(SecondTypingMissing):
        store(encounter, hands(1), other)
    assert not Entry.objects.exists()
    keep(encounter, other)
    assert store(encounter, hands(1), other).deals == [1]
    assert not TypedSheet.objects.exists()


def test_typings_stay_until_all_hands_are_stored(encounter, typist, other):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, other)
    store(encounter, hands(1), other, whole=False)
    assert TypedSheet.objects.count() == 2


def test_repeated_request_for_double_entry_changes_nothing(encounter, typist, other):
    ask(encounter, typist)
    ask(encounter, other)
    assert TypedSheet.objects.get().user == typist.user
    assert actions(encounter) == ["second_typing_asked"]


def test_requesting_double_entry_is_no_typing(encounter, typist):
    ask(encounter, typist)
    typing = double_entry_of(encounter, 1)
    assert typing.twice
    assert not typing.finished
    assert typing.by(typist.user) is None


def test_double_entry_is_per_match(encounter, typist):
    ask(encounter, typist)
    assert not double_entry_of(encounter, 2).twice


def test_second_typing_by_the_same_person_replaces_the_first(encounter, typist):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, typist, rows=[{"deal": 1, "end": "2"}])
    typing = double_entry_of(encounter, 1)
    assert not typing.complete
    assert [sheet.rows for sheet in typing.finished] == [[{"deal": 1, "end": "2"}]]


def test_a_third_typing_is_refused(encounter, typist, other):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, other)
    with pytest.raises(TypedTwiceAlready):
        keep(encounter, Actor(user=UserFactory.create()))


def test_typing_without_a_request_for_double_entry_is_refused(encounter, typist):
    with pytest.raises(NotTypedTwice):
        keep(encounter, typist)


def test_typings_can_be_dropped(encounter, typist):
    ask(encounter, typist)
    keep(encounter, typist)
    for _time in range(2):
        typed_sheets.drop_double_entry(encounter=encounter, match=1, by=typist, at=NOW)
    assert not double_entry_of(encounter, 1).twice
    assert actions(encounter) == ["second_typing_asked", "sheet_typed", "typed_sheets_dropped"]


def test_every_step_increments_the_counter(encounter, typist):
    tournament = encounter.stage.tournament
    before = tournament.counter
    ask(encounter, typist)
    keep(encounter, typist)
    tournament.refresh_from_db()
    assert tournament.counter == before + 2
