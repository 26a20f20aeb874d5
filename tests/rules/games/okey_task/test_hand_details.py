"""A hand names its task."""

from rules.games.okey_task.hand_details import particulars
from rules.games.okey_task.reports import parse_report
from tests.rules.games.okey_task.hands import deck_empty


def test_the_task_is_named_in_both_languages():
    (said,) = particulars(parse_report(deck_empty("kut_3_seri_3")))
    assert said.tr == "Görev: Küt 3 + seri 3"
    assert said.en == "Task: Set of 3 + run of 3"
