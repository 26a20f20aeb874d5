from __future__ import annotations

import pytest
from django.utils.translation import override

from rules.games.okey_task.tasks import Task
from scoring.paper.domain import Unreadable
from scoring.paper.games import okey_task_notation


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("task", [*Task, None])
def test_every_task_reads_back(language, task):
    with override(language):
        assert (
            okey_task_notation.read_task(
                okey_task_notation.mark_label("task", okey_task_notation.task_mark(task))
            )
            == task
        )


def test_task_marks_are_unique():
    assert set(okey_task_notation.MARKS) == set(Task)
    assert len(set(okey_task_notation.MARKS.values())) == len(Task)


@pytest.mark.parametrize("language", ["tr", "en"])
@pytest.mark.parametrize("opened", [True, False])
def test_openings_by_seat_read_back(language, opened):
    with override(language):
        assert (
            okey_task_notation.read_opened(
                okey_task_notation.mark_label("opened", okey_task_notation.opened_mark(opened))
            )
            is opened
        )


@pytest.mark.parametrize(
    ("typed", "task"),
    [
        (" k3 ", Task.KUT_3),
        ("r5", Task.SERI_5),
        ("S3K3", Task.KUT_3_SERI_3),
        ("k4 + r4", Task.KUT_4_SERI_4),
        ("2 × K3", Task.KUT_3_X2),
        ("2x s4", Task.SERI_4_X2),
        ("K4K4", Task.KUT_4_X2),
        ("Ç", Task.CIFT),
        ("c", Task.CIFT),
        ("P", Task.CIFT),
        ("", None),
        ("  ", None),
    ],
)
def test_tasks_are_read_in_any_order_from_any_keyboard(typed, task):
    assert okey_task_notation.read_task(typed) == task


@pytest.mark.parametrize("typed", ["k5", "k", "3", "2s5", "k3s4", "k3k3k3", "-", "x", "4", "k6", "pp", "2p"])
def test_unrecognized_text_is_no_task(typed):
    with pytest.raises(Unreadable):
        okey_task_notation.read_task(typed)


@pytest.mark.parametrize("typed", ["A", "a", "O", "o", "+"])
def test_opening_is_read_in_both_languages(typed):
    assert okey_task_notation.read_opened(typed)


@pytest.mark.parametrize("typed", ["", "–", "-", "n", "0"])
def test_empty_box_and_dashes_mean_not_opened(typed):
    assert not okey_task_notation.read_opened(typed)


@pytest.mark.parametrize("typed", ["s", "2", "aa"])
def test_unrecognized_text_is_no_opening(typed):
    with pytest.raises(Unreadable):
        okey_task_notation.read_opened(typed)


def test_turkish_letters_on_turkish_paper():
    with override("tr"):
        assert [
            okey_task_notation.mark_label(*part_and_mark)
            for part_and_mark in (("task", "p"), ("opened", "o"), ("end", "d"))
        ] == [
            "Ç",
            "A",
            "D",
        ]
    with override("en"):
        assert [
            okey_task_notation.mark_label(*part_and_mark)
            for part_and_mark in (("task", "p"), ("opened", "o"), ("task", "2k3"))
        ] == [
            "P",
            "O",
            "2K3",
        ]
