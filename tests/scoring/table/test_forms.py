from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.problems import find_errors
from rules.games.okey101.reports import parse_report, parse_report_text
from rules.games.okey101.rulesets import RuleSet, rule_set
from rules.games.okey101.switches import FalseOkeyValue, OkeyLeft, PartnerCancels
from rules.hands import Finish, HandReport, Infraction, LastTile, Opening, Outcome, Rack, SeatReport
from rules.seats import SEATS_PAIRS
from scoring.table.forms.okey101_choices import FINISHES, finish_name
from scoring.table.forms.okey101_correction import CorrectionForm, correction_initial
from scoring.table.forms.okey101_hand import HandForm

RULES = rule_set("101-pairs")
HAND = {
    "encounter": str(uuid.uuid4()),
    "match": "1",
    "deal": "1",
    "entry_key": str(uuid.uuid4()),
    "end": "A1",
    "A1-opening": "series",
    "B1-opening": "series",
    "B1-points": "30",
    "B2-opening": "pairs",
    "B2-points": "40",
    "B2-okeys": "1",
}


def form(**changes: Any) -> HandForm:
    data = HAND | {name.replace("__", "-"): value for name, value in changes.items()}
    return HandForm({name: value for name, value in data.items() if value is not None}, rules=RULES)


def test_typed_fields_become_a_report():
    typed = form(finish="okey", B1__playable_discard="2")
    assert typed.is_valid_hand
    assert typed.report == HandReport(
        outcome=Outcome.FINISHED,
        finisher="A1",
        finish=Finish(LastTile.OKEY),
        seats={
            "A1": SeatReport(Opening.SERIES),
            "B1": SeatReport(Opening.SERIES, Rack(30), (Infraction("playable_discard", 2),)),
            "A2": SeatReport(opening_reported=False),
            "B2": SeatReport(Opening.PAIRS, Rack(40, 1)),
        },
    )


@pytest.mark.parametrize(("name", "finish"), FINISHES.items())
def test_every_finish_converts_to_its_name_and_back(name, finish):
    assert form(finish=name).report.finish == finish
    assert finish_name(finish) == name


def test_finisher_opening_defaults_to_series():
    assert form(A1__opening=None).report.seats["A1"].opening is Opening.SERIES
    assert form(A1__opening="pairs").report.seats["A1"].opening is Opening.PAIRS


def test_partner_is_optional():
    assert form().asked_seats == ("B1", "B2")
    assert form(A2__opening="series", A2__points="12").report.seats["A2"].rack == Rack(12)


def test_partner_is_asked_if_the_rules_cancel_nothing():
    strict = HandForm(HAND, rules=replace(RULES, partner_cancels=PartnerCancels.NOTHING))
    assert strict.asked_seats == ("B1", "A2", "B2")
    assert strict.unanswered_seats == ["A2"]


def test_an_exhausted_deck_asks_all_four():
    typed = form(end="deck_exhausted", A1__opening=None)
    assert typed.asked_seats == SEATS_PAIRS
    assert typed.unanswered_seats == ["A1", "A2"]


@pytest.mark.parametrize("end", ["all_opened_pairs", ""])
def test_four_pairs_or_a_missing_end_ask_no_seat(end):
    assert form(end=end).asked_seats == ()


def test_direct_finish_asks_no_seat():
    typed = form(
        finish="direct", B1__opening=None, B2__opening=None, B1__points=None, B2__points=None, B2__okeys=None
    )
    assert typed.is_valid_hand
    assert typed.report.seats["B1"] == SeatReport()


def test_four_pairs_imply_the_openings():
    typed = HandForm(
        {name: HAND[name] for name in ("encounter", "match", "deal", "entry_key")}
        | {"end": "all_opened_pairs"},
        rules=RULES,
    )
    assert typed.is_valid_hand
    assert {seat_report.opening for seat_report in typed.report.seats.values()} == {Opening.PAIRS}


def test_missing_opening_is_reported_with_other_problems():
    typed = form(B1__opening=None, B2__points="400")
    assert not typed.is_valid_hand
    assert "opening" in typed.seats["B1"].errors
    assert "points" in typed.seats["B2"].errors


def test_problems_that_depend_on_a_missing_opening_wait():
    typed = form(A1__opening="pairs", B1__opening=None, B2__opening="pairs")
    assert not typed.is_valid_hand
    assert "opening" not in typed.seats["A1"].errors


@pytest.mark.parametrize("nonsense", ["zehn", "3,5", "1e3", "٣x", "99999", "\x00"])
def test_invalid_number_is_kept_and_reported(nonsense):
    typed = form(B1__points=nonsense)
    assert not typed.is_valid_hand
    assert typed.seats["B1"].errors["points"]
    assert typed.seats["B1"]["points"].value() == nonsense


def test_more_infractions_than_a_report_can_hold_are_refused_in_both_languages():
    for language, words in (("tr", "en çok 20 kural hatası"), ("en", "20 infractions")):
        with override(language):
            typed = form(B1__okey_discard="15", B1__playable_discard="6")
            assert not typed.is_valid_hand
            assert words in str(typed.seats["B1"].non_field_errors())


