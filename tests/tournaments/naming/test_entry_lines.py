from __future__ import annotations

import pytest

from tournaments.naming.entry_lines import MAX_LINE_LENGTH, EntryRow, read_entry_lines, read_entry_rows
from tournaments.naming.line_checks import EntryLine
from tournaments.naming.line_problems import LineError, LineProblem


def read_one(text: str, **taken) -> EntryLine:
    (line,) = read_entry_lines(text, **taken)
    return line


def problems_of(text: str, **taken) -> list[tuple[LineProblem, ...]]:
    return [line.problems for line in read_entry_lines(text, **taken)]


def test_a_line_is_a_name_and_two_players():
    assert read_one("Kordon; Ayşe Işık; Can Öz") == EntryLine(
        1, "Kordon; Ayşe Işık; Can Öz", "Kordon", ("Ayşe Işık", "Can Öz")
    )


def test_pair_without_name_is_named_by_its_surnames():
    line = read_one("Ayşe Nur Işık; Can Öz")
    assert (line.name, line.players, line.problems) == ("Işık – Öz", ("Ayşe Nur Işık", "Can Öz"), ())


@pytest.mark.parametrize(
    "typed",
    [
        "Kordon\tAyşe Işık\tCan Öz",
        "  Kordon ;Ayşe   Işık;  Can Öz  ",
        "Kordon; Ayşe Işık; Can Öz;",
        "\ufeff1. Kordon; Ayşe\u200e Işık; Can Öz",
        "Kordon\tAyşe Işık\tCan Öz\t\t\t",
    ],
)
def test_tabs_spaces_and_empty_cells_at_the_end_do_not_matter(typed):
    line = read_one(typed)
    assert (line.name, line.players, line.problems) == ("Kordon", ("Ayşe Işık", "Can Öz"), ())
    assert line.typed == typed


def test_blank_lines_are_skipped_but_numbered():
    lines = read_entry_lines("\nKordon; Ayşe; Can\r\n   \r\nBostanlı; Ece; Efe")
    assert [(line.number, line.name) for line in lines] == [(2, "Kordon"), (4, "Bostanlı")]


def test_line_of_totals_is_no_entry():
    lines = read_entry_lines("Kordon; Ayşe; Can\nTOPLAM: 11 takım, 2.750 TL\nToplam; Ece; Efe")
    assert [line.number for line in lines] == [1, 3]


def test_empty_text_has_no_lines():
    assert read_entry_lines(" \n\n") == []


@pytest.mark.parametrize("typed", ["Ayşe Işık", "a; b; c; d; 5; f", "a; b; c; ; ; d", "a - b - c - d"])
def test_line_with_wrong_number_of_columns_is_an_error(typed):
    line = read_one(typed)
    assert line.problems == (LineProblem.PARTS,)
    assert (line.name, line.players) == ("", ())


@pytest.mark.parametrize(
    "typed", ["; Ayşe Işık; Can Öz", "Kordon; ; Can Öz", "Kordon; Ayşe Işık; ", "; Can Öz", "Kordon;", ";;;"]
)
def test_empty_column_is_a_missing_name(typed):
    assert read_one(typed).problems == (LineProblem.EMPTY_NAME,)


def test_pair_name_is_not_taken_for_a_missing_player():
    assert read_one("Kordon; Ayşe Işık;").problems == (LineProblem.EMPTY_NAME,)


@pytest.mark.parametrize(
    "typed", ["{}; Ayşe; Can", "Kordon; {}; Can", "Kordon; Ayşe; {}", "{}; Can", "Kordon; Ayşe; Can; {}"]
)
def test_name_has_at_most_eighty_letters(typed):
    assert read_one(typed.format("ş" * 81)).problems == (LineProblem.TOO_LONG,)
    assert LineProblem.TOO_LONG not in read_one("{}; Ayşe; Can".format("ş" * 80)).problems


def test_two_long_surnames_can_exceed_the_limit():
    assert read_one(f"Ali {'a' * 60}; Veli {'b' * 60}").problems == (LineProblem.TOO_LONG,)


