from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from io import BytesIO
from typing import Any

import xlsxwriter

PAIRS: list[list[Any]] = [
    ["Sıra", "Takım Adı", "1. Oyuncu", "2. Oyuncu", "Cep Tel", "Başvuru Tarihi", "Ücret", "Puan"],
    [1, "Çınaraltı", "Gülşen Çağlar", "İbrahim Öztürk", 5321234567, date(2026, 11, 3), 250, 1480],
    [2, "Boğaz", "Şule Işık", "Ümit Ağaoğlu", 5339876543, date(2026, 11, 4), 250, 1510],
    [3, "", "Ayşe İnce", "Ömer Güneş", 5051112233, date(2026, 11, 5), 250, ""],
    [4, "Çınaraltı", "Gülşen Çağlar", "İbrahim Öztürk", 5321234567, date(2026, 11, 6), 250, 1480],
    [5, "Kuzguncuk", "Iraz Yıldız", "", 5447654321, date(2026, 11, 7), 0, ""],
]
"""A repeated pair, and a pair with one known player."""

MEMBERS: list[list[Any]] = [
    ["S.No", "Adı", "Soyadı", "Cep Tel", "E-posta", "Üyelik Tarihi", "KVKK Onay Tarihi", "Aidat"],
    [1, "Gülşen", "Çağlar", 5321234567, "gulsen@ornek.test", date(2020, 1, 3), date(2026, 1, 3), 1200],
    [2, "İbrahim", "Öztürk", "0533 987 65 43", "", date(2021, 5, 9), "", 1200],
    [3, "Iraz", "Yıldız", 5447654321, "", date(2024, 9, 30), date(2026, 2, 14), 600],
    [4, "Gülşen", "Çağlar", 5321234567, "", date(2020, 1, 3), "", 1200],
]
"""A repeated member."""

HEADINGS_IN: int = 4


def typical_workbook(title: str, rows: Sequence[Sequence[Any]], *, summed: int) -> bytes:
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"default_date_format": "dd.mm.yyyy"}) as workbook:
        sheet = workbook.add_worksheet("Liste")
        sheet.merge_range(0, 0, 0, len(rows[0]) - 1, title, workbook.add_format({"bold": True}))
        for number, cells in enumerate(rows, start=HEADINGS_IN - 1):
            sheet.write_row(number, 0, cells)
        end = HEADINGS_IN - 1 + len(rows)
        sheet.write(end + 1, 1, "TOPLAM")
        letter = chr(ord("A") + summed)
        total = sum(row[summed] for row in rows[1:])
        sheet.write_formula(end + 1, summed, f"=SUM({letter}{HEADINGS_IN + 1}:{letter}{end})", None, total)
        sheet.freeze_panes(HEADINGS_IN, 2)
        sheet.set_column(0, len(rows[0]), 16)
        workbook.add_worksheet("Ödemeler").write_row(0, 0, ["Tarih", "Tutar"])
    return file.getvalue()
