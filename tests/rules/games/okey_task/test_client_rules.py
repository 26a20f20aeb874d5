"""What a browser judges openings by a task by."""

import pytest

from rules.games.okey_task.client_rules import fault_words, switches, task_names
from rules.games.okey_task.tasks import Task
from rules.meld_faults import FaultCode


def test_every_task_says_what_it_wants():
    told = switches()
    assert (told["most"], told["pairs"]) == (22, 4)
    assert set(told["tasks"]) == {task.value for task in Task}
    assert told["tasks"]["cift"] == []
    assert told["tasks"]["kut_4_x2"] == [{"kind": "set", "size": 4}] * 2
    assert told["tasks"]["kut_3_seri_3"] == [{"kind": "set", "size": 3}, {"kind": "run", "size": 3}]
    assert told["tasks"]["seri_5"] == [{"kind": "run", "size": 5}]


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_task_and_every_fault_has_words(language):
    assert set(task_names(language)) == {task.value for task in Task}
    words = fault_words(language)
    assert set(words) == {code.value for code in FaultCode}
    assert "13-1-2" in words["run_past_highest"]
