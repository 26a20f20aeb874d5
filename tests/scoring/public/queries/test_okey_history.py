from __future__ import annotations

import pytest

from scoring.models import Entry
from scoring.public.queries.hand_history import History, read_history
from scoring.public.queries.version_comparison import Comparison, compare
from scoring.queries.match_sheets import read_sheet
from tests.factories import correct, drawn_tournament, encounters_of, play_hand, rule, singles_tournament
from tests.kept import kept
from tests.scoring.officials.domain.test_okey_rulings import fixed, of_singles
from tests.scoring.play.test_open_length import LARGE, OPEN, SMALL, stages, won_hand
from tournaments.models import Encounter, Tournament

pytestmark = pytest.mark.django_db


@kept
def tournament() -> Tournament:
    return drawn_tournament(rule_set_id="okey-countdown", groups=2, stages=stages(OPEN))


@pytest.fixture
def encounter(tournament: Tournament) -> Encounter:
    return encounters_of(tournament)[0]


def history_of(encounter: Encounter, deal: int = 1) -> History:
    history = read_history(encounter, 1, deal)
    assert history is not None
    return history


def last_two(encounter: Encounter, deal: int = 1) -> Comparison:
    history = history_of(encounter, deal)
    return compare(history, *history.versions[-2:])


def test_correction_is_described_and_compared(encounter):
    play_hand(encounter, SMALL)
    correct(encounter, won_hand("B2", hand="pairs", last_tile="okey", indicator_shown_by="A1"))
    comparison = last_two(encounter)
    assert [text.en.partition(":")[0] for text in comparison.texts] == [
        "finished by",
        "pairs finish, okey finish instead of plain finish",
        "indicator shown by",
    ]
    assert [(charged.code, charged.differs) for charged in comparison.charged] == [("A", True), ("B", True)]
    points_after = {charged.code: charged.after for charged in comparison.charged}
    assert (points_after["A"].points, points_after["A"].left, points_after["A"].part.finished) == (
        12,
        8,
        False,
    )
    assert (points_after["B"].points, points_after["B"].left, points_after["B"].part.finished) == (
        1,
        19,
        True,
    )
    assert points_after["A"].part.words[0].en.endswith("showed the indicator")
    assert [line.rule for line in points_after["B"].lines] == ["finisher", "indicator_shown"]
    assert " – " in comparison.charged[0].name


def test_points_left_are_counted_from_earlier_payments(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, won_hand("B1"))
    history = history_of(encounter, deal=2)
    assert (history.left, history.left_now) == ({"A": 20, "B": 4}, {"A": 18, "B": 4})


def test_nothing_is_left_after_the_end_or_for_a_void_version(encounter):
    play_hand(encounter, SMALL)
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=0, B=20))
    assert history_of(encounter, deal=2).left_now == {}
    assert history_of(encounter).left_now == {"A": 20, "B": 0}


def test_ruling_is_compared_with_the_replaced_version(encounter):
    play_hand(encounter, SMALL)
    rule(encounter, fixed(A=5, B=0))
    comparison = last_two(encounter)
    assert comparison.turns == ["fixed"]
    assert [(charged.before.points, charged.after.points) for charged in comparison.charged] == [
        (0, 5),
        (2, 0),
    ]
    assert [line.rule for line in comparison.charged[0].after.lines] == ["ruling"]


def test_hand_after_a_corrected_hand_is_marked_as_followed(encounter):
    play_hand(encounter, LARGE)
    play_hand(encounter, SMALL)
    play_hand(encounter, won_hand("B1", indicator_shown_by="A2"))
    correct(encounter, SMALL)
    assert [version.how for version in history_of(encounter, deal=3).versions] == ["entered", "followed"]
    comparison = last_two(encounter, deal=3)
    assert (comparison.turns, comparison.texts, comparison.same) == (["other_left"], [], False)
    assert [charged.differs for charged in comparison.charged] == [False, True]


def test_four_singles_are_charged_separately():
    table = encounters_of(singles_tournament(players=8, hands=None, rule_set_id="okey-standard"))[0]
    play_hand(table, of_singles())
    correct(table, of_singles("C1"))
    comparison = last_two(table)
    assert [
        (charged.code, charged.before.points, charged.after.points) for charged in comparison.charged
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
