from __future__ import annotations

import pytest

from tests.tournaments.spreadsheets.club_list import HEADINGS_IN, MEMBERS, PAIRS, typical_workbook
from tests.tournaments.spreadsheets.sample_tables import CLUB_LIST, xlsx
from tournaments.naming.entry_lines import EntryRow
from tournaments.naming.line_problems import DoubtKind
from tournaments.spreadsheets.delimited_text import parse_text
from tournaments.spreadsheets.file_types import read_tables
from tournaments.spreadsheets.grid import Grid
from tournaments.spreadsheets.headings import (
    PAIR_CONTENTS,
    PEOPLE_CONTENTS,
    SINGLES_CONTENTS,
    ColumnContent,
    ColumnMatch,
    detect_columns,
)
from tournaments.spreadsheets.table_rows import (
    merged_below_heading,
    repeated_contents,
    rows_below_heading,
    table_rows,
)

SHORT = {
    "-": ColumnContent.NOTHING,
    "N": ColumnContent.NAME,
    "1": ColumnContent.FIRST,
    "2": ColumnContent.SECOND,
    "B": ColumnContent.BOTH,
    "C": ColumnContent.CLUB,
    "R": ColumnContent.RATING,
    "S": ColumnContent.SEED,
    "P": ColumnContent.POT,
    "T": ColumnContent.PHONE,
    "U": ColumnContent.SECOND_PHONE,
    "O": ColumnContent.PAID,
}


def contents_of(*rows: str, singles: bool = False) -> str:
    """Return the detected contents, one letter per column."""
    letters = {content: letter for letter, content in SHORT.items()}
    return "".join(
        letters[content]
        for content in detect_columns(
            parse_text("\n".join(rows)), offered=SINGLES_CONTENTS if singles else PAIR_CONTENTS
        ).column_contents
    )


def rows_of(*rows: str, singles: bool = False) -> list[EntryRow]:
    grid = parse_text("\n".join(rows))
    return table_rows(
        grid, detect_columns(grid, offered=SINGLES_CONTENTS if singles else PAIR_CONTENTS), singles=singles
    )


@pytest.mark.parametrize(
    ("headings", "holds"),
    [
        ("Sıra No;Takım Adı;1. Oyuncu;2. Oyuncu;Telefon;Kulüp;Puan", "-N12TCR"),
        ("SIRA;TAKIM İSMİ;OYUNCU 1;OYUNCU 2;GSM;KULÜBÜ;ELO", "-N12TCR"),
        ("Ad Soyad;Ad Soyad;Seri Başı;Torba", "12SP"),
        ("Adı;Soyadı;Adı;Soyadı", "1122"),
        ("1. Oyuncu Adı;1. Oyuncu Soyadı;2. Oyuncu Adı;2. Oyuncu Soyadı", "1122"),
        ("Oyuncu1;Oyuncu2", "12"),
        ("Birinci Oyuncu;İkinci Oyuncu", "12"),
        ("Oyuncu A;Oyuncu B", "12"),
        ("Ad Soyad;Eşi", "12"),
        ("Takım;Oyuncular;Lisans No", "NB-"),
        ("Team name;Player 1;Player 2;Club;Rating;Seed", "N12CRS"),
        ("First name;Surname;Partner;Phone", "112T"),
        ("Zaman damgası;Adınız Soyadınız;Eşinizin Adı Soyadı;Telefon numaranız;Kulübünüz", "-12TC"),
        ("Zaman Damgası;Takımınızın adı;1. Oyuncunun Adı Soyadı;2. Oyuncunun Adı Soyadı", "-N12"),
        ("Timestamp;Your name;Your partner's name;Mobile phone", "-12T"),
        ("Adınız;Soyadınız;Eşinizin adı;Eşinizin soyadı;KVKK metnini okudum, onaylıyorum", "1122-"),
        ("Ad Soyad;Telefon;Eşinin adı soyadı;Telefon", "1T2U"),
        ("Oyuncu 1;1. oyuncunun telefonu;Oyuncu 2;2. oyuncunun telefonu", "1T2U"),
        ("Adı;Adı;Soyadı;Soyadı", "1212"),
        ("Name;Surname;Partner", "112"),
        ("Name;Partner", "12"),
        ("Kulüp;Kulüp;Oyuncular", "C-B"),
        ("Takım;Oyuncu", "N1"),
    ],
)
def test_headings_of_pairs(headings, holds):
    assert contents_of(headings, "a;b;c;d;e;f;g") == holds.ljust(7, "-")