@pytest.mark.parametrize(
    ("typed", "club", "rating"),
    [
        ("Kordon; Ayşe; Can; Alsancak  Spor", "Alsancak Spor", None),
        ("Kordon; Ayşe; Can; Alsancak; 1450", "Alsancak", 1450),
        ("Kordon\tAyşe\tCan\t\t0\t", "", 0),
        ("Kordon; Ayşe; Can; ; 99999", "", 99999),
    ],
)
def test_club_and_rating_may_follow(typed, club, rating):
    line = read_one(typed)
    assert (line.name, line.players, line.problems) == ("Kordon", ("Ayşe", "Can"), ())
    assert (line.club, line.rating) == (club, rating)


@pytest.mark.parametrize("rating", ["-1", "1.5", "100000", "çok", "１２", "9" * 900])
def test_a_rating_is_a_plain_number_in_range(rating):
    assert read_one(f"Kordon; Ayşe; Can; Alsancak; {rating}").problems == (LineProblem.RATING,)


@pytest.mark.parametrize(
    ("typed", "club", "rating"),
    [("Ayşe  Işık", "", None), ("Ayşe Işık; Alsancak", "Alsancak", None), ("Ayşe Işık;;1450;", "", 1450)],
)
def test_line_of_singles_is_one_player(typed, club, rating):
    line = read_one(typed, singles=True)
    assert (line.name, line.players, line.problems) == ("Ayşe Işık", ("Ayşe Işık",), ())
    assert (line.club, line.rating) == (club, rating)


def test_namesakes_in_singles_are_an_error():
    lines = read_entry_lines(
        "Ayşe\nCan\nAYŞE\n;x\na;b;1;d", singles=True, taken_names=["can"], taken_players=["Ayşe"]
    )
    assert [line.problems for line in lines] == [
        (),
        (LineProblem.NAME_TAKEN,),
        (LineProblem.NAME_TWICE,),
        (LineProblem.EMPTY_NAME,),
        (LineProblem.PARTS,),
    ]


def test_player_cannot_be_their_own_partner():
    assert read_one("Kordon; Işıl IŞIK; ışıl ışık").problems == (LineProblem.SAME_PLAYER,)
    assert read_one("Kordon; Işıl Işık; İşıl Işık").problems == ()


def test_taken_name_is_recognized_in_any_case():
    assert read_one("KIRLANGIÇ; Ayşe; Can", taken_names=["Kırlangıç"]).problems == (LineProblem.NAME_TAKEN,)
    assert read_one("KIRLANGIÇ; Ayşe; Can", taken_names=["kirlangiç"]).problems == ()


def test_pairs_with_the_same_surnames_are_named_by_whole_names():
    lines = read_entry_lines(
        "Ali Işık - Ece Öz\nCan Işık - Su Öz\nOya Işık - Nil Öz", taken_names=["ışık – öz"]
    )
    assert [(line.name, line.problems) for line in lines] == [
        ("Ali Işık – Ece Öz", ()),
        ("Can Işık – Su Öz", ()),
        ("Oya Işık – Nil Öz", ()),
    ]
    again = read_one("Ali Işık - Ece Ün", taken_names=["Işık – Öz"], taken_players={"Ali Işık": "Işık – Öz"})
    assert again.problems == (LineProblem.PLAYER_TAKEN,)


def test_typed_name_is_an_error_even_if_it_is_the_automatic_one():
    text = "Ali Işık - Ece Öz\nIşık – Öz; Can Işık; Su Öz"
    assert problems_of(text) == [(), (LineProblem.NAME_TWICE,)]


def test_second_line_with_the_same_name_is_an_error():
    text = "Kordon; Ayşe; Can\nKORDON; Ece; Efe"
    assert problems_of(text) == [(), (LineProblem.NAME_TWICE,)]


