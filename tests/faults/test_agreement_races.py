from __future__ import annotations

from functools import partial

import pytest

from scoring.confirmation.domain.confirmations import HandsChangedMeanwhile
from scoring.models import Call, Confirmation
from scoring.play.recording import RecordedEntry
from tests.factories import correct, drawn_tournament, encounters_of, report
from tests.faults.test_races import at_once
from tests.scoring.confirmation.confirm_matches import (
    agreement,
    confirm,
    decided_match,
    phone_of,
    player_of,
    protest,
)
from tournaments.models import Encounter, LogRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.slow]


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament())[0]


def test_two_phones_of_a_side_and_a_double_tap_confirm_once(encounter):
    match = decided_match(encounter)
    partner = partial(confirm, match, "A", player=player_of(encounter, "A", 1), by=phone_of("C"))
    own = partial(confirm, match, "A")
    outcomes = at_once(own, partner, own, partner)
    assert {outcome.pk for outcome in outcomes} == {Confirmation.objects.get().pk}
    assert LogRow.objects.filter(action="hands_confirmed").count() == 1


def test_concurrent_confirmations_of_both_sides_count(encounter):
    match = decided_match(encounter)
    at_once(partial(confirm, match, "A"), partial(confirm, match, "B"))
    assert agreement(match).agreed


def test_confirmation_during_a_correction_is_refused_or_void(encounter):
    match = decided_match(encounter)
    seal = agreement(match).seal
    confirmed, corrected = at_once(
        partial(confirm, match, "A", seal=seal, deal=3),
        partial(correct, encounter, report(points=(9, 9))),
    )
    assert isinstance(corrected, RecordedEntry)
    assert isinstance(confirmed, Confirmation | HandsChangedMeanwhile)
    now = agreement(match)
    assert (now.confirmed, now.provisional) == ({}, True)
    assert set(now.outdated) == ({"A"} if isinstance(confirmed, Confirmation) else set())


def test_protest_sent_twice_at_once_is_stored_once(encounter):
    match = decided_match(encounter)
    send = partial(protest, match, "B")
    first, second = at_once(send, send)
    assert first == second == Call.objects.get()
