from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import xlsxwriter

CLUB_LIST: list[list[Any]] = [
    ["KORDON SPOR KULÜBÜ · 2026 GÜZ TURNUVASI KAYITLARI"],
    [],
    ["Sıra No", "Takım Adı", "1. Oyuncu", "2. Oyuncu", "Telefon", "Kulüp", "Puan"],
    [1, "Kuzey", "Ali Kaya", "Ece Demir", 5321234567, "Kordon", 1450.0],
    [],
    [2, "Güney", "Şule Çağ", "İpek Işık", "0532 765 43 21", "Kordon", 1500],
    [3, "", "Can Su", "Nil Er", "", "", ""],
]
"""A typical Excel list of a club: title, empty rows, numbers, phone numbers."""

_NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)
_KIND = "application/vnd.oasis.opendocument.spreadsheet"


def xlsx(*sheets: Sequence[Sequence[Any]], merged: Sequence[str] = (), hidden: Sequence[int] = ()) -> bytes:
    file = BytesIO()
    with xlsxwriter.Workbook(file) as workbook:
        for number, rows in enumerate(sheets):
            sheet = workbook.add_worksheet(f"Liste {number + 1}")
            for row_number, cells in enumerate(rows):
                sheet.write_row(row_number, 0, cells)
            for cells in merged:
                sheet.merge_range(cells, "")
            if number in hidden:
                sheet.hide()
    return file.getvalue()


def ods(rows: Sequence[Sequence[Any]], *, extra: str = "", sheet: str = "Sayfa1") -> bytes:
    xml = "".join(f"<table:table-row>{''.join(map(_cell, cells))}</table:table-row>" for cells in rows)
    table = f"<table:table table:name={quoteattr(sheet)}>{xml}{extra}</table:table>"
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_NAMES}><office:body>'
        f"<office:spreadsheet>{table}</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        '<?xml version="1.0" encoding="UTF-8"?><manifest:manifest'
        ' xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_KIND}"/></manifest:manifest>'
    )
    return zipped(mimetype=_KIND, **{"content.xml": content, "META-INF/manifest.xml": manifest})


def zipped(**parts: str | bytes) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    return file.getvalue()


def altered(workbook: bytes, part: str, before: str, after: str) -> bytes:
    with zipfile.ZipFile(BytesIO(workbook)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    assert before.encode() in parts[part]
    parts[part] = parts[part].replace(before.encode(), after.encode(), 1)
    return zipped(**parts)


@dataclass(frozen=True)
class TypedCell:
    """A cell of an ODS file, such as a date; `attribute` holds its value."""

    kind: str
    value: str
    attribute: str = ""
    shown: str = ""

    def __str__(self) -> str:
        value = f'office:{self.attribute or "value"}="{self.value}"'
        text = f"<text:p>{escape(self.shown or self.value)}</text:p>"
        return f'<table:table-cell office:value-type="{self.kind}" {value}>{text}</table:table-cell>'


def _cell(value: Any) -> str:
    if isinstance(value, TypedCell):
        return str(value)
    if isinstance(value, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    paragraph = f"<text:p>{escape(value)}</text:p>" if value else ""
    return f'<table:table-cell office:value-type="string">{paragraph}</table:table-cell>'
