from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.games.okey_points import explain
from rules.games.okey_points.reports import HandReport, parse_report
from rules.localized_text import Text
from scoring.integrity.integrity_checks import verify
from scoring.ledger import refusals
from scoring.models import Entry, EntrySeatEvent, Hand, Match, Standing
from scoring.standings import standings_cache
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    play_of,
    singles_tournament,
)
from tests.module_fixtures import module_fixture
from tournaments.draws.domain.draw import DrawHasBegun, revoke_draw
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_flow_checks import SettingsNotPossible
from tournaments.stages.stage_settings import Length, StageSettings, groups_then_knockout

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

OPEN = Length(best_of=1, hands=None)
SEATS: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}


def won_hand(
    finisher: str = "A1", hand: str = "groups", last_tile: str = "plain", **entry: Any
) -> HandReport:
    finish = {"hand": hand, "last_tile": last_tile}
    return parse_report(
        {"outcome": "finished", "finisher": finisher, "finish": finish, "seats": SEATS} | entry
    )


LARGE, SMALL = won_hand(hand="one_colour_run"), won_hand()
"""B pays 16 and 2."""


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


def stages(length: Length) -> tuple[StageSettings, ...]:
    return groups_then_knockout(length, length)


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def correct_current_hand(
    encounter: Encounter, hand_report: HandReport, *, deal: int = 1, **extra: Any
) -> None:
    entry = Entry.objects.get(current_of__match__encounter=encounter, current_of__deal=deal)
    correct(encounter, hand_report, deal=deal, version=entry.version, **extra)


def counting(encounter: Encounter) -> list[bool]:
    hands = Hand.objects.filter(match__encounter=encounter).order_by("match", "deal")
    return list(hands.values_list("counts", flat=True))


def winner(encounter: Encounter) -> str | None:
    encounter.refresh_from_db()
    return encounter.winner


def test_match_ends_when_a_side_has_no_points_left(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, SMALL)
    assert winner(encounter) is None
    play_hand(encounter, SMALL)
    assert winner(encounter) == "A"
    with pytest.raises(refusals.EncounterIsDecided):
        play_hand(encounter, SMALL)


