"""Malicious uploads, built on demand: small files that are expensive to read.

Each function yields files by name. The name says so if a file may be read as a correct small table.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from tests.tournaments.spreadsheets.sample_tables import ods, xlsx, zipped

SHEET: Final = "xl/worksheets/sheet1.xml"
LAST: Final = "XFD1048576"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_FIRST = '<row r="1"><c r="A1" t="str"><v>Ali Kaya</v></c></row>'


def workbook(
    cells: str,
    *,
    path: str = "worksheets/sheet1.xml",
    sheets: int = 1,
    strings: str = "",
    after: str = "",
    prefix: str = "",
) -> bytes:
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="rId1"/>' for n in range(1, sheets + 1))
    related = f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="{path}"/>'
    related += f'<Relationship Id="rId2" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    related += f'<Relationship Id="rId3" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    root = f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    names = f'xmlns{":" + prefix if prefix else ""}="{_MAIN}"'
    mark = f"{prefix}:" if prefix else ""
    return zipped(
        **{
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}">{root}</Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets>'
            "</workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{related}</Relationships>',
            "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><cellXfs count="2"><xf numFmtId="0"/>'
            '<xf numFmtId="14"/></cellXfs></styleSheet>',
            "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
            f"xl/{path}": f"<{mark}worksheet {names}><{mark}sheetData>{cells}</{mark}sheetData>{after}"
            f"</{mark}worksheet>",
        }
    )


def text_cell(where: str, text: str = "x") -> str:
    return f'<c r="{where}" t="str"><v>{text}</v></c>'


def far_cells() -> Iterator[tuple[str, bytes]]:
    row = "<row>{}</row>"
    yield "upper-case", workbook(_FIRST + row.format(text_cell(LAST)))
    yield "lower-case", workbook(_FIRST + row.format(text_cell(LAST.lower())))
    yield "leading zeros", workbook(_FIRST + row.format(text_cell("XFD0001048576")))
    for digits in ("16777216", "999999999", "4294967295"):
        yield f"a row of {len(digits)} digits", workbook(_FIRST + row.format(text_cell(f"XFD{digits}")))
        cells = _FIRST + f'<row r="{digits}"><c t="str"><v>x</v></c></row>'
        yield f"a row element of {len(digits)} digits", workbook(cells)
    prefixed = '<p:row><p:c r="{}" t="str"><p:v>x</p:v></p:c></p:row>'
    yield "prefixed elements", workbook(prefixed.format("A1") + prefixed.format(LAST), prefix="p")
    yield (
        "prefixed attributes",
        workbook(_FIRST + row.format(f'<c a:r="{LAST}" t="str" xmlns:a="{_MAIN}"><v>x</v></c>')),
    )
    for name, blank in (
        ("blank", " "),
        ("no-break", "\xa0"),
        ("character reference", "&#32;"),
        ("reference to no-break", "&#160;"),
        ("empty", ""),
    ):
        yield f"{name} value", workbook(_FIRST + row.format(text_cell(LAST, blank)))
    yield "boolean", workbook(_FIRST + row.format(f'<c r="{LAST}" t="b"><v>1</v></c>'))
    yield "inline text", workbook(_FIRST + row.format(f'<c r="{LAST}" t="inlineStr"><is><t>x</t></is></c>'))
    yield "formula", workbook(_FIRST + row.format(f'<c r="{LAST}"><f>1+1</f><v>2</v></c>'))
    without = "<row>" + '<c t="str"><v>x</v></c>' * 16_384 + "</row>"
    yield "rows without references", workbook(_FIRST + '<row r="1048575"/>' + without)
    yield "many rows without references", workbook("<row/>" * 1_000_000 + without)
    yield "sheet at another path", workbook(_FIRST + row.format(text_cell(LAST)), path="list.xml")
    yield "sheet deeper", workbook(_FIRST + row.format(text_cell(LAST)), path="worksheets/deep/sheet1.xml")
    diagonal = "".join(f'<row r="{n}">{text_cell(f"{_letters(n)}{n}")}</row>' for n in range(1, 16_000, 4))
    yield "a diagonal", workbook(diagonal)


def repeated_parts() -> Iterator[tuple[str, bytes]]:
    for length in (30_000, 200_000, 15_000_000):
        cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 4_901))
        yield f"a shared string of {length}", workbook(cells, strings=f"<si><t>{'x' * length}</t></si>")
    blank = f'<si><t xml:space="preserve">{" " * 200_000}</t></si>'
    yield "a blank shared string", workbook(cells, strings=blank)
    wide = "".join(
        f'<row r="{n}">' + "".join(text_cell(f"{_letters(c)}{n}", "Ali") for c in range(1, 61)) + "</row>"
        for n in range(1, 1_001)
    )
    yield "a part as 1,000 sheets", workbook(wide, sheets=1000)
    yield "a blank part as 1,000 sheets", workbook(text_cell("CV10000", " "), sheets=1000)
    yield "a small part as 1,000 sheets", workbook(_FIRST, sheets=1000)
    merged = "".join(f'<mergeCell ref="A{n}:B{n + 1}"/>' for n in range(1, 300_000, 2))
    yield "merged ranges", workbook(_FIRST, after=f"<mergeCells>{merged}</mergeCells>")
    everything = f'<mergeCells><mergeCell ref="A1:{LAST}"/></mergeCells>'
    yield "everything merged, small table", workbook(_FIRST, after=everything)


def strange_xml() -> Iterator[tuple[str, bytes]]:
    date = '<row r="2"><c r="A2" s="1"><v>{}</v></c></row>'
    yield "an ISO date", workbook(_FIRST + '<row r="2"><c r="A2" t="d"><v>99999-99-99</v></c></row>')
    for value in ("1e300", "-1e300", "1e18", "NaN", "inf", "-1"):
        yield f"a date of {value}", workbook(_FIRST + date.format(value))
    deep = "<a>" * 1_000_000 + "</a>" * 1_000_000
    yield "deep nesting", workbook(_FIRST + deep)
    yield "deep nesting in a text", workbook(_FIRST, strings=f"<si>{deep}</si>")
    yield "a huge attribute", workbook(_FIRST + f'<row r="2" a="{"x" * 20_000_000}"/>')
    yield "many attributes", workbook(_FIRST + "<row " + " ".join(f'a{n}="1"' for n in range(300_000)) + "/>")
    yield "a huge name", workbook(_FIRST + f"<{'x' * 10_000_000}/>")
    yield "a huge number", workbook(_FIRST + f'<row r="2"><c r="A2"><v>{"9" * 5_000_000}</v></c></row>')
    bomb = '<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "{}">]>'.format("&a;" * 1000)
    yield "declared entities", zipped(**{"content.xml": f"{bomb}<a>&b;</a>", "mimetype": "x"})


def open_documents() -> Iterator[tuple[str, bytes]]:
    row = [["Ali Kaya", "Ece Su"]]
    rows = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
    typed = '<table:table-cell office:value-type="{}" {}><text:p>{}</text:p></table:table-cell>'
    wide = 'table:number-columns-repeated="{}"'
    for kind, text in (("string", "x"), ("string", " "), ("string", "\xa0"), ("float", ""), ("boolean", "")):
        value = {"float": 'office:value="1" ', "boolean": 'office:boolean-value="true" '}.get(kind, "")
        name = f"{kind} {text!r}"
        cell = typed.format(kind, value + wide.format(16_384), text)
        yield f"rows of {name}", ods(row, extra=rows.format(1_048_576, cell))
        yield f"columns of {name}", ods(row, extra=rows.format(1, cell))
        cell = typed.format(kind, value + wide.format(4_000_000_000), text)
        yield f"billions of {name}", ods(row, extra=rows.format(4_000_000_000, cell))
    empty = "<table:table-cell {}/>"
    yield (
        "dates repeated",
        ods(
            row,
            extra=rows.format(
                1_048_576,
                '<table:table-cell office:value-type="date" office:date-value="2026-01-01"'
                ' table:number-columns-repeated="16384"/>',
            ),
        ),
    )
    yield (
        "empty cells repeated, small table",
        ods(row, extra=rows.format(1_048_576, empty.format(wide.format(16_384)))),
    )
    between = rows.format(1_000_000, empty.format("")) + rows.format(
        1, empty.format(wide.format(16_000)) + typed.format("string", "", "x")
    )
    yield "empty cells before a far one", ods(row, extra=between)
    yield (
        "formulas",
        ods(
            row,
            extra=rows.format(
                1_048_576,
                '<table:table-cell table:formula="of:=1" table:number-columns-repeated="16384"/>',
            ),
        ),
    )
    spaces = typed.format("string", "", '<text:s text:c="4000000000"/>')
    yield "repeated spaces", ods(row, extra=rows.format(1, spaces))
    yield "deep nesting", ods(row, extra="<table:table-row-group>" * 500_000)
    yield "negative repeats", ods(row, extra=rows.format(-1, typed.format("string", wide.format(-5), "x")))


def strange_zips() -> Iterator[tuple[str, bytes]]:
    good = xlsx([["Ali Kaya"]])
    yield "data after the end", good + b"x" * 100_000
    yield "data before the start", b"PK\x03\x04" + b"x" * 100_000 + good
    yield "many parts", zipped(**{f"xl/{n}.xml": "" for n in range(5_000)})
    yield "overlapping parts", _overlapping(good)
    for claim in (0xFFFFFFFF, 0xFFFFFFFE, 0):
        yield f"claims {claim:x}", _claiming(good, claim)
    row = f'<row r="2">{text_cell("A2", " " * 60_000_000)}</row>'
    yield "unpacks to 60 MB", workbook(_FIRST + row)
    yield "claims to be small", _claiming(workbook(_FIRST + row), 1000)


def texts() -> Iterator[tuple[str, bytes]]:
    size = 900_000
    yield "one quoted cell", b'"' + b"x" * (size - 2) + b'"'
    yield "quotation marks", b'"' * size
    yield "odd quotation marks", b'"' * (size - 1)
    yield "quoted quotes", b'"a""' * (size // 4)
    yield "line ends", b"\n" * size
    yield "carriage returns", b"\r" * size
    yield "blanks", b" " * size
    yield "no-break blanks", "\xa0".encode() * (size // 2)
    for sign in b",;\t|":
        yield f"only {chr(sign)}", bytes([sign]) * size
    yield "separators and ends", b";\n" * (size // 2)
    yield "many short rows", b"a\n" * (size // 2)
    yield "brackets", b"[" * (size // 3)
    yield "vertical tabs", b"\x0b" * size
    yield "line separators", "\u2028".encode() * (size // 3)
    yield "invisible letters", "\u3164".encode() * (size // 3)
    yield "combining marks", b"a" + "\u0301".encode() * (size // 2 - 1)
    yield "a declared quote", b'sep="\r\n' + b'"x"' * 1000
    yield "a declared line end", b"sep=\n\r\n" + b"x\n" * 1000
    yield "UTF-16 blanks", b"\xff\xfe" + b" \0" * (size // 2 - 1)
    yield "half of a surrogate", b"\xff\xfe" + b"\x00\xd8" * 1000


def pictures() -> Iterator[tuple[str, bytes]]:
    yield "PNG of 2 billion dots", _png(50_000, 40_000, zlib.compress(b"\0" * 1000))
    yield "PNG of 16 million deep dots", _png(4_000, 4_000, _blank_rows(4_000, 4_000 * 8), depth=16, kind=6)
    yield "PNG of 16 million grey dots", _png(4_000, 4_000, _blank_rows(4_000, 4_000 * 2), depth=16, kind=0)
    yield "PNG of a line", _png(16_000_000, 1, _blank_rows(1, 2_000_000), depth=1, kind=0)
    yield "PNG of a column", _png(1, 16_000_000, _blank_rows(16_000_000, 1), depth=1, kind=0)
    bomb = zlib.compress(b"x" * 100_000_000, 9)
    yield "PNG with an iCCP bomb", _png(10, 10, _blank_rows(10, 30), extra=[(b"iCCP", b"x\0\0" + bomb)])
    yield "PNG with a zTXt bomb", _png(10, 10, _blank_rows(10, 30), extra=[(b"zTXt", b"x\0\0" + bomb)])
    yield (
        "PNG with an iTXt bomb",
        _png(10, 10, _blank_rows(10, 30), extra=[(b"iTXt", b"x\0\1\0\0\0" + bomb)]),
    )
    yield "PNG with an IDAT bomb", _png(10, 10, bomb)
    for chunk in (b"tRNS", b"PLTE", b"cHRM", b"gAMA", b"pHYs", b"acTL", b"fcTL", b"fdAT", b"sRGB", b"eXIf"):
        for length in (0, 5):
            picture = _png(10, 10, _blank_rows(10, 30), extra=[(chunk, b"\1" * length)])
            yield f"PNG with {chunk.decode()} of {length}", picture
    header = struct.pack(">IIBBBBB", 10, 10, 8, 2, 0, 0, 0)
    for length in (0, 7, 12):
        yield f"PNG with a head of {length}", b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header[:length])
    exif = Image.Exif()
    exif[0x0112] = 6
    for name, value in (
        ("text", b"\x02\x00"),
        ("length", b"\x03\x00\xff\xff\xff\xff"),
        ("kind", b"\xff\xff"),
    ):
        changed = exif.tobytes().replace(b"\x12\x01\x03\x00", b"\x12\x01" + value, 1)
        yield f"JPEG with a broken EXIF {name}", _saved_image("JPEG", exif=changed)
    for orientation in (b"\0\0", b"\x63\0", b"\xff\xff"):
        changed = exif.tobytes().replace(b"\x06\x00\x00\x00", orientation + b"\0\0", 1)
        yield f"JPEG turned {orientation.hex()}", _saved_image("JPEG", exif=changed)
    yield "JPEG with endless EXIF", _saved_image("JPEG", exif=b"Exif\0\0II*\0\x08\0\0\0" + b"\xff" * 60_000)
    yield "JPEG of 4 billion dots", _saved_image("JPEG").replace(b"\0\x14\0\x1e", b"\xff\xff\xff\xff", 1)
    frames = [Image.new("RGB", (2_000, 2_000), colour) for colour in ("red", "green")] * 20
    yield "WebP of many frames", _saved_image("WEBP", frames[0], save_all=True, append_images=frames[1:])
    frames = [Image.new("RGB", (1_000, 1_000), colour) for colour in ("red", "green")] * 20
    yield "PNG of many frames", _saved_image("PNG", frames[0], save_all=True, append_images=frames[1:])
    grey = Image.new("L", (4_000, 4_000))
    yield "JPEG of 16 million dots", _saved_image("JPEG", grey, progressive=True)
    yield "WebP of 16 million dots", _saved_image("WEBP", grey, quality=1)
    yield "PNG of 16 million see-through dots", _saved_image("PNG", Image.new("RGBA", (4_000, 4_000)))
    yield "PNG of 16 million colours", _saved_image("PNG", Image.new("P", (4_000, 4_000)), transparency=0)


def truncated_and_flipped(content: bytes, *, pieces: int = 40) -> Iterator[bytes]:
    for end in range(0, len(content), max(1, len(content) // pieces)):
        yield content[:end]
        yield content[:end] + bytes([content[end] ^ 0xFF]) + content[end + 1 :]


def _letters(column: int) -> str:
    above, own = divmod(column - 1, 26)
    return (_letters(above) if above else "") + chr(ord("A") + own)


def _claiming(content: bytes, size: int) -> bytes:
    """Return the zip with a directory that claims that the sheet unpacks to `size` bytes."""
    at = content.rindex(SHEET.encode()) - 22
    return content[:at] + size.to_bytes(4, "little") + content[at + 4 :]


def _overlapping(content: bytes) -> bytes:
    """Return the zip with a directory that lists the sheet a thousand times at the same offset."""
    with zipfile.ZipFile(BytesIO(content)) as packed:
        end = content.rindex(b"PK\x05\x06")
        begins = packed.start_dir
    name = content.rindex(SHEET.encode())
    entry = content[name - 46 : content.index(b"PK", name)]
    entries = b"".join(
        entry.replace(SHEET.encode(), f"xl/worksheets/s{n:05}.xml".encode()) for n in range(1_000)
    )
    count = struct.unpack_from("<H", content, end + 10)[0] + 1_000
    tail = struct.pack(
        "<4sHHHHIIH", b"PK\x05\x06", 0, 0, count, count, end - begins + len(entries), begins, 0
    )
    return content[:end] + entries + tail


def _png(
    width: int,
    height: int,
    data: bytes,
    *,
    depth: int = 8,
    kind: int = 2,
    extra: list[tuple[bytes, bytes]] | None = None,
) -> bytes:
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))]
    chunks += [*(extra or []), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _blank_rows(height: int, length: int) -> bytes:
    packer = zlib.compressobj(9)
    row = bytes(1 + length)
    block = max(1, 1_000_000 // len(row))
    rows = b"".join(packer.compress(row * min(block, height - done)) for done in range(0, height, block))
    return rows + packer.flush()


def _saved_image(kind: str, image: Image.Image | None = None, **how: object) -> bytes:
    file = BytesIO()
    (image or Image.new("RGB", (30, 20), "#1c6a4c")).save(file, kind, **how)
    return file.getvalue()