@pytest.mark.parametrize(
    ("headings", "holds"),
    [
        ("No;Ad Soyad;Telefon;Kulüp;Puan", "-1TCR"),
        ("Zaman damgası;Adınız Soyadınız;Eşinizin Adı Soyadı;Eşinizin telefonu", "-1--"),
        ("İsim;Soyisim;Kulüp", "11C"),
        ("Adı;Soyadı;Kulübü", "11C"),
        ("Oyuncu;Eş", "1-"),
        ("Name;Club;Rating;Pot", "1CRP"),
        ("Ad Soyad;Adı;Takım", "1--"),
    ],
)
def test_headings_of_singles(headings, holds):
    assert contents_of(headings, "a;b;c;d;e", singles=True) == holds.ljust(5, "-")


@pytest.mark.parametrize(
    "heading", ["Cep", "Cep Tel", "Cep Tel.", "Tel. No", "Telefonu", "CEP TELEFONU", "GSM No", "Mobile phone"]
)
def test_phone_has_many_headings(heading):
    grid = parse_text(f"Adı Soyadı;{heading}\nAli Kaya;5321234567")
    assert detect_columns(grid, offered=PEOPLE_CONTENTS).column_contents == (
        ColumnContent.FIRST,
        ColumnContent.PHONE,
    )


def test_typical_club_list_is_read_without_its_total():
    for title, table, summed, offered in (
        ("KIŞ TURNUVASI KAYIT LİSTESİ", PAIRS, 6, PAIR_CONTENTS),
        ("ÜYE LİSTESİ 2026", MEMBERS, 7, PEOPLE_CONTENTS),
    ):
        grid = read_tables(typical_workbook(title, table, summed=summed))[0]
        matching = detect_columns(grid, offered=offered)
        assert matching.heading_row == HEADINGS_IN
        numbers = [number for number, _cells in rows_below_heading(grid, matching)]
        assert numbers == [HEADINGS_IN + row[0] for row in table[1:]]


@pytest.mark.parametrize(
    ("row", "adds_up"),
    [
        (";TOPLAM;4800", True),
        ("Genel Toplam: 12 takım", True),
        ("Toplam;48,00 TL;", True),
        ("Total;12 players", True),
        ("TOPLAM;11 çift;₺2.750", True),
        ("Toplam ücret;2.750,00 TL", True),
        ("Ödenen toplam: 14 adet", True),
        ("Toplam;Ali Kaya", False),
        ("Ali Toplam", False),
        ("Genel Takım", False),
        ("Toplam Ωμέγα", False),
        ("12;48", False),
    ],
)
def test_total_row_is_no_entry(row, adds_up):
    grid = parse_text(f"Ad Soyad;Puan\n{row}")
    assert list(rows_below_heading(grid, detect_columns(grid, offered=SINGLES_CONTENTS))) == (
        [] if adds_up else [grid.rows[1]]
    )


def test_title_above_the_headings_is_ignored():
    (grid,) = read_tables(xlsx(CLUB_LIST))
    matching = detect_columns(grid, offered=PAIR_CONTENTS)
    assert matching.heading_row == 3
    assert table_rows(grid, matching, singles=False) == [
        EntryRow(4, "Kuzey", ("Ali Kaya", "Ece Demir"), "Kordon", "1450", phones=("5321234567",)),
        EntryRow(6, "Güney", ("Şule Çağ", "İpek Işık"), "Kordon", "1500", phones=("0532 765 43 21",)),
        EntryRow(7, "", ("Can Su", "Nil Er")),
    ]


def test_repeated_heading_is_reported():
    matching = detect_columns(parse_text("Kulüp;Oyuncular;Kulüp\nx;y;z"), offered=PAIR_CONTENTS)
    assert (matching.column_contents, matching.repeated_headings) == (
        (ColumnContent.CLUB, ColumnContent.BOTH, ColumnContent.NOTHING),
        ("Kulüp",),
    )


