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
    "a list": b"[]",
    "not UTF-8": b"\xff\xfe\xfd",
    "empty": b"",
    "without fields": b"{}",
    "a date of another form": manifest_of(made_at="yesterday"),
    "a date without an offset": manifest_of(made_at="2026-11-28T20:00:00"),
    "year 9999": manifest_of(made_at="9999-12-31T23:59:59+00:00"),
    "last hand in year 9999": manifest_of(newest="9999-12-31T23:59:59-12:00"),
    "a count that is text": manifest_of(hands="many"),
    "a negative count": manifest_of(clubs=-1),
    "half a surrogate pair": manifest_of(engine="\ud800"),
    "an unknown reason": manifest_of(reason="boredom"),
    "migrations that are lists": manifest_of(migrations=[["tournaments"]]),
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


def _text(path: Path) -> None:
    path.write_text("no backup")


FILES: Final[dict[str, Callable[[Path], None]]] = {
    **{name: partial(write, manifest=manifest) for name, manifest in MANIFESTS.items()},
    "a manifest of 300 MB": _large_manifest,
    "a part that no backup has": _another_part,
    "a part twice": _same_part_twice,
    "another compression, damaged": _other_method,
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
