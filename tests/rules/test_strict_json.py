import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.okey101.reports import parse_report_text
from rules.hands import Opening
from rules.judge import judge_line
from rules.localized_text import Text
from rules.strict_json import (
    Malformed,
    RepeatedKeys,
    decode,
    quote_names,
    read_choice,
    read_flag,
    read_list,
    read_members,
    read_number,
    read_object,
    read_text,
)
from tests.rules.hand_builders import finished

GOOD = json.dumps(finished())

BROKEN = {
    "nothing": b"",
    "a blank": b" ",
    "no json": b"el bitti",
    "half an object": b'{"outcome": ',
    "two objects": b"{} {}",
    "broken utf-8": b'{"finisher": "\xff\xfe"}',
    "a byte order mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "utf-16": GOOD.encode("utf-16"),
    "NaN": b'{"outcome": NaN}',
    "Infinity": b'{"outcome": -Infinity}',
    "5,000 digits": b'{"outcome": ' + b"9" * 5000 + b"}",
    "a key twice": b'{"outcome": "deck_exhausted", "outcome": "deck_exhausted", "seats": {}}',
    "a key twice, deeper": b'{"outcome": "deck_exhausted", "seats": {"A1": {}, "A1": {}}}',
    "an escaped half character": b'{"outcome": "finished", "seats": {}, "finisher": "\\ud83d"}',
    "100,000 brackets": b"[" * 100_000,
    "100,000 objects": b'{"seats":' * 100_000,
    "100,000 closed": b"[" * 100_000 + b"]" * 100_000,
}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
def test_broken_text_is_malformed(line):
    with pytest.raises(Malformed):
        parse_report_text(line)
    answer = judge_line(line)
    assert [error["code"] for error in answer["errors"]] == ["malformed_hand"]


@pytest.mark.parametrize("text", ["", "el bitti", b"\xff", "NaN", "[Infinity]", '{"points": -Infinity}'])
def test_invalid_json_says_so(text):
    with pytest.raises(Malformed) as refused:
        decode(text)
    assert refused.value.message == Text("Geçerli bir JSON değil.", "This is not valid JSON.")


REFUSED = [
    (read_object, [], Text("bir JSON nesnesi olmalı.", "must be a JSON object.")),
    (read_object, RepeatedKeys(a=1), Text("bir anahtar iki kez yazılmış.", "a key is written twice.")),
    (read_object, {5: 1}, Text("bir metin olmalı.", "must be a string.")),
    (partial(read_members, allowed=["a"]), None, Text("bir JSON nesnesi olmalı.", "must be a JSON object.")),
    (
        partial(read_members, allowed=["a"]),
        {"a": 1, "b": 2, "c": None},
        Text("bilinmeyen anahtar: “b”, “c”.", "unknown key: “b”, “c”."),
    ),
    (read_list, "r7", Text("bir liste olmalı.", "must be a list.")),
    (read_text, 5, Text("bir metin olmalı.", "must be a string.")),
    (read_text, "\ud800", Text("bozuk karakter içeriyor.", "contains a broken character.")),
    (read_number, True, Text("tam sayı olmalı.", "must be a whole number.")),
    (read_number, "5", Text("tam sayı olmalı.", "must be a whole number.")),
    (read_number, 10_001, Text("10.000’den büyük olamaz.", "cannot be over 10,000.")),
    (read_flag, 1, Text("true ya da false olmalı.", "must be true or false.")),
    (partial(read_choice, choices=Opening), 5, Text("bir metin olmalı.", "must be a string.")),
    (
        partial(read_choice, choices=Opening),
        "both",
        Text("şunlardan biri olmalı: none, series, pairs.", "must be one of none, series, pairs."),
    ),
]


@pytest.mark.parametrize(("where", "place"), [("seats.B1", "seats.B1: "), ("", "")])
@pytest.mark.parametrize(("read", "value", "why"), REFUSED)
def test_refusal_says_where_and_why_in_both_languages(read, value, why, where, place):
    with pytest.raises(Malformed) as refused:
        read(value, where)
    assert refused.value.message == Text(place + why.tr, place + why.en)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["r7"], "“r7”"),
        (list("abcde"), "“a”, “b”, “c”, “d”, “e”"),
        (list("abcdef"), "“a”, “b”, “c”, “d”, “e”, …"),
        (["ş" * 40, "ş" * 41], f"“{'ş' * 40}”, “{'ş' * 40}”"),
    ],
)
def test_five_foreign_names_are_quoted_with_forty_letters_each(names, text):
    assert quote_names(names) == text


TEN_MEGABYTES = 10_000_000
HEAVY = {
    "a text": b'{"finisher": "' + b"A" * TEN_MEGABYTES + b'"}',
    "digits": b'{"outcome": ' + b"1" * TEN_MEGABYTES + b"}",
    "a fraction": b'{"outcome": 0.' + b"1" * TEN_MEGABYTES + b"}",
    "tiles": b'{"seats": {"A1": {"rack": {"tiles": [' + b'"r7",' * (TEN_MEGABYTES // 5) + b'"r7"]}}}}',
    "seats": b'{"outcome": "finished", "seats": {'
    + b",".join(b'"%d":{}' % number for number in range(100_000))
    + b"}}",
    "brackets": b"[" * TEN_MEGABYTES,
}


@pytest.mark.parametrize("line", HEAVY.values(), ids=HEAVY.keys())
def test_megabytes_get_a_short_answer(line):
    answer = judge_line(line)
    assert answer["ok"] is False
    assert len(json.dumps(answer)) < 5000


def test_text_and_bytes_are_parsed_alike():
    assert parse_report_text(GOOD) == parse_report_text(GOOD.encode())


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(line):
    assert judge_line(line)["ok"] is False


@given(st.integers(0, len(GOOD)), st.text(max_size=3), st.integers(0, 6))
def test_damaged_hand_gets_a_serializable_answer(place, inserted, removed):
    damaged = GOOD[:place] + inserted + GOOD[place + removed :]
    json.dumps(judge_line(damaged.encode("utf-8", "surrogatepass")), ensure_ascii=False).encode()