@pytest.mark.parametrize(
    ("row", "singles", "holds"),
    [
        ("{n};Ali Kaya{n};Ece Su;0532 123 45 6{n};14{n}7", False, "-12TR"),
        ("Takım {n};Ali Kaya;Ece Su;Kordon", False, "N12C"),
        ("Ali Kaya - Ece Su;Kordon", False, "BC"),
        ("{n};Ali Kaya / Ece Su", False, "-B"),
        ("{n};Ali Kaya;Kordon;13{n}5", True, "-1CR"),
        ("Ali Kaya;532123456{n}", True, "1T"),
        ("Ali Kaya;ali{n}@example.org;{n}", True, "1--"),
    ],
)
def test_columns_without_headings_are_detected_by_content(row, singles, holds):
    assert contents_of(*(row.format(n=number) for number in (1, 2, 4)), singles=singles) == holds


def test_heading_row_can_be_chosen():
    grid = parse_text("Oyuncular;Puan\nTakım;Kulüp\nAli - Ece;Kordon")
    assert detect_columns(grid, offered=PAIR_CONTENTS, heading=2).column_contents == (
        ColumnContent.NAME,
        ColumnContent.CLUB,
    )
    assert detect_columns(grid, offered=PAIR_CONTENTS, heading=0).heading_row == 0


def test_names_in_two_columns_are_joined_and_pairs_split():
    assert [row.players for row in rows_of("Adı;Soyadı;Adı;Soyadı", "Ali;Kaya;Ece;Su")] == [
        ("Ali Kaya", "Ece Su")
    ]
    assert [row.players for row in rows_of("Oyuncular;Kulüp", "Ali Kaya, Ece Su;x", "Can Su;y")] == [
        ("Ali Kaya", "Ece Su"),
        ("Can Su", ""),
    ]
    assert rows_of("1. Oyuncu;2. Oyuncu", "Ali Kaya / Ece Su;")[0].players == ("Ali Kaya", "Ece Su")


def test_players_one_below_the_other_are_a_pair():
    rows = rows_of("Takım;Oyuncu", "Kuzey;Ali Kaya", ";Ece Su", "Güney;Can Öz", "güney;Nil Er", "Batı;Oya Ay")
    assert [(row.number, row.name, row.players) for row in rows] == [
        (2, "Kuzey", ("Ali Kaya", "Ece Su")),
        (4, "Güney", ("Can Öz", "Nil Er")),
        (6, "Batı", ("Oya Ay", "")),
    ]


def test_figures_are_whole_and_protective_apostrophes_are_removed():
    (row,) = rows_of("Ad Soyad;Puan;Seri Başı", "'=Ali;1450,00;2.0", singles=True)
    assert (row.players, row.rating, row.seed) == (("=Ali",), "1450", "2")
    assert rows_of("Ad Soyad;Puan", "'Ali';çok", singles=True)[0].rating == "çok"


def test_contents_allowed_once_are_reported_if_chosen_twice():
    assert (
        repeated_contents(
            [
                ColumnContent.FIRST,
                ColumnContent.FIRST,
                ColumnContent.NOTHING,
                ColumnContent.NOTHING,
                ColumnContent.CLUB,
            ]
        )
        == []
    )
    assert repeated_contents(
        [ColumnContent.CLUB, ColumnContent.BOTH, ColumnContent.CLUB, ColumnContent.BOTH]
    ) == [ColumnContent.CLUB, ColumnContent.BOTH]


def test_merged_cells_count_below_the_headings():
    (grid,) = read_tables(xlsx([["Ad Soyad"], ["Ali"], ["Ece"]], merged=["C1:D1", "C2:C3"]))
    assert [
        merge.cell_range for merge in merged_below_heading(grid, ColumnMatch(1, (ColumnContent.FIRST,)))
    ] == ["C2:C3"]
    assert merged_below_heading(grid, ColumnMatch(2, (ColumnContent.FIRST,))) == []


def test_empty_table_has_no_columns():
    assert detect_columns(Grid([]), offered=PAIR_CONTENTS) == ColumnMatch(0, ())


def test_account_columns_of_microsoft_forms_are_left_out():
    heading = "Kimlik;Başlangıç zamanı;Tamamlanma zamanı;E-posta;Ad;Adınız Soyadınız;Eşinizin adı soyadı"
    answer = "1;11/20/26 19:03:11;11/20/26 19:04:11;anonymous;;Ali Kaya;Ece Demir"
    signed_in = "1;11/20/26 19:03:11;11/20/26 19:04:11;a@b.example;Kordon Spor;Ali Kaya;Ece Demir"
    assert contents_of(heading, answer) == contents_of(heading, signed_in) == "-----12"
    without_name = heading.replace(";Adınız Soyadınız", "")
    assert contents_of(without_name, signed_in.replace(";Ali Kaya", "")) == "----12"


