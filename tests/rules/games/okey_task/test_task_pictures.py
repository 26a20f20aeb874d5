import pytest

from rules.games.okey_task.racks import task_opening
from rules.games.okey_task.task_pictures import PICTURES
from rules.games.okey_task.tasks import Task
from rules.tiles import COPIES, parse_tile


@pytest.mark.parametrize("task", Task)
def test_shown_tiles_are_those_the_engine_lays(task):
    codes = " ".join(PICTURES[task]).split()
    assert max(codes.count(code) for code in codes) <= COPIES
    rack = dict(enumerate(parse_tile(code) for code in [*codes, "k13"]))
    laid = task_opening(rack, task)
    assert sorted(place for group in laid for place in group) == list(range(len(codes)))
    assert sorted(map(len, laid)) == sorted(len(meld.split()) for meld in PICTURES[task])
