"""Files with the suffix of a backup that are none."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from config.backups import archive
from tests.config.backups.sample_manifest import HELD

LARGE: Final = 300_000_000
PIECE: Final = 1_000_000


def manifest_of(**fields: Any) -> bytes:
    return json.dumps({**asdict(HELD), **fields}).encode()


MANIFESTS: Final = {
    "nested too deeply": b"[" * 100_000 + b"]" * 100_000,
    "null": b"null",
    "a list": b"[]",
    "not UTF-8": b"\xff\xfe\xfd",
    "empty": b"",
    "without fields": b"{}",
    "a date of another form": manifest_of(made_at="yesterday"),
    "a date without an offset": manifest_of(made_at="2026-11-28T20:00:00"),
    "year 9999": manifest_of(made_at="9999-12-31T23:59:59+00:00"),
    "year 1": manifest_of(made_at="0001-01-01T00:00:00+14:00"),
    "a date that is null": manifest_of(made_at=None),
    "a number as date": manifest_of(made_at=20261128),
    "last hand in year 9999": manifest_of(newest="9999-12-31T23:59:59-12:00"),
    "last hand as a list": manifest_of(newest=["2026"]),
    "a count that is text": manifest_of(hands="many"),
    "a count that is infinite": manifest_of(hands=float("inf")),
    "a negative count": manifest_of(clubs=-1),
    "a count of 5,000 digits": manifest_of(clubs=0).replace(b'"clubs": 0', b'"clubs": ' + b"9" * 5_000),
    "many empty lists": b'{"made_at": [' + b",".join([b"[]"] * 150_000) + b"]}",
    "half a surrogate pair": manifest_of(engine="\ud800"),
    "an unknown reason": manifest_of(reason="boredom"),
    "migrations that are lists": manifest_of(migrations=[["tournaments"]]),
    "differences as a number": manifest_of(differences=7),
    "engine as an object": manifest_of(engine={"name": "sqlite"}),
}


def write(path: Path, manifest: bytes) -> None:
    """Write a file with this manifest and a valid digest."""
    _write(path, lambda packed: packed.writestr(archive.MANIFEST, manifest))


def _write(path: Path, add: Callable[[zipfile.ZipFile], None]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(archive.DATABASE, b"x")
        add(packed)
        packed.comment = b"0" * 64
    with path.open("r+b") as file:
        digest = archive._digest(path)  # a forger computes it, too
        file.seek(-64, 2)
        file.write(digest.encode())


def _large_manifest(path: Path) -> None:
    def add(packed: zipfile.ZipFile) -> None:
        with packed.open(archive.MANIFEST, "w") as part:
            for _chunk in range(LARGE // PIECE):
                part.write(b" " * PIECE)

    _write(path, add)


def _another_part(path: Path) -> None:
    def add(packed: zipfile.ZipFile) -> None:
        packed.writestr(archive.MANIFEST, manifest_of())
        packed.writestr("another part", b"")

    _write(path, add)


def _many_parts(path: Path) -> None:
    def add(packed: zipfile.ZipFile) -> None:
        packed.writestr(archive.MANIFEST, manifest_of())
        for number in range(30_000):
            packed.writestr(f"part {number}", b"")

    _write(path, add)


def _same_part_twice(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for _time in range(2):
            with packed.open(archive.MANIFEST, "w", force_zip64=False) as part:
                part.write(manifest_of())
            packed.NameToInfo.pop(archive.MANIFEST)


def _other_method(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as packed:
        packed.writestr(archive.DATABASE, b"x")
        packed.writestr(archive.MANIFEST, manifest_of())
    content = bytearray(path.read_bytes())
    start = content.index(archive.MANIFEST.encode()) + len(archive.MANIFEST)
    content[start + 10 : start + 40] = b"\xff" * 30
    path.write_bytes(content)


def _offset_beyond_any_file(path: Path) -> None:
    write(path, manifest_of())
    content = bytearray(path.read_bytes())
    directory = content.rindex(b"PK\x01\x02")
    content[directory + 42 : directory + 46] = b"\xff" * 4  # the offset is in the zip64 field
    name = content[directory + 46 : directory + 46 + len(archive.MANIFEST)]
    assert name == archive.MANIFEST.encode()
    zip64 = (1).to_bytes(2, "little") + (8).to_bytes(2, "little") + (2**63 + 5).to_bytes(8, "little")
    content[directory + 30 : directory + 32] = len(zip64).to_bytes(2, "little")
    content[directory + 46 + len(name) : directory + 46 + len(name)] = zip64
    end = content.rindex(b"PK\x05\x06")
    size = int.from_bytes(content[end + 12 : end + 16], "little") + len(zip64)
    content[end + 12 : end + 16] = size.to_bytes(4, "little")
    path.write_bytes(content)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGE)


def _text(path: Path) -> None:
    path.write_text("no backup")


FILES: Final[dict[str, Callable[[Path], None]]] = {
    **{name: partial(write, manifest=manifest) for name, manifest in MANIFESTS.items()},
    "a manifest of 300 MB": _large_manifest,
    "a part that no backup has": _another_part,
    "30,000 parts": _many_parts,
    "a part twice": _same_part_twice,
    "another compression, damaged": _other_method,
    "an offset beyond any file": _offset_beyond_any_file,
    "300 MB of nothing": _sparse,
    "a folder": Path.mkdir,
    "empty": Path.touch,
    "text": _text,
}


def one_byte_database(path: Path, **fields: Any) -> None:
    """A backup with a valid manifest and a database of one byte, which SQLite takes for an empty one."""
    copy = path.with_suffix(".copy")
    copy.write_bytes(b"x")
    archive.write(path, database=copy, manifest=replace(HELD, **fields))
    copy.unlink()