def test_penalties_before_a_hand_come_from_the_ledger(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    play_hand(encounter, won_hand("A1", last_tile="plain", indicator_shown_by="A2"))
    spared = Entry.objects.get(hand__match__encounter=encounter, hand__deal=3)
    assert [line.rule for line in spared.score_lines if line.seat == "B"][-1] == "indicator_shown"


def test_hand_with_other_penalties_before_it_is_refused(encounter):
    play_hand(encounter, LARGE)
    with pytest.raises(refusals.PenaltiesBeforeDiffer):
        play_hand(encounter, won_hand(before={"A": 1, "B": 2}))
    assert play_hand(encounter, won_hand(before={"A": 0, "B": 16})).entry.pk


def test_correction_that_ends_a_match_earlier_excludes_later_hands(tournament, encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    play_hand(encounter, won_hand("B1", hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "B"
    correct_current_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "A"
    assert counting(encounter) == [True, False, False]
    standings_cache.rebuild(stage=encounter.stage, at=NOW)
    rows = Standing.objects.filter(entrant__encounter_sides__encounter=encounter)
    assert sorted(rows.values_list("penalties", flat=True)) == [0, 20]


def test_correction_that_reopens_a_match_includes_later_hands_again(encounter):
    play_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert winner(encounter) == "A"
    correct_current_hand(encounter, SMALL)
    assert winner(encounter) is None
    play_hand(encounter, SMALL)
    correct_current_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert counting(encounter) == [True, False]
    correct_current_hand(encounter, SMALL)
    assert counting(encounter) == [True, True]
    assert Match.objects.get(encounter=encounter).winner is None
    assert play_of(encounter).current.next_deal == 3


def test_later_hands_are_rescored_after_a_correction(tournament, encounter):
    play_hand(encounter, won_hand(hand="one_colour_run"))  # B has 4 points left.
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    correct_current_hand(encounter, won_hand(hand="pairs", last_tile="okey"))
    assert Entry.objects.filter(hand__match__encounter=encounter, hand__deal=2).count() == 1
    correct_current_hand(encounter, won_hand(hand="one_colour_run"))
    play_hand(encounter, SMALL)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    versions = Entry.objects.filter(hand__match__encounter=encounter, hand__deal=4)
    assert [line.rule for line in versions.get().score_lines if line.seat == "B"][-1] == "indicator_spared"
    correct_current_hand(encounter, SMALL, reason_codes=["mistyped"])
    newest = versions.order_by("-version")[0]
    assert (versions.count(), newest.version) == (2, 2)
    assert (newest.reason_codes, newest.reason) == (["mistyped"], "Rakamlar ters yazılmış")
    assert [line.rule for line in newest.score_lines if line.seat == "B"][-1] == "indicator_shown"
    assert verify(tournament).discrepancies == []


def test_reworded_sentence_rescores_no_later_hand(tournament, encounter, monkeypatch):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    monkeypatch.setattr(explain, "_FREE", Text("{event}: bedava", "{event}: free"))
    correct_current_hand(encounter, won_hand("A2"))
    later = Entry.objects.get(hand__match__encounter=encounter, hand__deal=2)
    assert later.score_lines[0].text == Text("Bitti: bedava", "Finished: free")
    assert verify(tournament).discrepancies == []


def test_correction_takes_a_constant_number_of_queries_whatever_is_rescored(tournament):
    counts = []
    for encounter, later in zip(encounters_of(tournament), (1, 8), strict=False):
        for hand_report in (LARGE, SMALL, *[won_hand("B1", indicator_shown_by="A2")] * later):
            play_hand(encounter, hand_report)
        with CaptureQueriesContext(connection) as queries:
            correct(encounter, SMALL)
        counts.append(len(queries))
        rescored = Entry.objects.filter(hand__match__encounter=encounter, hand__deal__gt=1, version=2)
        assert rescored.count() == later
    assert counts[0] == counts[1] <= 24
    assert verify(tournament).discrepancies == []


def test_finishes_and_shown_indicators_are_counted(encounter):
    play_hand(encounter, won_hand("B2", hand="pairs", indicator_shown_by="A1"))
    events = EntrySeatEvent.objects.values_list("seat__seat", "kind", "what")
    assert set(events) == {("B2", "finished", "pairs"), ("A1", "shown", "indicator")}


def test_lowest_total_wins_at_the_limit_of_hands():
    limited = drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(Length(1, 5)))
    encounter = encounters_of(limited)[0]
    for _hand in range(4):
        play_hand(encounter, SMALL)
    assert winner(encounter) is None
    play_hand(encounter, won_hand("B1"))
    assert winner(encounter) == "A"


def test_game_with_a_fixed_number_of_hands_allows_no_open_match():
    with pytest.raises(SettingsNotPossible):
        drawn_tournament(stages=stages(OPEN))


def test_rescored_hand_counts_again(encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    correct_current_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey"))
    assert counting(encounter) == [True, False]
    correct_current_hand(encounter, SMALL)
    assert counting(encounter) == [True, True]


def test_limit_of_hands_and_draw_can_not_change_once_play_began():
    limited = drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(Length(1, 9)))
    encounter = encounters_of(limited)[0]
    play_hand(encounter, SMALL)
    changed = replace(tournament_settings.settings_of(limited), stages=stages(Length(1, 7)))
    with pytest.raises(tournament_settings.LengthIsDrawn):
        tournament_settings.change_tournament(tournament=limited, settings=changed, by=CONSOLE, at=NOW)
    with pytest.raises(DrawHasBegun):
        revoke_draw(stage=encounter.stage, by=CONSOLE, at=NOW)
    later = replace(
        tournament_settings.settings_of(limited), stages=(stages(Length(1, 9))[0], stages(OPEN)[1])
    )
    tournament_settings.change_tournament(tournament=limited, settings=later, by=CONSOLE, at=NOW)
    assert [stage.hands for stage in tournament_settings.settings_of(limited).stages] == [9, None]


@pytest.mark.parametrize("limit", [None, 9])
def test_two_of_four_singles_with_most_points_left_advance(limit):
    singles = singles_tournament(players=8, hands=limit, rule_set_id="okey-countdown")
    encounter = encounters_of(singles)[0]
    four: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "C1", "D1")}
    play_hand(encounter, won_hand(hand="one_colour_run", last_tile="okey", seats=four))
    assert winner(encounter) is None  # The second place is still open.
    play_hand(encounter, won_hand("B1", seats=four))
    assert winner(encounter) == "A"
    placed = encounter.sides.exclude(place=None).order_by("place").values_list("letter", flat=True)
    assert list(placed)[:2] == ["A", "B"]
