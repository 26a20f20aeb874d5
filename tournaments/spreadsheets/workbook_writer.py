from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from io import RawIOBase
from typing import IO, Any, Final, cast
from xml.sax.saxutils import escape, quoteattr

from .column_letters import column_name

Cell = str | int | Decimal | datetime | None
MAX_SHEET_NAME_LENGTH: Final = 31
MAX_CELL_LENGTH: Final = 32_767
ROWS_AT_ONCE: Final = 200
_REMOVED_FROM_NAMES: Final = str.maketrans("", "", "[]:*?/\\'")
_INVALID_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE_START: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - spreadsheets have no time zones
_SECONDS_PER_DAY: Final = 86_400
BOLD, MOMENT = 1, 2
_XML_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN_NAMESPACE: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE_NAMESPACE: Final = "http://schemas.openxmlformats.org/package/2006"
_OFFICE_NAMESPACE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_CONTENT_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
SHEET_PATH: Final = "xl/worksheets/sheet1.xml"
_FIXED_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE_NAMESPACE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_CONTENT_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/{SHEET_PATH}" ContentType="{_CONTENT_TYPE}.worksheet+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_CONTENT_TYPE}.styles+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE_NAMESPACE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/>'
    "</Relationships>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE_NAMESPACE}/relationships">'
    f'<Relationship Id="rId1" Type="{_OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_OFFICE_NAMESPACE}/styles" Target="styles.xml"/></Relationships>',
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN_NAMESPACE}"><fonts count="2">'
    '<font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}
"""Parts that are the same in each workbook: content types, relations and three cell styles."""


def workbook_chunks(name: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield an xlsx file while it reads the rows; texts are never formulas."""
    file = _UnseekableFile()
    with zipfile.ZipFile(cast(IO[bytes], file), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for part, content in {**_FIXED_PARTS, "xl/workbook.xml": _workbook_xml(name)}.items():
            archive.writestr(part, _XML_DECLARATION + content)
        with archive.open(SHEET_PATH, "w") as sheet:
            for xml in _sheet_xml(heads, rows):
                sheet.write(xml.encode())
                yield file.take_bytes()
    yield file.take_bytes()


def wall_clock(moment: datetime) -> datetime:
    """Drop the zone, because spreadsheets have none."""
    return moment.replace(tzinfo=None, microsecond=0)


class _UnseekableFile(RawIOBase):
    def __init__(self) -> None:
        self._bytes = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._bytes += piece
        return len(piece)

    def take_bytes(self) -> bytes:
        chunk, self._bytes = bytes(self._bytes), bytearray()
        return chunk


def _workbook_xml(name: str) -> str:
    sheet_name = quoteattr(_xml_text(name.translate(_REMOVED_FROM_NAMES))[:MAX_SHEET_NAME_LENGTH] or "1")
    sheets = f'<sheets><sheet name={sheet_name} sheetId="1" r:id="rId1"/></sheets>'
    views = "<bookViews><workbookView/></bookViews>"
    return f'<workbook xmlns="{_MAIN_NAMESPACE}" xmlns:r="{_OFFICE_NAMESPACE}">{views}{sheets}</workbook>'


def _sheet_xml(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield ROWS_AT_ONCE rows each; the headings are bold and frozen."""
    columns = [column_name(index) for index in range(len(heads))]
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{max(12, len(head) + 2)}" customWidth="1"/>'
        for number, head in enumerate(heads, start=1)
    )
    yield (
        f'{_XML_DECLARATION}<worksheet xmlns="{_MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
        f"<cols>{widths}</cols><sheetData>"
    )
    xml_rows = [_row_xml(1, heads, columns, style=BOLD)]
    for number, row in enumerate(rows, start=2):
        xml_rows.append(_row_xml(number, row, columns))
        if len(xml_rows) == ROWS_AT_ONCE:
            yield "".join(xml_rows)
            xml_rows = []
    yield f"{''.join(xml_rows)}</sheetData></worksheet>"


def _row_xml(number: int, cells: Sequence[Cell], columns: Sequence[str], *, style: int = 0) -> str:
    xml_cells = [
        _cell_xml(f"{column}{number}", cell, style)
        for column, cell in zip(columns, cells, strict=False)
        if cell is not None and cell != ""
    ]
    return f'<row r="{number}">{"".join(xml_cells)}</row>'


def _cell_xml(reference: str, cell: str | int | Decimal | datetime, style: int) -> str:
    if isinstance(cell, str):
        text = _ESCAPE_START.sub("_x005F_", escape(_xml_text(cell[:MAX_CELL_LENGTH])))
        return f'<c r="{reference}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(cell, datetime):
        days = (wall_clock(cell) - _EPOCH).total_seconds() / _SECONDS_PER_DAY
        return f'<c r="{reference}" s="{MOMENT}"><v>{days}</v></c>'
    return f'<c r="{reference}"><v>{cell}</v></c>'


def _xml_text(text: str) -> str:
    return _INVALID_IN_XML.sub("", text)
