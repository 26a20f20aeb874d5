import pytest

from rules.games.okey_task.client_rules import fault_words, switches, task_names
from rules.games.okey_task.tasks import Task
from rules.meld_faults import FaultCode


def test_every_task_lists_its_melds():
    client_switches = switches()
    assert (client_switches["most"], client_switches["pairs"]) == (22, 4)
    assert set(client_switches["tasks"]) == {task.value for task in Task}
    assert client_switches["tasks"]["cift"] == []
    assert client_switches["tasks"]["kut_4_x2"] == [{"kind": "set", "size": 4}] * 2
    assert client_switches["tasks"]["kut_3_seri_3"] == [
        {"kind": "set", "size": 3},
        {"kind": "run", "size": 3},
    ]
    assert client_switches["tasks"]["seri_5"] == [{"kind": "run", "size": 5}]


@pytest.mark.parametrize("language", ["tr", "en"])
def test_every_task_and_fault_has_a_text(language):
    assert set(task_names(language)) == {task.value for task in Task}
    messages = fault_words(language)
    assert set(messages) == {code.value for code in FaultCode}
    assert "13-1-2" in messages["run_past_highest"]
