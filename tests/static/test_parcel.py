"""Hands on their way to another laptop: what is packed is read, and nothing else."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "table/unsent/parcel"
TABLE = "7b086adf-5168-4287-ab86-fa1630fff558"
HAND: dict[str, Any] = {
    "key": "0b0f7a52-18a4-4d3f-9d2e-7b4c0a1d2e3f",
    "table": TABLE,
    "encounter": "2578d0f7-5008-4244-a11f-f47f29c846db",
    "address": f"/table/{TABLE}/hand/outbox/",
    "page": f"/en/table/{TABLE}/",
    "action": f"/table/{TABLE}/hand/",
    "fields": [["end", "A1"], ["after", ""]],
    "title": "3. El — Işık & Öz",
    "number": 3,
    "isVoid": False,
    "lines": ["Kaya: 12", "#%&=é"],
    "enteredAt": 1796000000000,
}


def sent(*hands: Any) -> str:
    return "#unsent=" + quote(json.dumps(hands))


def test_what_is_packed_arrives_and_only_what_a_hand_is_made_of(modules: Modules) -> None:
    kept = [{**HAND, "state": "refused", "more": "x"}, HAND]
    packed = modules.answers(MODULE, "fragmentOf", {"": [kept]})[""]
    assert packed.startswith("#unsent=")
    assert modules.answers(MODULE, "handsIn", {"": [packed, TABLE]})[""] == [HAND, HAND]


def test_an_address_without_hands_says_nothing(modules: Modules) -> None:
    cases = {one: [one, TABLE] for one in ("", "#", "#screen", "#unsent")}
    assert modules.answers(MODULE, "handsIn", cases) == dict.fromkeys(cases)


def test_what_can_t_be_hands_of_this_table_is_left(modules: Modules) -> None:
    other = "11111111-5168-4287-ab86-fa1630fff558"
    changes: dict[str, dict[str, Any]] = {
        "of another table": {"table": other},
        "sent to another table": {"address": f"/table/{other}/hand/outbox/"},
        "sent elsewhere": {"address": "https://example.org/"},
        "sent out of the table": {"address": f"/table/{TABLE}/../../manage/"},
        "another page": {"page": "//example.org/"},
        "a script": {"action": "javascript:alert(1)"},
        "a key of nobody": {"key": "a"},
        "no encounter": {"encounter": None},
        "fields that are none": {"fields": [["end"]]},
        "fields that are words": {"fields": "end"},
        "lines that are things": {"lines": [{}]},
        "a title as long as a page": {"title": "x" * 101},
        "no number": {"number": "3"},
        "no time": {"enteredAt": None},
    }
    cases = {name: [sent({**HAND, **change}), TABLE] for name, change in changes.items()}
    cases |= {
        "one beside good ones": [sent(HAND, {**HAND, "table": other}), TABLE],
        "too many": [sent(*[HAND] * 61), TABLE],
        "no list": ["#unsent=" + quote(json.dumps(HAND)), TABLE],
        "nothing": ["#unsent=", TABLE],
        "half a sign": ["#unsent=%E0%A4%A", TABLE],
        "null": [sent(None), TABLE],
    }
    assert modules.answers(MODULE, "handsIn", cases) == {name: [] for name in cases}


def test_an_address_is_read_as_somebody_types_it(modules: Modules) -> None:
    cases = {
        "192.168.1.30:8080": "http://192.168.1.30:8080",
        " http://192.168.1.30:8080/en/manage/ ": "http://192.168.1.30:8080",
        "HTTPS://Okey.example.org": "https://okey.example.org",
        "laptop.local": "http://laptop.local",
        "http://": "",
        "": "",
        "a b": "",
        "javascript:alert(1)": "",
    }
    assert modules.answers(MODULE, "originOf", {typed: [typed] for typed in cases}) == cases