def test_duplicate_player_is_reported_with_the_other_pair():
    _first, second = read_entry_lines("Kordon; Ayşe; Can\nBostanlı; Ece; AYŞE")
    assert second.line_errors == (LineError(LineProblem.PLAYER_TWICE, "Ayşe", "Kordon", 1),)
    taken = {"ayşe": "Alsancak", "Can": "Konak"}
    assert read_one("Kordon; Ayşe; CAN", taken_players=taken).line_errors == (
        LineError(LineProblem.PLAYER_TAKEN, "Ayşe", "Alsancak"),
        LineError(LineProblem.PLAYER_TAKEN, "Can", "Konak"),
    )
    assert read_one("Kordon; Ayşe; Can", taken_names={"KORDON": "Ece, Efe"}).line_errors == (
        LineError(LineProblem.NAME_TAKEN, "Ece, Efe", "Kordon"),
    )
    lines = read_entry_lines("\nKordon; Ayşe; Can\nKORDON; Ece; Efe\nkordon; Su; Ada")
    assert [line.line_errors for line in lines] == [
        (),
        (LineError(LineProblem.NAME_TWICE, pair="KORDON", line=2),),
        (LineError(LineProblem.NAME_TWICE, pair="kordon", line=2),),
    ]


def test_pair_entered_or_listed_before_has_one_error():
    entered = {"taken_names": {"Kordon": "Ayşe, Can"}, "taken_players": {"ayşe": "Kordon", "Can": "Kordon"}}
    for line in ("Kordon; Ayşe; CAN", "can - ayşe"):
        assert read_one(line, **entered).line_errors == (LineError(LineProblem.PAIR_TAKEN, pair="Kordon"),)
    _first, second = read_entry_lines("Kordon; Ayşe; Can\nCan - Ayşe")
    assert second.line_errors == (LineError(LineProblem.PAIR_TWICE, pair="Kordon", line=1),)
    assert read_one("Kordon; Ayşe; Ece", **entered).line_errors == (
        LineError(LineProblem.PLAYER_TAKEN, "Ayşe", "Kordon"),
    )


AYSE_AND_CAN = ("Işık – Öz", ("Ayşe-Nur Işık", "Can Öz"))


