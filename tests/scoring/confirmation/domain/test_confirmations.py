from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, transaction

from scoring.confirmation.domain.confirmations import (
    HandsChangedMeanwhile,
    MatchDoesNotCount,
    MatchNotOver,
    NothingIsConfirmed,
    NotOfThisSide,
    OwnProtestIsOpen,
    may_confirm,
)
from scoring.ledger.sealing import seal_of_hands
from scoring.models import Confirmation, Hand
from scoring.play.walkovers import record_walkover
from tests.factories import NOW, correct, drawn_tournament, encounters_of, play_hand, report
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import (
    A_MINUTE,
    LATE,
    SOON,
    agreement,
    begun_match,
    confirm,
    decided_match,
    match_of,
    phone_of,
    player_of,
    protest,
    set_agreement,
)
from tests.scoring.table.table_phones import home_of
from tournaments.enums import Agreement, SideLetter
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import Encounter, LogRow, Tournament
from tournaments.schedule.change import Change

pytestmark = pytest.mark.django_db


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def test_seal_depends_on_the_entries_and_their_order():
    assert seal_of_hands(["a", "b"]) == seal_of_hands(["a", "b"])
    assert len({seal_of_hands(hashes) for hashes in ([], ["a"], ["a", "b"], ["b", "a"], ["ab"])}) == 5


def test_player_time_and_device_are_stored(encounter):
    match = decided_match(encounter)
    link = home_of(encounter).sides_links.get()
    by = Actor(sides_link=link, device="Firefox", device_id="7" * 32)
    stored = Confirmation.objects.get(pk=confirm(match, "A", by=by).pk)
    hashes = Hand.objects.filter(match=match).order_by("deal").values_list("current__hash", flat=True)
    assert (stored.match, stored.deal, stored.side, stored.at) == (match, 3, "A", SOON)
    assert (stored.sides_link, stored.device, stored.device_id, stored.user) == (
        link,
        "Firefox",
        "7" * 32,
        None,
    )
    assert (stored.player, stored.seal) == (player_of(encounter, "A"), seal_of_hands(hashes))


def test_confirmation_is_logged_and_raises_the_counter(encounter):
    match = decided_match(encounter)
    before = Tournament.objects.get().counter
    confirm(match, "B")
    row = LogRow.objects.get(action="hands_confirmed")
    assert json.loads(row.after) == {
        "match": 1,
        "deal": 3,
        "side": "B",
        "player": str(player_of(encounter, "B").public_id),
    }
    assert (row.subject, Tournament.objects.get().counter) == (str(encounter.public_id), before + 1)


@pytest.mark.postgres
def test_repeated_confirmation_returns_the_first(encounter):
    match = decided_match(encounter)
    first = confirm(match, "A")
    before = Tournament.objects.get().counter
    again = confirm(match, "A", player=player_of(encounter, "A", 1), by=phone_of("C"), at=SOON + A_MINUTE)
    assert again == first
    assert (Confirmation.objects.count(), Tournament.objects.get().counter) == (1, before)


@pytest.mark.postgres
def test_database_stores_a_confirmation_once(encounter):
    confirmation = confirm(decided_match(encounter), "A")
    with pytest.raises(IntegrityError), transaction.atomic():
        Confirmation.objects.create(
            match=confirmation.match,
            deal=confirmation.deal,
            side="A",
            seal=confirmation.seal,
            player=confirmation.player,
            at=NOW,
            seal_format=confirmation.seal_format,
        )


def test_changed_hands_are_not_confirmed(encounter):
    match = decided_match(encounter)
    seen = agreement(match).seal
    correct(encounter, report(points=(9, 9)))
    with pytest.raises(HandsChangedMeanwhile):
        confirm(match, "A", seal=seen)
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("deal", [1, 2, 4])
def test_match_is_confirmed_as_a_whole(encounter, deal):
    match = decided_match(encounter)
    with pytest.raises(HandsChangedMeanwhile):
        confirm(match, "A", deal=deal)


def test_match_in_play_is_not_confirmed(encounter):
    match = begun_match(encounter, hands=2)
    assert not may_confirm(agreement(match), Tournament.objects.get(), "A")
    with pytest.raises(MatchNotOver):
        confirm(match, "A")


def test_match_in_play_is_confirmed_hand_by_hand(encounter):
    set_agreement(encounter.stage.tournament, Agreement.HAND)
    match = begun_match(encounter)
    assert may_confirm(agreement(match), Tournament.objects.get(), "A")
    confirm(match, "A")
    assert not may_confirm(agreement(match), Tournament.objects.get(), "A")
    play_hand(encounter)
    assert may_confirm(agreement(match), Tournament.objects.get(), "A")
    assert confirm(match, "A").deal == 2


def test_later_hand_does_not_block_a_confirmation(encounter):
    set_agreement(encounter.stage.tournament, Agreement.HAND)
    match = begun_match(encounter)
    seen = agreement(match).seal
    play_hand(encounter)
    assert confirm(match, "A", deal=1, seal=seen).deal == 1


def test_tournament_without_confirmations_refuses_them(encounter):
    set_agreement(encounter.stage.tournament, Agreement.NOTHING)
    match = decided_match(encounter)
    assert not may_confirm(agreement(match), Tournament.objects.get(), "A")
    with pytest.raises(NothingIsConfirmed):
        confirm(match, "A")


@pytest.mark.parametrize("by", [Agreement.MATCH, Agreement.HAND])
def test_match_that_does_not_count_is_not_confirmed(encounter, by):
    set_agreement(encounter.stage.tournament, by)
    begun_match(encounter)
    record_walkover(encounter=encounter, winner=SideLetter.A, change=Change(CONSOLE, NOW))
    match = match_of(encounter)
    assert not may_confirm(agreement(match), Tournament.objects.get(), "A")
    with pytest.raises(MatchDoesNotCount):
        confirm(match, "A")


def test_player_of_another_side_is_refused(encounter):
    match = decided_match(encounter)
    stranger = player_of(encounters_of(encounter.stage.tournament)[-4], "A")
    for player in (player_of(encounter, "B"), stranger):
        if player in encounter.sides.get(letter="A").players:
            continue
        with pytest.raises(NotOfThisSide):
            confirm(match, "A", player=player)


def test_open_protest_blocks_only_the_own_confirmation(encounter):
    match = decided_match(encounter)
    protest(match, "B")
    tournament = Tournament.objects.get()
    assert [may_confirm(agreement(match), tournament, letter) for letter in "AB"] == [True, False]
    with pytest.raises(OwnProtestIsOpen):
        confirm(match, "B")
    assert confirm(match, "A").side == "A"


def test_confirmation_after_the_window_counts(encounter):
    match = decided_match(encounter)
    assert agreement(match, LATE).final
    assert not may_confirm(agreement(match, LATE), Tournament.objects.get(), "A")
    confirm(match, "A", at=LATE)
    confirm(match, "B", at=LATE)
    assert agreement(match, LATE).agreed