@pytest.mark.parametrize(
    "stamp",
    [
        "2026/11/20 9:03:11 ÖS GMT+3",
        "20.11.2026 21:03:11",
        "11/20/2026 9:03 PM",
        "2026-11-20T21:03:11",
        "21:03",
    ],
)
def test_time_stamps_are_no_names(stamp):
    assert contents_of(*[f"{stamp};Ali Kaya;Ece Demir;0532 111 22 33"] * 2) == "-12T"


def test_first_row_with_unknown_headings_is_doubtful():
    first, second = rows_of("Katılan;Yanında kim var?;Hat", *["Ali Kaya;Ece Demir;0532 111 22 33"] * 5)[:2]
    assert [doubt.kind for doubt in first.doubts] == [DoubtKind.TITLE]
    assert (second.players, second.phones, second.doubts) == (
        ("Ali Kaya", "Ece Demir"),
        ("0532 111 22 33",),
        (),
    )


@pytest.mark.parametrize(
    ("cells", "phones"),
    [
        ("0532 111 22 33;", ("0532 111 22 33",)),
        ("0532 111 22 33 / 0533 111 22 33;", ("0532 111 22 33", "0533 111 22 33")),
        ("+90 (532) 111 22 33;0533 111 22 33", ("+90 (532) 111 22 33", "0533 111 22 33")),
        (";0533 111 22 33", ("", "0533 111 22 33")),
        ("yok;-", ()),
        ("0532;", ("0532",)),
    ],
)
def test_phone_columns_have_phones_of_one_or_both_players(cells, phones):
    (row,) = rows_of("Ad Soyad;Eşi;Telefon;Eşinin telefonu", f"Ali Kaya;Ece Demir;{cells}")
    assert row.phones == phones


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (("Soyadı;Adı", "Kaya;Ali", "Demir;Ece Nur"), ["Ali Kaya", "Ece Nur Demir"]),
        (("SOYADI ADI;KULÜP", "Kaya Ali;x", "Demir Ece Nur;x"), ["Ali Kaya", "Ece Nur Demir"]),
        (("Soyadı, Adı;Puan", "Kaya, Ali;1", "Öz Demir, Ece;1"), ["Ali Kaya", "Ece Öz Demir"]),
        (("Last name;First name", "Kaya;Ali"), ["Ali Kaya"]),
        (("Soyadınız;Adınız", "Öz Kaya;Ali"), ["Ali Öz Kaya"]),
        (("Ad Soyad;Puan", "KAYA Ali;1", "ÖZ DEMİR Ece;1"), ["Ali KAYA", "Ece ÖZ DEMİR"]),
        (("Ad Soyad;Puan", "KAYA, Ali;1"), ["Ali KAYA"]),
        (("Adı;Soyadı", "Ali;Kaya"), ["Ali Kaya"]),
        (("Ad Soyad;Puan", "Ali KAYA;1", "ECE DEMİR;2"), ["Ali KAYA", "ECE DEMİR"]),
    ],
)
def test_surname_becomes_the_last_word(rows, names):
    assert [row.players for row in rows_of(*rows, singles=True)] == [(name,) for name in names]


def test_both_players_of_a_column_are_turned_round():
    couples = rows_of("Oyuncular;Puan", "KAYA Ali - DEMİR Ece;1", "ÖZ Can / AK Su;2")
    assert [row.players for row in couples] == [("Ali KAYA", "Ece DEMİR"), ("Can ÖZ", "Su AK")]


def test_column_of_fees_that_mostly_says_yes_or_no_tells_who_has_paid():
    heading = "Takım;1. Oyuncu;2. Oyuncu;ÜCRET"
    mostly_clear = [f"Takım {number};Ali A{number};Ece E{number};Ödendi" for number in "abc"]
    amounts = [f"Takım {number};Ali A{number};Ece E{number};200" for number in "fgh"]
    assert contents_of(heading, *mostly_clear, amounts[0]) == "N12O"
    assert contents_of(heading, mostly_clear[0], *amounts) == "N12-"
    assert contents_of(f"{heading};Ödedi mi", *(f"{row};evet" for row in mostly_clear)) == "N12-O"
