import pytest
from django.utils import translation

from rules.sources import SOURCES
from scoring.queries.rule_references import place_label, rule_source_label, source_mark


@pytest.mark.parametrize(
    ("source", "english", "turkish"),
    [
        ("S0 VI", "guide VI", "rehber VI"),
        ("S2", "okey.gg", "okey.gg"),
        ("S4, inherited", "Wikipedia, adopted", "Vikipedi, oradan alındı"),
        ("S4, amended", "Wikipedia; changed by this tournament", "Vikipedi; bu turnuvada değiştirildi"),
        (
            "S0 VI, inherited, amended",
            "guide VI, adopted; changed by this tournament",
            "rehber VI, oradan alındı; bu turnuvada değiştirildi",
        ),
        ("S4, against S0 I", "Wikipedia; guide I says otherwise", "Vikipedi; rehber I farklı diyor"),
        (
            "chosen, against S0 II",
            "Istaka's choice; guide II says otherwise",
            "Istaka’nın seçimi; rehber II farklı diyor",
        ),
        ("chosen", "Istaka's choice", "Istaka’nın seçimi"),
        (
            "chosen, amended",
            "Istaka's choice; changed by this tournament",
            "Istaka’nın seçimi; bu turnuvada değiştirildi",
        ),
        ("house rule", "this tournament's choice", "bu turnuvanın seçimi"),
    ],
)
def test_source_is_named(source, english, turkish):
    with translation.override("en"):
        assert rule_source_label(source) == english
    with translation.override("tr"):
        assert rule_source_label(source) == turkish


@pytest.mark.parametrize("code", SOURCES)
def test_no_source_is_shown_as_a_code(code):
    with translation.override("en"):
        assert code not in rule_source_label(code)
        assert code not in place_label(f"{code} VI")


@pytest.mark.parametrize(
    ("source", "mark"),
    [
        ("S0 VI", '<span class="src">guide VI</span>'),
        ("S4, inherited", '<span class="src">Wikipedia, adopted</span>'),
        ("chosen", '<span class="badge">Istaka&#x27;s choice</span>'),
        ("S4, against S0 I", '<span class="badge bad">Wikipedia; guide I says otherwise</span>'),
        ("house rule", '<span class="badge warn">this tournament&#x27;s choice</span>'),
    ],
)
def test_rule_from_another_source_stands_out(source, mark):
    with translation.override("en"):
        assert source_mark(source) == mark
