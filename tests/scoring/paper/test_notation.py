from __future__ import annotations

from itertools import product

import pytest
from django.utils.translation import override

from rules.games.okey_points.finishes import WinningHand
from rules.games.okey_points.reports import Finish as PointsFinish
from rules.games.okey_task.tasks import Task
from rules.hands import Finish, LastTile, Opening, Outcome
from rules.seats import SEATS_PAIRS, SEATS_SINGLES, seats_in_columns
from scoring.paper.games import okey101_notation, okey_points_notation, okey_task_notation

SEVERAL = (False, True)


def in_both_languages(label, part, marks):
    for language in ("tr", "en"):
        with override(language):
            yield [label(part, mark) for mark in marks]


@pytest.mark.parametrize(
    ("notation", "part", "marks"),
    [
        (
            okey101_notation,
            "end",
            [okey101_notation.end_mark(end) for end in (*seats_in_columns(SEATS_PAIRS), *Outcome)],
        ),
        (
            okey101_notation,
            "finish",
            [
                okey101_notation.finish_mark(Finish(last, direct), pairs=pairs)
                for last, direct, pairs in product(LastTile, SEVERAL, SEVERAL)
            ],
        ),
        (
            okey101_notation,
            "opening",
            [okey101_notation.opening_mark(opening) for opening in Opening],
        ),
        (
            okey_points_notation,
            "finish",
            [
                okey_points_notation.finish_mark(PointsFinish(hand, last, one_colour=colour))
                for hand, last, colour in product(WinningHand, (LastTile.PLAIN, LastTile.OKEY), SEVERAL)
            ],
        ),
        (okey_task_notation, "task", [okey_task_notation.task_mark(task) for task in Task]),
    ],
    ids=["101 ends", "101 finishes", "101 openings", "points finishes", "tasks"],
)
def test_marks_on_paper_differ(notation, part, marks):
    for labels in in_both_languages(notation.mark_label, part, marks):
        assert len(set(labels)) == len(labels)


def test_turkish_letters_on_turkish_paper():
    with override("tr"):
        assert okey101_notation.mark_label("finish", "peo") == "ÇEO"
        assert okey101_notation.mark_label("opening", "p") == "Ç"
    with override("en"):
        assert okey101_notation.mark_label("finish", "peo") == "PDO"


def test_infractions_are_counted_by_letter():
    assert okey101_notation.fouls_mark({"okey_discard": 2, "playable_discard": 1}) == "a b2"


def test_singles_are_numbered_by_seat():
    assert [okey101_notation.end_mark(seat, SEATS_SINGLES) for seat in SEATS_SINGLES] == ["1", "2", "3", "4"]
