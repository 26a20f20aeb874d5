"""Sheets typed from paper: stored in order, exactly once; kept for a comparison where that was asked."""

from __future__ import annotations

import uuid

import pytest

from scoring.ledger.refusals import DealSkipped, HandRefused
from scoring.models import Entry, TypedSheet
from scoring.paper.domain import typed_sheets
from scoring.paper.domain.typed_sheets import (
    NotTypedTwice,
    SecondTypingWanted,
    TypedHand,
    TypedTwiceAlready,
    typing_of,
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
        encounter=encounter, match=1, hands=listed, by=by, at=NOW, whole=whole
    )


def ask(encounter: Encounter, by: Actor) -> None:
    typed_sheets.ask_for_second_typing(encounter=encounter, match=1, by=by, at=NOW)


def keep(encounter: Encounter, by: Actor, rows=(ROW,)) -> TypedSheet:
    return typed_sheets.keep_typed_sheet(encounter=encounter, match=1, rows=rows, by=by, at=NOW)


def actions(encounter: Encounter) -> list[str]:
    rows = LogRow.objects.filter(subject=str(encounter.public_id)).order_by("pk")
    return [row.action for row in rows]


def test_hands_are_recorded_in_their_order(encounter, typist):
    stored = store(encounter, hands(2), typist)
    assert (stored.deals, stored.refusal) == ([1, 2], None)
    assert [entry.user for entry in Entry.objects.order_by("pk")] == [typist.user] * 2


def test_the_same_hands_again_store_nothing_twice(encounter, typist):
    listed = hands(2)
    store(encounter, listed, typist)
    assert store(encounter, listed, typist).deals == [1, 2]
    assert Entry.objects.count() == 2


def test_the_first_that_is_refused_stops_them(encounter, typist):
    listed = hands(3)
    listed[1] = TypedHand(2, report(points=(999, 1)), str(uuid.uuid4()))
    stored = store(encounter, listed, typist)
    assert (stored.deals, stored.refused_deal) == ([1], 2)
    assert isinstance(stored.refusal, HandRefused)
    assert Entry.objects.count() == 1


def test_a_gap_stops_them_too(encounter, typist):
    first, _second, third = hands(3)
    stored = store(encounter, [first, third], typist)
    assert (stored.deals, stored.refused_deal) == ([1], 3)
    assert isinstance(stored.refusal, DealSkipped)


def test_nothing_is_stored_until_two_have_typed_it(encounter, typist, other):
    ask(encounter, typist)
    with pytest.raises(SecondTypingWanted):
        store(encounter, hands(1), typist)
    keep(encounter, typist)
    with pytest.raises(SecondTypingWanted):
        store(encounter, hands(1), other)
    assert not Entry.objects.exists()
    keep(encounter, other)
    assert store(encounter, hands(1), other).deals == [1]
    assert not TypedSheet.objects.exists()


def test_what_is_kept_stays_while_a_part_is_not_stored(encounter, typist, other):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, other)
    store(encounter, hands(1), other, whole=False)
    assert TypedSheet.objects.count() == 2


def test_asking_twice_asks_once(encounter, typist, other):
    ask(encounter, typist)
    ask(encounter, other)
    assert TypedSheet.objects.get().user == typist.user
    assert actions(encounter) == ["second_typing_asked"]


def test_whoever_asked_has_typed_nothing_yet(encounter, typist):
    ask(encounter, typist)
    typing = typing_of(encounter, 1)
    assert typing.twice
    assert not typing.finished
    assert typing.by(typist.user) is None


def test_each_match_is_asked_for_by_itself(encounter, typist):
    ask(encounter, typist)
    assert not typing_of(encounter, 2).twice


def test_one_person_counts_once(encounter, typist):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, typist, rows=[{"deal": 1, "end": "2"}])
    typing = typing_of(encounter, 1)
    assert not typing.complete
    assert [sheet.rows for sheet in typing.finished] == [[{"deal": 1, "end": "2"}]]


def test_a_third_typing_is_refused(encounter, typist, other):
    ask(encounter, typist)
    keep(encounter, typist)
    keep(encounter, other)
    with pytest.raises(TypedTwiceAlready):
        keep(encounter, Actor(user=UserFactory.create()))


def test_nothing_is_kept_that_nobody_asked_for(encounter, typist):
    with pytest.raises(NotTypedTwice):
        keep(encounter, typist)


def test_what_was_kept_can_be_thrown_away(encounter, typist):
    ask(encounter, typist)
    keep(encounter, typist)
    for _time in range(2):
        typed_sheets.drop_typed_sheets(encounter=encounter, match=1, by=typist, at=NOW)
    assert not typing_of(encounter, 1).twice
    assert actions(encounter) == ["second_typing_asked", "sheet_typed", "typed_sheets_dropped"]


def test_every_step_moves_the_counter(encounter, typist):
    tournament = encounter.stage.tournament
    before = tournament.counter
    ask(encounter, typist)
    keep(encounter, typist)
    tournament.refresh_from_db()
    assert tournament.counter == before + 2
