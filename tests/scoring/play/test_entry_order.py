from __future__ import annotations

import uuid

import pytest

from scoring.ledger.refusals import HandBeforeMissing
from scoring.play.entry_order import DealPlace, deal_place_after
from tests.factories import (
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    play_hand,
    report,
    void_report,
)
from tests.module_fixtures import module_fixture
from tournaments.models import Encounter

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@module_fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament(groups_best_of=3))[0]


def recorded_keys(encounter: Encounter, *reports: object) -> list[str]:
    return [play_hand(encounter, hand_report).entry.entry_key for hand_report in reports]  # type: ignore[arg-type]


def after(encounter: Encounter, key: str, own: str = "") -> DealPlace:
    return deal_place_after(encounter=encounter, key=key, own_key=own or uuid.uuid4().hex)


def test_next_deal_follows_in_the_middle_of_a_match(encounter):
    (key,) = recorded_keys(encounter, report())
    assert after(encounter, key) == DealPlace(1, 2)


def test_void_hand_is_a_deal_too(encounter):
    keys = recorded_keys(encounter, report(), void_report())
    assert after(encounter, keys[-1]) == DealPlace(1, 3)


def test_next_match_begins_after_the_deciding_hand(encounter):
    keys = recorded_keys(encounter, report(), report(), report())
    assert after(encounter, keys[-1]) == DealPlace(2, 1)


def test_extra_hand_follows_the_last_hand_of_a_level_match(encounter):
    keys = recorded_keys(encounter, level_report(), level_report(), level_report())
    assert after(encounter, keys[-1]) == DealPlace(1, 4)


def test_place_after_an_older_hand_is_already_taken(encounter):
    keys = recorded_keys(encounter, report(), report())
    assert after(encounter, keys[0]) == DealPlace(1, 2)


def test_stored_hand_keeps_its_place(encounter):
    keys = recorded_keys(encounter, report(), report(), report())
    assert after(encounter, keys[0], own=keys[2]) == DealPlace(1, 3)


def test_correction_keeps_the_place_of_following_hands(encounter):
    (key,) = recorded_keys(encounter, report())
    correct(encounter, report(points=(1, 2)))
    assert after(encounter, key) == DealPlace(1, 2)


def test_unknown_earlier_hand_is_refused(encounter):
    other = encounters_of(encounter.stage.tournament)[1]
    (elsewhere,) = recorded_keys(other, report())
    for key in ("", uuid.uuid4().hex, elsewhere):
        with pytest.raises(HandBeforeMissing):
            after(encounter, key)
