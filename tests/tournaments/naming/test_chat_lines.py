from __future__ import annotations

import pytest

from tournaments.naming.chat_lines import strip_decoration, strip_remarks, strip_sender
from tournaments.naming.entry_lines import read_entry_lines
from tournaments.naming.line_checks import EntryLine
from tournaments.naming.line_problems import DoubtKind, LineProblem
from tournaments.naming.phone_numbers import find_phones

ALI_AND_ECE = ("Ali Kaya", "Ece Demir")


def read_one(text: str, *, singles: bool = False) -> EntryLine:
    (line,) = read_entry_lines(text, singles=singles)
    return line


@pytest.mark.parametrize(
    "typed",
    [
        "1️⃣ Ali Kaya - Ece Demir ✅",
        "1️⃣2️⃣ Ali Kaya - Ece Demir",
        "👉🏽 Ali Kaya / Ece Demir ✔️",
        "▪️ *Ali Kaya* - _Ece Demir_",
        "❶ Ali Kaya ➖ - Ece Demir 🏆",
        "① Ali Kaya - Ece Demir √",
        "\u200e• Ali Kaya - Ece Demir\u2069",
        "Ali Kaya - Ece Demir (ödendi)",
        "Ali Kaya - Ece Demir ÖDENDİ ✅",
        "Ali Kaya - Ece Demir - ödendi",
        "Ali Kaya (geliyor) - Ece Demir (tamam)",
        "[20.11.2026 19:03] Nermin: Ali Kaya - Ece Demir",
        "[20.11.2026, 19:03:11] ~ Nermin K.: Ali Kaya - Ece Demir",
        "[19:03, 20.11.2026] +90 532 111 22 33: Ali Kaya - Ece Demir",
        "20.11.2026 19:03 - Nermin: Ali Kaya - Ece Demir",
        "20.11.2026, ÖS 7:03 - Nermin: Ali Kaya - Ece Demir",
        "11/20/26, 7:03\u202fPM - Nermin: 3) Ali Kaya - Ece Demir",
    ],
)
def test_signs_of_a_chat_are_taken_off(typed):
    line = read_one(typed)
    assert (line.players, line.name, line.problems, line.doubts) == (ALI_AND_ECE, "Kaya – Demir", (), ())


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("Ali Kaya - Ece Demir (yedek)", "yedek"),
        ("Ali Kaya - Ece Demir yedek", "yedek"),
        ("YEDEK: Ali Kaya - Ece Demir", "YEDEK"),
        ("İptal - Ali Kaya - Ece Demir", "İptal"),
        ("Ali Kaya - Ece Demir (Bornova)", "Bornova"),
        ("Ali Kaya - Ece Demir gelmiyor", "gelmiyor"),
        ("Ali Kaya - Ece Demir?", "?"),
        ("~Ali Kaya - Ece Demir~", "Ali Kaya - Ece Demir"),
        ("Ali Kaya - Ece Demir ❌", "❌"),
        ("❌ 1. Ali Kaya - Ece Demir", "❌"),
        ("Ali Kaya - Ece Demir iptal ❌", "❌, iptal"),
        ("Ali Kaya - Ece Demir (ödemedi)", "ödemedi"),
        ("Ali Kaya - Ece Demir not paid", "not paid"),
        ("Ali Kaya ✅ - Ece Demir", "✅"),
        ("Ali Kaya (ödendi) - Ece Demir", "ödendi"),
    ],
)
def test_other_remarks_are_asked_about(typed, text):
    line = read_one(typed)
    assert (line.players, line.problems) == (ALI_AND_ECE, ())
    assert [(doubt.kind, doubt.text) for doubt in line.doubts] == [(DoubtKind.REMARK, text)]


@pytest.mark.parametrize(
    "typed",
    [
        "Ali Kaya - Ece Demir ✅",
        "✅ 1. Ali Kaya - Ece Demir",
        "1) ✔️ Ali Kaya - Ece Demir",
        "Ali Kaya ☑️ - Ece Demir ☑️",
        "Ali Kaya - Ece Demir (ödendi)",
        "Ali Kaya - Ece Demir (✅ ödendi)",
        "Ali Kaya - Ece Demir ödeme ok",
        "Ali Kaya - Ece Demir 200 TL ödendi geliyor",
        "Ödendi: Ali Kaya - Ece Demir",
        "Kaya – Demir; Ali Kaya; Ece Demir ✅; ; 1450",
    ],
)
def test_remark_about_payment_marks_the_pair_as_paid(typed):
    line = read_one(typed)
    assert (line.players, line.name, line.paid) == (ALI_AND_ECE, "Kaya – Demir", True)
    assert (line.problems, line.doubts) == ((), ())


