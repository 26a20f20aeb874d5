from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.static.conftest import Modules

pytestmark = pytest.mark.browser

MODULE = "table/unsent/hand-transfer"
TABLE = "7b086adf-5168-4287-ab86-fa1630fff558"
HAND: dict[str, Any] = {
    "table": TABLE,
    "fields": [["end", "A1"], ["after", "#%&=é"]],
}


def unsent_fragment(*hands: Any) -> str:
    return "#unsent=" + quote(json.dumps(hands))


def test_packed_hands_arrive_with_only_their_own_fields(modules: Modules) -> None:
    hands = [{**HAND, "address": "/manage/", "title": "Hand 9", "lines": ["B1: 99"]}, HAND]
    packed = modules.answers(MODULE, "fragmentOf", {"": [hands]})[""]
    assert packed.startswith("#unsent=")
    assert modules.answers(MODULE, "handsIn", {"": [packed, TABLE]})[""] == [HAND, HAND]


def test_address_without_hands_gives_nothing(modules: Modules) -> None:
    cases = {fragment: [fragment, TABLE] for fragment in ("", "#", "#screen", "#unsent")}
    assert modules.answers(MODULE, "handsIn", cases) == dict.fromkeys(cases)


def test_invalid_hands_are_dropped(modules: Modules) -> None:
    other = "11111111-5168-4287-ab86-fa1630fff558"
    changes: dict[str, dict[str, Any]] = {
        "of another table": {"table": other},
        "fields that are none": {"fields": [["end"]]},
        "fields that are words": {"fields": "end"},
        "fields that are things": {"fields": [[{}, "A1"]]},
        "a field as long as a book": {"fields": [["end", "x" * 2001]]},
    }
    cases = {name: [unsent_fragment({**HAND, **change}), TABLE] for name, change in changes.items()}
    cases |= {
        "one beside good ones": [unsent_fragment(HAND, {**HAND, "table": other}), TABLE],
        "too many": [unsent_fragment(*[HAND] * 61), TABLE],
        "no list": ["#unsent=" + quote(json.dumps(HAND)), TABLE],
        "nothing": ["#unsent=", TABLE],
        "half a sign": ["#unsent=%E0%A4%A", TABLE],
        "null": [unsent_fragment(None), TABLE],
    }
    assert modules.answers(MODULE, "handsIn", cases) == {name: [] for name in cases}


def test_typed_addresses_are_parsed(modules: Modules) -> None:
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
