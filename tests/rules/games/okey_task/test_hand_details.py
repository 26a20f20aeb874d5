from rules.games.okey_task.hand_details import hand_details
from rules.games.okey_task.reports import parse_report
from tests.rules.games.okey_task.hand_builders import deck_empty


def test_task_is_named_in_both_languages():
    (detail,) = hand_details(parse_report(deck_empty("kut_3_seri_3")))
    assert detail.tr == "Görev: Küt 3 + seri 3"
    assert detail.en == "Task: Set of 3 + run of 3"