@pytest.mark.parametrize("remark", ["200 TL", "(200₺)", "- 200 TL"])
def test_price_beside_the_names_may_be_due_or_paid(remark):
    line = read_one(f"Ali Kaya - Ece Demir {remark}")
    assert (line.players, line.paid, line.amount) == (ALI_AND_ECE, False, remark.strip("()- "))


def test_only_a_tick_without_words_may_mean_something_else():
    assert [
        read_one(f"Ali Kaya - Ece Demir {remark}").tick for remark in ("✅", "✅ (ödendi)", "(ödendi)")
    ] == [
        "✅",
        "",
        "",
    ]


def test_pairs_below_a_heading_of_reserves_are_asked_about():
    first, second = read_entry_lines("Ali Kaya - Ece Demir\n\nYEDEKLER 👇\nCan Öz - Su Ak")
    assert (first.doubts, [doubt.text for doubt in second.doubts]) == ((), ["YEDEKLER"])


@pytest.mark.parametrize(
    "typed", ["20 Kasım Cuma 20:00 - 101 Turnuvası", "Katılımcılar - Kesin Liste", "Oyuncular / Kadro"]
)
def test_title_of_a_list_is_asked_about(typed):
    assert DoubtKind.TITLE in [doubt.kind for doubt in read_one(typed).doubts]


@pytest.mark.parametrize("message", ["Tamam", "ben de varım beni de yazın lütfen"])
def test_message_without_a_name_is_asked_about_in_singles(message):
    assert read_one(f"[20.11.2026 19:03] Nermin: {message}", singles=True).doubts
    assert not read_one("[20.11.2026 19:03] Nermin: Cem Al", singles=True).doubts


@pytest.mark.parametrize(
    ("typed", "phones"),
    [
        ("Ali Kaya 0532 111 22 33 - Ece Demir 05332223344", ("0532 111 22 33", "05332223344")),
        ("Ali Kaya (0532 111 22 33) / Ece Demir", ("0532 111 22 33", "")),
        ("Ali Kaya - Ece Demir tel: 0 532 111 22 33", ("", "0 532 111 22 33")),
        (
            "Ali Kaya; 0532 111 22 33; Ece Demir; +90 (533) 222-33-44",
            ("0532 111 22 33", "+90 (533) 222-33-44"),
        ),
        ("Ali Kaya - Ece Demir - 532 111 22 33", ("", "532 111 22 33")),
        ("0532 111 22 33 Ali Kaya - Ece Demir", ("0532 111 22 33", "")),
    ],
)
def test_phone_numbers_become_no_part_of_a_name(typed, phones):
    line = read_one(typed)
    assert (line.players, line.found_phones, line.problems) == (ALI_AND_ECE, phones, ())


def test_phone_between_columns_shifts_none():
    line = read_one("Kuzey; Ali Kaya; Ece Demir; 0532 111 22 33; Kordon; 1450")
    assert (line.name, line.players, line.club, line.rating) == ("Kuzey", ALI_AND_ECE, "Kordon", 1450)


def test_phone_alone_is_no_player():
    line = read_one("0532 111 22 33", singles=True)
    assert line.problems == (LineProblem.EMPTY_NAME,)


@pytest.mark.parametrize("text", ["20.11.2026", "2026-11-20", "Ali Kaya 1450", "61 Trabzon 1967"])
def test_other_numbers_are_no_phones(text):
    assert find_phones(text) == []


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Kuzey: Ali Kaya, Ece Demir", "Kuzey"),
        ("Kuzey : Ali Kaya - Ece Demir", "Kuzey"),
        ("3. takım: Ali Kaya - Ece Demir", "Kaya – Demir"),
    ],
)
def test_name_of_the_pair_may_end_with_a_colon(typed, name):
    line = read_one(typed)
    assert (line.name, line.players) == (name, ALI_AND_ECE)


@pytest.mark.parametrize(
    "name", ["Ayşe-Nur O'Neil", "Ali Kaya (2)", "Ece Ok", "Ayşe K.", "Şule Çağ", "ʻAlí Ñu"]
)
def test_names_stay_as_they_are(name):
    assert read_one(name, singles=True).players == (name,)
    assert strip_decoration(name) == strip_remarks(name).text == strip_sender(name) == name
