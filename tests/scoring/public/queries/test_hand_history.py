from __future__ import annotations

from datetime import timedelta

import pytest

from rules.games.okey101.reports import parse_report
from rules.games.okey101.switches import MultiplierRule
from scoring.models import Hand
from scoring.officials.domain import rulings
from scoring.play import recording, undo_hand
from scoring.public.queries.hand_history import History, read_history
from scoring.public.queries.version_comparison import Comparison, compare_versions
from scoring.queries.match_sheets import read_sheet
from tests.factories import (
    NOW,
    correct,
    drawn_tournament,
    encounters_of,
    fixed,
    play_hand,
    report,
    rule,
    void_report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.amend_rules import amend
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db

OKEY = {"last_tile": "okey", "direct": False}


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament()


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def history_of(encounter: Encounter, deal: int = 1) -> History:
    history = read_history(encounter, 1, deal)
    assert history is not None
    return history


def compare_last_two(encounter: Encounter) -> Comparison:
    history = history_of(encounter)
    return compare_versions(history, *history.versions[-2:])


def take_hand_back(encounter: Encounter, key: str = "back") -> None:
    undo_hand.take_hand_back(encounter=encounter, match=1, deal=1, entry_key=key, by=CONSOLE, at=NOW)


def test_deal_without_a_hand_has_no_history(encounter):
    play_hand(encounter)
    assert read_history(encounter, 1, 2) is None
    assert read_history(encounter, 2, 1) is None


def test_every_version_has_its_origin(tournament, encounter):
    play_hand(encounter, report(finish=OKEY))
    take_hand_back(encounter)
    play_hand(encounter, report(finish=OKEY))
    correct(encounter, report(finish=OKEY, points=(31, 40)), version=3)
    amend(tournament, multiplier=MultiplierRule.NONE)
    rule(encounter, fixed(1, 2, 3, 4), version=5)
    assert [version.origin for version in history_of(encounter).versions] == [
        "entered",
        "taken_back",
        "entered_again",
        "corrected",
        "amended",
        "ruled",
    ]


def test_hand_entered_by_a_referee_begins_as_a_ruling(encounter):
    rule(encounter, rulings.FixedPoints(fixed(1, 2, 3, 4).points, report()), version=0)
    assert [version.origin for version in history_of(encounter).versions] == ["ruled"]


def test_points_fixed_after_an_unaffecting_amendment_are_a_ruling(tournament, encounter):
    play_hand(encounter)
    play_hand(encounter, report(finish=OKEY))
    amend(tournament, multiplier=MultiplierRule.NONE)
    rule(encounter, fixed(1, 2, 3, 4))
    assert [version.origin for version in history_of(encounter).versions] == ["entered", "ruled"]


def test_number_is_the_hand_number(encounter):
    play_hand(encounter, void_report())
    play_hand(encounter)
    assert [history_of(encounter, deal).number for deal in (1, 2)] == [1, 1]
    undo_hand.take_hand_back(encounter=encounter, match=1, deal=2, entry_key="b", by=CONSOLE, at=NOW)
    again = history_of(encounter, 2)
    assert (again.number, again.is_withdrawn) == (1, True)


@pytest.mark.slow
def test_line_with_the_same_points_and_other_figures_differs(tournament, encounter):
    partner = {"opening": "series", "rack": {"points": 9}}
    seats = {"A1": {"opening": "series"}, "A2": partner, "B1": {}, "B2": {}}
    hand = {"outcome": "finished", "finisher": "A1", "finish": OKEY, "seats": seats}
    play_hand(encounter, parse_report(hand))
    amend(tournament, multiplier=MultiplierRule.NONE)
    compared = {charged.code: charged for charged in compare_last_two(encounter).charge_comparisons}
    assert compared["A2"].differs
    assert [line.values for line in compared["A2"].before.lines] == [{"rack": 18}]
    assert [line.values for line in compared["A2"].after.lines] == [{"rack": 9}]


@pytest.mark.parametrize(("minutes", "shown"), [(1, False), (2, False), (3, True), (-3, True)])
def test_phone_clock_off_by_more_than_two_minutes_is_shown(encounter, minutes, shown):
    entered = NOW - timedelta(minutes=minutes)
    recording.record_hand(
        encounter=encounter,
        match=1,
        deal=1,
        report=report(),
        entry_key="k",
        by=CONSOLE,
        at=NOW,
        entered_at=entered,
    )
    assert history_of(encounter).current.phone_time == (entered if shown else None)


def test_correction_lists_differences_in_words_and_by_seat(encounter):
    play_hand(encounter, report(points=(47, 40)))
    correct(encounter, report(points=(74, 40)))
    comparison = compare_last_two(encounter)
    assert (comparison.other_events, comparison.is_unchanged) == ([], False)
    (difference,) = comparison.texts
    player = history_of(encounter).current.version.seats["B1"].player
    assert difference.tr.endswith(": kalan 47 → 74")
    assert player.short_name in difference.tr
    assert [charged.code for charged in comparison.charge_comparisons if charged.differs] == ["B1"]
    assert (
        comparison.charge_comparisons[1].before.points,
        comparison.charge_comparisons[1].after.points,
    ) == (47, 74)


def test_players_with_equal_names_are_shown_with_full_names(encounter):
    play_hand(encounter, report(points=(47, 40)))
    correct(encounter, report(points=(74, 40)))
    players = [seat.player for seat in history_of(encounter).current.version.seats.values()]
    assert len({player.short_name for player in players}) < len(players)
    (difference,) = compare_last_two(encounter).texts
    assert any(difference.tr.startswith(player.name) for player in players)


def test_equal_versions_have_no_differences(encounter):
    play_hand(encounter)
    correct(encounter, report())
    comparison = compare_last_two(encounter)
    assert comparison.is_unchanged
    assert not any(charged.differs for charged in comparison.charge_comparisons)


def test_withdrawn_hand_has_no_figures(encounter):
    play_hand(encounter)
    take_hand_back(encounter)
    comparison = compare_last_two(encounter)
    assert comparison.other_events == ["taken_back"]
    assert {charged.after.points for charged in comparison.charge_comparisons} == {None}


def test_reentered_hand_is_marked_as_entered_again(encounter):
    play_hand(encounter)
    take_hand_back(encounter)
    play_hand(encounter)
    assert compare_last_two(encounter).other_events == ["entered_again"]


@pytest.mark.parametrize(
    ("again", "shown"),
    [
        ([47], [(3, "entered")]),
        ([47, 47], [(5, "entered")]),
        ([48], [(1, "entered"), (2, "taken_back"), (3, "entered_again")]),
        ([48, 48], [(1, "entered"), (2, "taken_back"), (5, "entered_again")]),
        (
            [48, 47],
            [
                (1, "entered"),
                (2, "taken_back"),
                (3, "entered_again"),
                (4, "taken_back"),
                (5, "entered_again"),
            ],
        ),
    ],
)
def test_hand_reentered_unchanged_is_shown_to_staff_only(encounter, again, shown):
    play_hand(encounter, report(points=(47, 40)))
    for number, points in enumerate(again):
        take_hand_back(encounter, f"back {number}")
        play_hand(encounter, report(points=(points, 40)))
    full_history = history_of(encounter)
    assert len(full_history.versions) == 1 + 2 * len(again)
    assert [(version.number, version.origin) for version in full_history.public_history().versions] == shown
    (hand,) = read_sheet(encounter, 1).hands
    assert [correction.now.entry.version for correction in hand.corrections] == [
        number for number, _origin in shown[1:] if number % 2
    ]


def test_undo_is_a_change_if_another_player_played_the_hand(encounter):
    play_hand(encounter)
    take_hand_back(encounter)
    side = encounter.sides.get(letter="A")
    side.swapped = True
    side.save()
    play_hand(encounter)
    assert len(history_of(encounter).public_history().versions) == 3


def test_rulings_have_their_events(encounter):
    play_hand(encounter)
    rule(encounter, fixed(1, 2, 3, 4))
    assert compare_last_two(encounter).other_events == ["fixed"]
    rule(encounter, fixed(5, 6, 7, 8), version=2)
    assert compare_last_two(encounter).other_events == ["fixed"]
    rule(encounter, rulings.Replay(), version=3)
    assert compare_last_two(encounter).other_events == ["replayed"]
    correct(encounter, report(), version=4)
    assert compare_last_two(encounter).other_events == ["by_rules"]
    rule(encounter, rulings.AddedInfraction("B1", "okey_discard", 2), version=5)
    comparison = compare_last_two(encounter)
    assert comparison.other_events == []
    assert comparison.texts[0].en.endswith("infraction added: Okey discarded × 2")
    assert [foul.en for foul in comparison.charge_comparisons[1].after.part.fouls] == ["Okey discarded × 2"]


def test_different_rules_are_shown(tournament, encounter):
    play_hand(encounter, report(finish=OKEY))
    amend(tournament, multiplier=MultiplierRule.NONE)
    comparison = compare_last_two(encounter)
    assert (comparison.texts, comparison.other_events) == ([], ["other_rules"])


def test_history_takes_three_queries(encounter, django_assert_num_queries):
    play_hand(encounter)
    for version in range(1, 4):
        correct(encounter, report(points=(version, 40)), version=version)
    assert Hand.objects.count() == 1
    with django_assert_num_queries(3):
        history_of(encounter)
