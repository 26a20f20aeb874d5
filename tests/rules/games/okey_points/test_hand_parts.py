from typing import Any

import pytest

from rules.games.okey_points.differences import differences
from rules.games.okey_points.hand_parts import hand_summary
from rules.games.okey_points.reports import HandReport, parse_report
from rules.games.okey_points.rulesets import PRESETS, RuleSet
from rules.hand_summary import HandSummary, VersionReport
from rules.localized_text import Text
from tests.rules.games.okey_points.hand_builders import SINGLES, deck_empty, won

NAMES = {"A1": "Ayşe", "B1": "Hasan", "A2": "Can", "B2": "Ece"}


def version(entry: dict[str, Any]) -> VersionReport[HandReport, RuleSet]:
    return VersionReport(parse_report(entry), PRESETS["okey-countdown"])


def summary_of(entry: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    summaries = hand_summary(version(entry), NAMES)
    return {side: [(text.tr, text.en) for text in summary.words] for side, summary in summaries.items()}


@pytest.mark.parametrize(
    ("entry", "turkish", "english"),
    [
        (won(), "Ayşe bitti: düz bitiş", "Ayşe finished: plain finish"),
        (
            won(hand="pairs", last="okey"),
            "Ayşe bitti: çiftten, okeyle bitiş",
            "Ayşe finished: pairs finish, okey finish",
        ),
        (won("Z9"), None, None),
        (won(None), None, None),
        (deck_empty(), None, None),
    ],
)
def test_side_shows_its_finisher_and_finish(entry, turkish, english):
    assert summary_of(entry) == {"A": [(turkish, english)] if turkish else [], "B": []}


def test_side_of_the_finisher_is_marked():
    summaries = hand_summary(version(won("B2")), NAMES)
    assert {side: summary.finished for side, summary in summaries.items()} == {"A": False, "B": True}
    assert summaries["A"] == HandSummary()


def test_side_shows_its_shown_indicator():
    assert summary_of(won(indicator_shown_by="B2"))["B"] == [
        ("Ece göstergeyi gösterdi", "Ece showed the indicator")
    ]
    assert summary_of(won(indicator_shown_by="A2"))["A"][1] == (
        "Can göstergeyi gösterdi",
        "Can showed the indicator",
    )


def test_unknown_player_is_not_named():
    summaries = hand_summary(version(won("B1", seats=SINGLES, indicator_shown_by="C1")), {})
    assert summaries["B"].words == (Text("? bitti: düz bitiş", "? finished: plain finish"),)
    assert summaries["C"].words == (Text("? göstergeyi gösterdi", "? showed the indicator"),)
    assert list(summaries) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("before", "after", "turkish", "english"),
    [
        (won(), won(), [], []),
        (won(), won("A2"), ["bitiren: Ayşe → Can"], ["finished by: Ayşe → Can"]),
        (
            won(last="okey"),
            deck_empty(),
            ["elin sonu: Ayşe bitti → deste bitti"],
            ["end of the hand: Ayşe finished → the deck ran out"],
        ),
        (
            deck_empty(),
            won(last="okey"),
            ["elin sonu: deste bitti → Ayşe bitti"],
            ["end of the hand: the deck ran out → Ayşe finished"],
        ),
        (
            won(),
            won(hand="one_colour_run", last="okey"),
            ["düz bitiş yerine tek renk seriyle, okeyle bitiş"],
            ["finish with a run of one colour, okey finish instead of plain finish"],
        ),
        (
            won(one_colour=True),
            won("B1"),
            ["bitiren: Ayşe → Hasan", "tek renk bitiş yerine düz bitiş"],
            ["finished by: Ayşe → Hasan", "plain finish instead of finish in one colour"],
        ),
        (
            won(),
            won(indicator_shown_by="B2"),
            ["göstergeyi gösteren: kimse → Ece"],
            ["indicator shown by: nobody → Ece"],
        ),
        (
            won(indicator_shown_by="A1"),
            won(indicator_shown_by="C1"),
            ["göstergeyi gösteren: Ayşe → ?"],
            ["indicator shown by: Ayşe → ?"],
        ),
    ],
)
def test_every_kind_of_difference_has_its_sentence(before, after, turkish, english):
    sentences = differences(version(before), version(after), NAMES)
    assert [text.tr for text in sentences] == turkish
    assert [text.en for text in sentences] == english