def test_problems_of_the_rules_are_in_the_pages_language():
    wrong = form(B1__points="-1")
    for language, words in (("tr", "sıfırdan küçük"), ("en", "below zero")):
        with override(language):
            typed = form(B1__points="-1")
            typed.add_problems(find_errors(wrong.report, RULES))
            assert words in str(typed.seats["B1"].errors["points"])


def test_form_with_broken_hidden_fields_does_not_name_its_hand():
    assert form().has_valid_hand_id
    for name in ("encounter", "match", "deal", "entry_key"):
        assert not form(**{name: "?"}).has_valid_hand_id


def test_infractions_are_those_of_the_rule_set_in_the_usual_order():
    rising = HandForm(HAND, rules=rule_set("101-rising"))
    codes = [foul["code"] for foul in rising.seats["B1"].infraction_fields]
    assert codes[0] == "playable_discard"
    assert codes[-1] == "okey_lost_from_meld"
    assert len(codes) == len(rising.rules.infractions)


def test_correction_starts_with_the_stored_report():
    report = form(finish="direct_okey", A2__okey_discard="3").report
    data = _as_typed(correction_initial(report, RULES))
    assert CorrectionForm(data, rules=RULES).report == report


@pytest.mark.parametrize(
    ("typed", "left_open"),
    [
        ({}, {"A1", "A2"}),
        ({"A1__opening": "pairs", "A2__opening": "none"}, set()),
        ({"finish": "direct", "B1__opening": "none", "B2__opening": "none"}, set(SEATS_PAIRS)),
        ({"end": "all_opened_pairs"} | {f"{seat}__opening": None for seat in SEATS_PAIRS}, set(SEATS_PAIRS)),
        ({"end": "deck_exhausted", "A2__opening": "none"}, set()),
    ],
)
def test_correction_leaves_implied_openings_empty(typed, left_open):
    seats = correction_initial(form(**typed).report, RULES)["seats"]
    assert {seat for seat, initial in seats.items() if "opening" not in initial} == left_open


def test_correction_shows_tiles_of_a_rack_with_their_count():
    seats: dict[str, Any] = {"A1": {"opening": "series"}, "A2": {}, "B1": {}}
    seats["B2"] = {"opening": "series", "rack": {"tiles": ["k7", "*", "b6"]}}
    report = parse_report({"outcome": "finished", "finisher": "A1", "indicator": "b5", "seats": seats})
    assert correction_initial(report, RULES)["seats"]["B2"] == {
        "opening": "series",
        "points": 13,
        "okeys": 1,
        "tiles": "k7 * b6",
    }


def test_a_correction_needs_a_reason():
    correction = CorrectionForm(HAND | {"version": "1", "reason": "  "}, rules=RULES)
    assert correction.is_valid_hand
    assert not correction.validate_reason()
    assert correction.errors["reason"]


def form_under(rules: RuleSet, **changes: Any) -> HandForm:
    data = HAND | {name.replace("__", "-"): value for name, value in changes.items()}
    return HandForm(data, rules=rules)


def test_indicator_is_required_if_the_okeys_number_counts():
    rules = replace(RULES, okey_face_counts=True)
    assert not form().asks_indicator
    assert form_under(rules).asks_indicator
    typed = form_under(rules, indicator="b5")
    assert typed.report.indicator == "b5"
    with override("tr"):
        assert ("b5", "mavi 5") in form_under(rules).fields["indicator"].choices  # type: ignore[attr-defined]
    missing = form_under(rules)
    missing.add_problems(find_errors(missing.report, rules))
    assert "indicator" in missing.errors
    assert "indicator" in form_under(rules, indicator="*").errors


def test_indicators_have_the_value_of_a_false_okey():
    okeys = {
        code: worth
        for code, _name, worth in form_under(replace(RULES, okey_face_counts=True)).indicator_options
    }
    assert (okeys[""], okeys["b5"], okeys["k13"]) == (None, 6, 1)
    rules = replace(RULES, okey_face_counts=True, false_okey_value=FalseOkeyValue.INDICATOR)
    assert {code: worth for code, _name, worth in form_under(rules).indicator_options}["b5"] == 5


def test_a_correction_keeps_the_indicator():
    rules = replace(RULES, okey_face_counts=True)
    report = form_under(rules, indicator="b5").report
    assert CorrectionForm(_as_typed(correction_initial(report, rules)), rules=rules).report.indicator == "b5"


def test_correction_always_asks_for_the_indicator():
    correction = CorrectionForm(HAND_ID | {"end": "A1", "indicator": "k1"}, rules=RULES)
    assert correction.report.indicator == "k1"
    assert correction.asks_indicator


TAPPED = {"B2__tiles": "k7, * B6", "B2__points": None, "B2__okeys": None}


