from typing import Any

import pytest

from rules.games.okey_task.differences import differences
from rules.games.okey_task.hand_parts import hand_summary
from rules.games.okey_task.reports import HandReport, parse_report
from rules.games.okey_task.rulesets import PRESETS, RuleSet
from rules.hand_summary import HandSummary, VersionReport
from rules.localized_text import Text
from tests.rules.games.okey_task.hand_builders import deck_empty, finished, with_exchanged_jokers
from tests.rules.hand_builders import NONE, SERIES

NAMES = {"A1": "Ayşe", "B1": "Hasan", "A2": "Can", "B2": "Ece"}
TILES: dict[str, Any] = {"rack": {"tiles": ["r7", "b3", "*"]}}


def version(entry: dict[str, Any]) -> VersionReport[HandReport, RuleSet]:
    return VersionReport(parse_report(entry), PRESETS["okey-task"])


def test_summary_has_opening_rack_and_jokers():
    entry = finished(
        B1=with_exchanged_jokers((SERIES, 34)), A2=with_exchanged_jokers((SERIES, 3), 2), B2=TILES
    )
    assert hand_summary(version(entry), NAMES) == {
        "A1": HandSummary((Text("bitti, açtı", "finished, opened"),), finished=True),
        "B1": HandSummary(
            (Text("açtı", "opened"), Text("elinde kalan 34", "rack 34")),
            fouls=(Text("Joker kaptırma", "Joker exchanged"),),
        ),
        "A2": HandSummary(
            (Text("açtı", "opened"), Text("elinde kalan 3", "rack 3")),
            fouls=(Text("Joker kaptırma × 2", "Joker exchanged × 2"),),
        ),
        "B2": HandSummary(
            (
                Text("açıp açmadığı sorulmadı", "not asked about opening"),
                Text("elinde kalan 10", "rack 10"),
            ),
            tiles=("r7", "b3", "*"),
        ),
    }


def test_unreported_rack_is_not_mentioned():
    assert hand_summary(version(deck_empty(A1=NONE)), {}) == {
        "A1": HandSummary((Text("açmadı", "did not open"),))
    }


@pytest.mark.parametrize(
    ("before", "after", "turkish", "english"),
    [
        (finished(), finished(), [], []),
        (
            finished(),
            finished() | {"task": "kut_3_seri_3"},
            ["görev: Seri 4 → Küt 3 + seri 3"],
            ["task: Run of 4 → Set of 3 + run of 3"],
        ),
        (
            finished(),
            finished("A2", A1=SERIES),
            ["bitiren: Ayşe → Can", "Can: açmadı → açtı", "Can: kalan 30 → 0"],
            ["finished by: Ayşe → Can", "Can: did not open → opened", "Can: rack 30 → 0"],
        ),
        (
            finished(B1=(SERIES, 34)),
            finished(B1=with_exchanged_jokers((SERIES, 43), 2)),
            ["Hasan: kalan 34 → 43", "Hasan: kaptırdığı joker 0 → 2"],
            ["Hasan: rack 34 → 43", "Hasan: jokers exchanged 0 → 2"],
        ),
        (
            finished(B2={"opening": "none"} | TILES),
            finished(B2=(NONE, 10)),
            ["Ece: kalan taşlar başka, tutarı aynı"],
            ["Ece: other tiles on the rack, of the same sum"],
        ),
    ],
)
def test_every_kind_of_difference_has_its_sentence(before, after, turkish, english):
    sentences = differences(version(before), version(after), NAMES)
    assert [text.tr for text in sentences] == turkish
    assert [text.en for text in sentences] == english


def test_seat_missing_in_one_version_is_skipped():
    assert differences(version(deck_empty(A1=NONE)), version(deck_empty(B1=NONE)), {}) == []