@pytest.mark.parametrize(
    "typed",
    [
        "Ayşe-Nur Işık, Can Öz",
        "Ayşe-Nur Işık / Can Öz",
        "Ayşe-Nur Işık/Can Öz",
        "Ayşe-Nur Işık - Can Öz",
        "Ayşe-Nur Işık -Can Öz",
        "Ayşe-Nur Işık – Can Öz",
        "Ayşe-Nur Işık—Can Öz",
        "Ayşe-Nur Işık | Can Öz",
        "Ayşe-Nur Işık & Can Öz",
        "Ayşe-Nur Işık+Can Öz",
        "Ayşe-Nur Işık ve Can Öz",
        "Ayşe-Nur Işık ile Can Öz",
        "Ayşe-Nur Işık and Can Öz",
        "AYŞE-NUR IŞIK VE CAN ÖZ",
        "Işık, Ayşe-Nur;Öz, Can",
        "Işık, Ayşe-Nur | Öz, Can",
        "Işık, Ayşe-Nur & Öz, Can",
        "Işık, Ayşe-Nur / Öz, Can",
        "Işık, Ayşe-Nur ve Öz, Can",
        "Ayşe-Nur Işık\tCan Öz",
        "1. Ayşe-Nur Işık - Can Öz",
        "1) Ayşe-Nur Işık, Can Öz",
        "(1) Ayşe-Nur Işık / Can Öz",
        "• Ayşe-Nur Işık - Can Öz",
        "- Ayşe-Nur Işık - Can Öz",
    ],
)
def test_two_players_are_split_by_any_separator(typed):
    line = read_one(typed)
    assert (line.name, line.players, line.problems) == (*AYSE_AND_CAN, ())


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Kordon, Ayşe Işık, Can Öz", ("Kordon", ("Ayşe Işık", "Can Öz"), "", None)),
        ("Kordon | Ayşe Işık | Can Öz | Konak | 1450", ("Kordon", ("Ayşe Işık", "Can Öz"), "Konak", 1450)),
        ("Kordon - Ayşe Işık & Can Öz", ("Kordon", ("Ayşe Işık", "Can Öz"), "", None)),
        ("Ayşe Işık & Can Öz; Konak; 1450", ("Işık – Öz", ("Ayşe Işık", "Can Öz"), "Konak", 1450)),
        ("Işık, Ayşe;Öz, Can;Konak", ("Işık – Öz", ("Ayşe Işık", "Can Öz"), "Konak", None)),
        ("Kordon;Işık, Ayşe;Öz, Can;Konak, İzmir", ("Kordon", ("Ayşe Işık", "Can Öz"), "Konak, İzmir", None)),
        ("Metin And - Can Öz", ("And – Öz", ("Metin And", "Can Öz"), "", None)),
        ("Ali ve Ece; Ali Işık; Ece Öz", ("Ali ve Ece", ("Ali Işık", "Ece Öz"), "", None)),
        ("Kordon - Ayşe Işık - Can Öz", ("Kordon", ("Ayşe Işık", "Can Öz"), "", None)),
        ("Kordon/Ayşe Işık/Can Öz", ("Kordon", ("Ayşe Işık", "Can Öz"), "", None)),
        ("Kordon; Ayşe Işık - Can Öz; Konak; 1450", ("Kordon", ("Ayşe Işık", "Can Öz"), "Konak", 1450)),
        ("Kordon; Ayşe Işık, Can Öz", ("Kordon", ("Ayşe Işık", "Can Öz"), "", None)),
        ("Ayşe Işık - Can Öz; Konak / Merkez; 1450", None),
        ("Ayşe Işık - Can Öz; Konak; 1450", ("Işık – Öz", ("Ayşe Işık", "Can Öz"), "Konak", 1450)),
        ("Ayşe Işık - Can Öz, Konak", ("Işık – Öz", ("Ayşe Işık", "Can Öz"), "Konak", None)),
        ("Işık – Öz; Ayşe Işık; Can Öz", ("Işık – Öz", ("Ayşe Işık", "Can Öz"), "", None)),
        (
            "Kordon; Ayşe Işık; Can Öz; Konak / Merkez",
            ("Kordon", ("Ayşe Işık", "Can Öz"), "Konak / Merkez", None),
        ),
        ("Ayşe Işık Kaya; Can Öz-Su", ("Kaya – Öz-Su", ("Ayşe Işık Kaya", "Can Öz-Su"), "", None)),
    ],
)
def test_columns_and_two_players_in_one_column_combine(typed, read):
    line = read_one(typed)
    if read is None:
        assert line.problems == (LineProblem.SEVERAL,)
    else:
        assert (line.name, line.players, line.club, line.rating) == read
        assert line.problems == ()


@pytest.mark.parametrize("typed", ["Ayşe Işık-Can Öz", "Ayşe-Nur Işık"])
def test_ambiguous_hyphen_is_an_error(typed):
    assert read_one(typed).problems == (LineProblem.HYPHEN,)


@pytest.mark.parametrize(
    "typed", ["Ali - Veli; Ece - Efe", "Kordon, Ali Ak - Veli Er, Konak", "Kordon; Ali; Veli - Can"]
)
def test_two_names_in_one_column_are_an_error(typed):
    assert read_one(typed).problems == (LineProblem.SEVERAL,)


def test_club_and_rating_follow_two_players_in_one_column():
    line = read_one("Ayşe Işık - Can Öz; Konak; 12x")
    assert (line.players, line.club, line.problems) == (
        ("Ayşe Işık", "Can Öz"),
        "Konak",
        (LineProblem.RATING,),
    )


