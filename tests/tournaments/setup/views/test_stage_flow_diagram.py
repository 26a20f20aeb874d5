from __future__ import annotations

from itertools import pairwise

from django.utils import translation

from rules.games import game_of
from tournaments.setup.views.stage_flow_diagram import Diagram, build_diagram
from tournaments.stages.stage_settings import FeedSettings, Length, StageSettings, groups_then_knockout

GROUPS, KNOCKOUT = groups_then_knockout(Length(1, 11), Length(3, 11))
CONSOLATION = StageSettings("double", 1, 7, feeds=(FeedSettings(1, 3, 4),))
FINAL = StageSettings(
    "knockout", 1, 7, name="Son gece, büyük final ve kupa töreni", feeds=(FeedSettings(2, 1, 2),)
)


def drawn(*stages: StageSettings) -> Diagram:
    with translation.override("en"):
        return build_diagram(stages)


def test_winners_path_runs_on_top_from_left_to_right():
    boxes = drawn(GROUPS, KNOCKOUT, CONSOLATION, FINAL).boxes
    assert boxes[0].x < boxes[1].x == boxes[2].x < boxes[3].x
    assert boxes[0].y == boxes[1].y == boxes[3].y < boxes[2].y
    assert [box.last for box in boxes] == [False, False, False, True]


def test_boxes_do_not_overlap():
    second = StageSettings("swiss", 1, 7, feeds=(FeedSettings(1, 5, 6),))
    third = StageSettings("swiss", 1, 7, feeds=(FeedSettings(3, 1, 2),))
    boxes = drawn(GROUPS, KNOCKOUT, CONSOLATION, second, third).boxes
    assert len({(box.x, box.y) for box in boxes}) == 5


def test_arrow_is_labelled_with_who_advances():
    thirds = StageSettings("knockout", 1, 7, feeds=(FeedSettings(1, 1, 2), FeedSettings(1, 3, 3, best=4)))
    (arrow,) = drawn(GROUPS, thirds).arrows
    assert arrow.label_texts == ["first 2 of each group", "best 4 of place 3"]
    heights = [height for height, _words in arrow.lines]
    assert len(set(heights)) == 2


def test_diagram_has_a_text_alternative():
    assert drawn(GROUPS, KNOCKOUT).sentences == [
        ("Group stage: single match · 11 hands", []),
        ("Elimination: best of 3 · 11 hands", ["Group stage, first 2 of each group"]),
    ]


def test_long_name_is_cut_and_available_in_full():
    box = drawn(GROUPS, KNOCKOUT, CONSOLATION, FINAL).boxes[3]
    assert box.name.endswith("…")
    assert box.full_name == FINAL.name


def test_labels_fit_between_the_boxes():
    picture = drawn(GROUPS, KNOCKOUT)
    first, second = picture.boxes
    assert second.x - (first.x + 208) > 7 * len("first 2 of each group")
    assert picture.width > second.x + 208


def test_arrow_from_a_later_stage_is_left_out():
    assert drawn(GROUPS, StageSettings("knockout", 1, 7, feeds=(FeedSettings(3, 1, 2),))).arrows == []


def test_long_length_takes_two_lines_inside_its_box():
    okey = game_of("okey-countdown")
    chain = (
        StageSettings("groups", 1, 11),
        StageSettings("knockout", 3, 11, name="Kupa", feeds=KNOCKOUT.feeds),
    )
    with translation.override("en"):
        boxes = build_diagram(chain, okey).boxes
    assert [line for _height, line in boxes[0].lines] == ["single match", "at most 11 hands"]
    assert [line for _height, line in boxes[1].lines] == ["Elimination", "best of 3", "at most 11 hands"]
    for box in boxes:
        heights = [height for height, _line in box.lines]
        assert box.text_y < heights[0] < heights[-1] < box.y + 84
        assert all(lower - upper >= 13 for upper, lower in pairwise([box.text_y, *heights]))
