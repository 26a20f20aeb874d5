"""The place of a hand that a phone entered after another one, without knowing what the ledger would say."""

from __future__ import annotations

import uuid

import pytest

from scoring.ledger.refusals import HandBeforeMissing
from scoring.play.entry_order import Place, place_after
from tests.factories import (
    correct,
    drawn_tournament,
    encounters_of,
    level_report,
    play_hand,
    report,
    void_report,
)
from tests.kept import kept
from tournaments.models import Encounter

pytestmark = pytest.mark.django_db


@kept
def encounter() -> Encounter:
    return encounters_of(drawn_tournament(groups_best_of=3))[0]


def played(encounter: Encounter, *reports: object) -> list[str]:
    """The keys of hands that were just recorded."""
    return [play_hand(encounter, said).entry.entry_key for said in reports]  # type: ignore[arg-type]


def after(encounter: Encounter, key: str, own: str = "") -> Place:
    return place_after(encounter=encounter, key=key, own_key=own or uuid.uuid4().hex)


def test_in_the_middle_of_a_match_it_is_the_next_deal(encounter):
    (key,) = played(encounter, report())
    assert after(encounter, key) == Place(1, 2)


def test_a_void_hand_is_a_deal_too(encounter):
    keys = played(encounter, report(), void_report())
    assert after(encounter, keys[-1]) == Place(1, 3)


def test_after_the_hand_that_decides_a_match_the_next_one_begins(encounter):
    keys = played(encounter, report(), report(), report())
    assert after(encounter, keys[-1]) == Place(2, 1)


def test_after_the_last_hand_of_a_level_match_it_is_an_extra_hand(encounter):
    keys = played(encounter, level_report(), level_report(), level_report())
    assert after(encounter, keys[-1]) == Place(1, 4)


def test_what_follows_an_older_hand_is_the_deal_that_is_taken(encounter):
    keys = played(encounter, report(), report())
    assert after(encounter, keys[0]) == Place(1, 2)


def test_a_hand_that_is_stored_is_where_it_is(encounter):
    keys = played(encounter, report(), report(), report())
    assert after(encounter, keys[0], own=keys[2]) == Place(1, 3)


def test_a_correction_keeps_the_place_of_what_followed_the_first_version(encounter):
    (key,) = played(encounter, report())
    correct(encounter, report(points=(1, 2)))
    assert after(encounter, key) == Place(1, 2)


def test_a_hand_that_is_not_here_is_followed_by_nothing(encounter):
    other = encounters_of(encounter.stage.tournament)[1]
    (elsewhere,) = played(other, report())
    for key in ("", uuid.uuid4().hex, elsewhere):
        with pytest.raises(HandBeforeMissing):
            after(encounter, key)