def test_line_numbers_are_removed_and_numbers_in_names_stay():
    numbered = read_entry_lines("1. Ali Kaya - Ece Su\n2. Can Öz - Oya Ay\nNil Er - Efe Ak\n10.Su Az-Ada Uz")
    assert [line.players for line in numbered] == [
        ("Ali Kaya", "Ece Su"),
        ("Can Öz", "Oya Ay"),
        ("Nil Er", "Efe Ak"),
        (),
    ]
    cells = read_entry_lines("1\tAli Kaya\tEce Su\n2\tCan Öz\tOya Ay")
    assert [line.players for line in cells] == [("Ali Kaya", "Ece Su"), ("Can Öz", "Oya Ay")]
    bare = read_entry_lines("1 Ali Kaya - Ece Su\n2 Can Öz - Oya Ay")
    assert [line.players for line in bare] == [("Ali Kaya", "Ece Su"), ("Can Öz", "Oya Ay")]
    some = read_entry_lines(
        "1) Ali Kaya - Ece Su\n2 - Can Öz - Oya Ay\nNil Er - Efe Ak\nSu Az - Ada Uz\nOya Us - Can Ok"
    )
    assert [line.players[:1] for line in some[:3]] == [("Ali Kaya",), ("Can Öz",), ("Nil Er",)]
    named = read_entry_lines("7 Kule; Ali; Ece\nKordon; Can; Oya\nKonak; Nil; Efe")
    assert named[0].name == "7 Kule"
    assert read_one("61 Trabzon; Ali; Ece").name == "61 Trabzon"


def test_singles_accept_bars_and_commas_and_reject_two_players():
    lines = read_entry_lines(
        "1. Ayşe-Nur Işık, Konak, 1450\n2. Can Öz | Konak\n3. Ali Kaya - Ece Su", singles=True
    )
    assert [(line.name, line.club, line.rating, line.problems) for line in lines] == [
        ("Ayşe-Nur Işık", "Konak", 1450, ()),
        ("Can Öz", "Konak", None, ()),
        ("Ali Kaya - Ece Su", "", None, (LineProblem.SEVERAL,)),
    ]


@pytest.mark.parametrize("typed", ["Ali Kaya & Ece Su", "Ali Kaya ve Ece Su", "Ali Kaya + Ece Su;Konak"])
def test_two_names_in_singles_are_an_error(typed):
    assert read_one(typed, singles=True).problems == (LineProblem.SEVERAL,)


@pytest.mark.parametrize(
    ("typed", "name", "club"),
    [
        ("Işık, Ayşe", "Ayşe Işık", ""),
        ("IŞIK, Ayşe, Konak", "Ayşe Işık", "Konak"),
        ("Işık, Ayşe;Konak", "Ayşe Işık", "Konak"),
        ("Ayşe Işık, Konak", "Ayşe Işık", "Konak"),
    ],
)
def test_comma_in_singles_is_inside_the_name_or_before_the_club(typed, name, club):
    line = read_one(typed, singles=True)
    assert (line.players, line.club, line.problems) == ((name,), club, ())


def test_all_problems_of_a_line_are_reported():
    line = read_one("kordon; ayşe; AYŞE", taken_names=["Kordon"], taken_players=["Ayşe"])
    assert line.problems == (
        LineProblem.SAME_PLAYER,
        LineProblem.NAME_TAKEN,
        LineProblem.PLAYER_TAKEN,
    )


def test_every_problem_can_occur():
    occurring = {
        problem
        for text, taken in [
            ("a", {}),
            ("a; ; b", {}),
            (f"{'a' * 81}; b; c", {}),
            ("a; b; b", {}),
            ("a; b; c; d; e", {}),
            ("a; b; c", {"taken_names": ["a"]}),
            ("a; b; c\na; d; e", {}),
            ("a; b; c", {"taken_players": ["b"]}),
            ("a; b; c\nd; c; b", {}),
            ("a; b; c\nd; b; e", {}),
            ("a-b", {}),
            ("a - b; c - d", {}),
            ("1; 2; 3", {}),
            ("a; b; c; d; x", {}),
        ]
        for line_problems in problems_of(text, **taken)
        for problem in line_problems
    }
    rows = [
        EntryRow(1, "a", ("b", "c"), seed="0", pot="x"),
        EntryRow(2, "d", ("e", "f"), seed="2049"),
        EntryRow(3, "g", ("h", "i"), phones=("", "0532")),
        EntryRow(4, "x", ("j", "k"), no_texts=(("A4", "0.5"),)),
        EntryRow(5, "y", ("l", "m"), paid="nakit"),
    ]
    assert [line.problems for line in read_entry_rows(rows)] == [
        (LineProblem.SEED, LineProblem.POT),
        (LineProblem.SEED,),
        (LineProblem.PHONE,),
        (LineProblem.NO_TEXT,),
        (LineProblem.PAID,),
    ]
    occurring |= {LineProblem.SEED, LineProblem.POT, LineProblem.PHONE, LineProblem.NO_TEXT, LineProblem.PAID}
    occurring.update(*problems_of("a; b; c", taken_players={"b": "x", "c": "x"}))
    assert occurring == set(LineProblem)


