from __future__ import annotations

import pytest

from scoring.models import Entry
from scoring.public.queries.hand_history import History, read_history
from scoring.public.queries.version_comparison import Comparison, compare_versions
from scoring.queries.match_sheets import read_sheet
from tests.factories import correct, drawn_tournament, encounters_of, play_hand, rule, singles_tournament
from tests.module_fixtures import module_fixture
from tests.scoring.officials.domain.test_okey_rulings import fixed, singles_hand
from tests.scoring.play.test_open_length import LARGE, OPEN, SMALL, stages, won_hand
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@module_fixture
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def history_of(encounter: Encounter, deal: int = 1) -> History:
    history = read_history(encounter, 1, deal)
    assert history is not None
    return history


def compare_last_two(encounter: Encounter, deal: int = 1) -> Comparison:
    history = history_of(encounter, deal)
    return compare_versions(history, *history.versions[-2:])


def test_correction_is_described_and_compared(encounter):
    play_hand(encounter, SMALL)
    correct(encounter, won_hand("B2", hand="pairs", last_tile="okey", indicator_shown_by="A1"))
    comparison = compare_last_two(encounter)
    assert [text.en.partition(":")[0] for text in comparison.texts] == [
        "finished by",
        "pairs finish, okey finish instead of plain finish",
        "indicator shown by",
    ]
    assert [(charged.code, charged.differs) for charged in comparison.charge_comparisons] == [
        ("A", True),
        ("B", True),
    ]
    points_after = {charged.code: charged.after for charged in comparison.charge_comparisons}
    assert (points_after["A"].points, points_after["A"].points_left, points_after["A"].part.finished) == (
        12,
        8,
        False,
    )
    assert (points_after["B"].points, points_after["B"].points_left, points_after["B"].part.finished) == (
        1,
        19,
        True,
    )
    assert points_after["A"].part.words[0].en.endswith("showed the indicator")
    assert [line.rule for line in points_after["B"].lines] == ["finisher", "indicator_shown"]
    assert " – " in comparison.charge_comparisons[0].name


def test_points_left_are_counted_from_earlier_payments(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, won_hand("B1"))
    history = history_of(encounter, deal=2)
    assert (history.points_left_before, history.points_left_now) == ({"A": 20, "B": 4}, {"A": 18, "B": 4})


def test_nothing_is_left_after_the_end_or_for_a_void_version(encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=0, B=20))
    assert history_of(encounter, deal=2).points_left_now == {}
    assert history_of(encounter).points_left_now == {"A": 20, "B": 0}


def test_ruling_is_compared_with_the_replaced_version(encounter):
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=5, B=0))
    comparison = compare_last_two(encounter)
    assert comparison.other_events == ["fixed"]
    assert [(charged.before.points, charged.after.points) for charged in comparison.charge_comparisons] == [
        (0, 5),
        (2, 0),
    ]
    assert [line.rule for line in comparison.charge_comparisons[0].after.lines] == ["ruling"]


def test_hand_after_a_corrected_hand_is_marked_as_followed(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, SMALL)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    correct(encounter, SMALL)
    assert [version.origin for version in history_of(encounter, deal=3).versions] == ["entered", "followed"]
    comparison = compare_last_two(encounter, deal=3)
    assert (comparison.other_events, comparison.texts, comparison.is_unchanged) == (["other_left"], [], False)
    assert [charged.differs for charged in comparison.charge_comparisons] == [False, True]


def test_four_singles_are_charged_separately():
    table = encounters_of(singles_tournament(players=8, hands=None, rule_set_id="okey-standard"))[0]
    play_hand(table, singles_hand())
    correct(table, singles_hand("C1"))
    comparison = compare_last_two(table)
    assert [
        (charged.code, charged.before.points, charged.after.points)
        for charged in comparison.charge_comparisons
    ] == [
        ("A", 0, 2),
        ("B", 2, 2),
        ("C", 2, 0),
        ("D", 2, 2),
    ]


def test_sheet_shows_the_reasons_of_a_side_at_its_first_seat(encounter):
    play_hand(encounter, SMALL)
    current = read_sheet(encounter, 1).hands[0].current
    assert [line.rule for line in current.seats["B1"].lines] == ["finish.groups"]
    assert current.seats["B2"].lines == []
    assert {code: charged.points for code, charged in current.charged.items()} == {"A": 0, "B": 2}


def test_history_reads_the_match_once(encounter, django_assert_num_queries):
    play_hand(encounter, SMALL)
    stored = Entry.objects.get()
    for version in range(1, 4):
        correct(encounter, won_hand("A2" if version % 2 else "A1"), version=version)
    encounter = Encounter.objects.select_related("stage__tournament__rule_book").get(pk=encounter.pk)
    with django_assert_num_queries(4):
        assert len(history_of(encounter).versions) == 4
    assert stored.version == 1
