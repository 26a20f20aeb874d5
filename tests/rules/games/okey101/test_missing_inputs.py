from dataclasses import replace
from typing import Any

from rules.games.okey101.missing_inputs import seats_missing_inputs
from rules.games.okey101.reports import parse_report
from rules.games.okey101.rulesets import PRESETS
from rules.games.okey101.switches import PartnerCancels

SPARED = PRESETS["101-pairs"]
CHARGED = replace(SPARED, partner_cancels=PartnerCancels.NOTHING)
SEATS: dict[str, Any] = {
    "A1": {"opening": "series"},
    "B1": {"opening": "series", "rack": {"points": 20}},
    "A2": {},
    "B2": {"opening": "none"},
}


def missing_seats(partner: dict[str, Any]) -> list[str]:
    seats = SEATS | {"A2": partner}
    report = parse_report({"outcome": "finished", "finisher": "A1", "seats": seats})
    assert seats_missing_inputs(report, CHARGED, CHARGED) == []
    return seats_missing_inputs(report, SPARED, CHARGED)


def test_partner_no_longer_spared_has_no_opening_reported():
    assert missing_seats({}) == ["A2"]


def test_partner_no_longer_spared_has_no_rack_reported():
    assert missing_seats({"opening": "series"}) == ["A2"]


def test_complete_report_has_no_missing_inputs():
    assert missing_seats({"opening": "series", "rack": {"points": 30}}) == []
    assert missing_seats({"opening": "none"}) == []