def test_table_row_is_read_by_its_columns():
    rows = [EntryRow(4, "1. Takım", ("Ali Kaya", "Ece Su"), "Kordon; Spor", "1450", "2", "1")]
    (line,) = read_entry_rows(rows)
    assert (line.number, line.name, line.club, line.rating) == (4, "1. Takım", "Kordon; Spor", 1450)
    assert (line.seed, line.pot, line.problems) == (2, 1, ())
    assert line.typed == "1. Takım; Ali Kaya; Ece Su; Kordon, Spor; 1450"


@pytest.mark.parametrize(
    ("row", "typed"),
    [
        (EntryRow(1, "", ("Ali Kaya", "Ece Su")), "Ali Kaya; Ece Su"),
        (EntryRow(1, "", ("Ali Kaya", "Ece Su"), "Kordon"), "; Ali Kaya; Ece Su; Kordon"),
        (EntryRow(1, "", ("Ali Kaya",), "", "1450"), "Ali Kaya; ; 1450"),
        (EntryRow(1, "Kuzey", ("Ali Kaya", "")), "Kuzey; Ali Kaya;"),
        (EntryRow(1, "", ("Ali Kaya", "")), "Ali Kaya;"),
    ],
)
def test_table_row_can_be_corrected_as_a_line(row, typed):
    assert row.typed == typed


@pytest.mark.parametrize("singles", [True, False])
def test_very_long_line_is_rejected_unread(singles):
    typed = f"Ali{chr(0x301) * MAX_LINE_LENGTH}; Veli"
    (line,) = read_entry_lines(typed, singles=singles)
    assert (line.problems, line.name, line.players) == ((LineProblem.TOO_LONG,), "", ())
    row = EntryRow(1, players=("Ali" + "a" * MAX_LINE_LENGTH, "Veli"))
    assert read_entry_rows([row], singles=singles)[0].problems == (LineProblem.TOO_LONG,)


def test_truth_word_is_a_surname():
    pair, single = read_one("Ali;Doğru"), read_one("Ali Doğru;Yanlış", singles=True)
    assert (pair.players, pair.problems) == (("Ali", "Doğru"), ())
    assert (single.players, single.club, single.problems) == (("Ali Doğru",), "Yanlış", ())


@pytest.mark.parametrize(
    "row",
    [
        EntryRow(1, "", ("Ali Kaya", "Ece Demir"), "Kordon", phones=("0532 111 22 33", "05332223344")),
        EntryRow(1, "", ("Ali Kaya", "Ece Demir"), rating="1450"),
        EntryRow(1, "Kuzey", ("Ali Kaya", "Ece Demir"), "Kordon; İzmir", phones=("", "05332223344")),
        EntryRow(1, "", ("Ali Kaya", "Ece Demir"), phones=("0532 111 22 33",)),
        EntryRow(1, "", ("Ali Kaya",), "Kordon", phones=("0532 111 22 33",)),
    ],
)
def test_row_written_as_a_line_keeps_its_phones_and_automatic_name(row):
    """A line after another pair with the same surnames is free of errors."""
    singles = len(row.players) == 1
    (line,) = read_entry_lines(row.typed, singles=singles, taken_names=[] if singles else ["Kaya – Demir"])
    name = row.name or " – ".join(row.players)
    assert (line.name, line.players, line.problems) == (name, row.players, ())
    assert (line.club, line.rating) == (row.club.replace(";", ","), int(row.rating) if row.rating else None)
    phones = (*row.phones, "", "")[: len(row.players)]
    assert line.found_phones == (phones if any(phones) else ())