def test_rack_can_be_entered_by_tiles():
    typed = form(indicator="b5", **TAPPED)
    assert typed.is_valid_hand
    assert typed.report.seats["B2"].rack == Rack(tiles=("k7", "*", "b6"))
    assert typed.report.seats["B1"].rack == Rack(30)
    again = CorrectionForm(_as_typed(correction_initial(typed.report, RULES)), rules=RULES)
    assert again.report.seats == typed.report.seats


def test_tiles_require_an_indicator():
    typed = form(**TAPPED)
    typed.add_problems(find_errors(typed.report, RULES))
    assert "indicator" in typed.errors


@pytest.mark.parametrize(("tiles", "where"), [("k7 k14", "B2"), ("k7 k7 k7", None), ("b5 b5", None)])
def test_impossible_tiles_are_reported(tiles, where):
    typed = form(**TAPPED | {"B2__tiles": tiles, "indicator": "b5"})
    typed.add_problems(find_errors(typed.report, RULES))
    assert "tiles" in typed.seats["B2"].errors if where else typed.messages


@pytest.mark.parametrize(
    ("typed", "agree"),
    [
        ({"B2__points": "13", "B2__okeys": "1"}, True),
        ({"B2__points": "13", "B2__okeys": "0"}, True),
        ({"B2__points": "31"}, False),
        ({"B2__okeys": "2"}, False),
    ],
)
def test_points_must_match_the_tiles(typed, agree):
    checked = form(indicator="b5", **TAPPED | typed)
    assert checked.is_valid_hand is agree
    assert ("tiles" in checked.seats["B2"].errors) is not agree


def test_too_long_rack_is_kept_and_refused():
    typed = form(indicator="b5", **TAPPED | {"B2__tiles": "r7 " * 99})
    assert not typed.is_valid_hand
    assert typed.seats["B2"].errors["tiles"]
    assert typed.seats["B2"]["tiles"].value().startswith("r7 r7")


def test_choices_are_the_finishes_of_the_rules():
    limited = form_under(replace(RULES, double_okey=False))
    names = [name for name, _words in limited.fields["finish"].choices]  # type: ignore[attr-defined]
    assert names == ["plain", "okey", "direct", "direct_okey"]
    assert len(form().fields["finish"].choices) == len(FINISHES)  # type: ignore[attr-defined]


def test_unopened_players_are_asked_for_okeys_if_charged():
    assert not form().asks_unopened
    assert form_under(replace(RULES, okey_left_when_unopened=True)).asks_unopened
    assert not form_under(replace(RULES, okey_left_when_unopened=True, okey_left=OkeyLeft.NONE)).asks_unopened


def test_form_has_the_cost_of_infractions():
    assert form().common_infraction_amount == 101
    mixed = form_under(replace(RULES, infractions={"okey_discard": 50, "invalid_meld": 101}))
    assert mixed.common_infraction_amount is None
    assert [field["amount"] for field in mixed.seats["B1"].infraction_fields] == [50, 101]
    assert form_under(replace(RULES, infractions={})).common_infraction_amount is None


def test_form_has_the_value_of_a_false_okey():
    assert not form().counts_false_okey_as_indicator
    other = replace(RULES, false_okey_value=FalseOkeyValue.INDICATOR)
    assert form_under(other).counts_false_okey_as_indicator


@st.composite
def reports(draw: st.DrawFn) -> HandReport:
    end = draw(st.sampled_from([*SEATS_PAIRS, "deck_exhausted", "all_opened_pairs"]))
    finished = end in SEATS_PAIRS
    seats = {}
    for seat in SEATS_PAIRS:
        opening = draw(st.sampled_from([Opening.SERIES, Opening.PAIRS] if end == seat else list(Opening)))
        points, okeys = draw(st.integers(-5, 200)), draw(st.integers(0, 3))
        fouls = draw(
            st.dictionaries(st.sampled_from(sorted(RULES.infractions)), st.integers(1, 6), max_size=3)
        )
        order = [code for code in form().seats[seat].codes if code in fouls]
        rack = Rack(points, okeys) if points or okeys else None
        seats[seat] = SeatReport(opening, rack, tuple(Infraction(code, fouls[code]) for code in order))
    return HandReport(
        outcome=Outcome.FINISHED if finished else Outcome(end),
        seats=seats,
        finisher=end if finished else None,
        finish=draw(st.sampled_from(list(FINISHES.values()))) if finished else Finish(),
    )


@given(reports())
def test_report_survives_the_form(report):
    data = _as_typed(correction_initial(report, RULES))
    assert CorrectionForm(data, rules=RULES).report == report
    assert parse_report_text(report.to_json()) == report


def _as_typed(initial: dict[str, Any]) -> dict[str, Any]:
    seats = initial.pop("seats")
    typed = {f"{seat}-{name}": str(value) for seat, values in seats.items() for name, value in values.items()}
    return HAND_ID | {name: str(value) for name, value in initial.items()} | typed


HAND_ID = {name: HAND[name] for name in ("encounter", "match", "deal", "entry_key")} | {
    "version": "1",
    "reason": "x",
}
