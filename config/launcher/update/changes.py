from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from packaging.version import InvalidVersion, Version

from config.version import VERSION


def newer_changes(wheel: Path) -> str:
    """Return the sections of its CHANGELOG.md, Markdown, that are newer than our version; "" without one."""
    with zipfile.ZipFile(wheel) as archive:
        try:
            text = archive.read("istaka/CHANGELOG.md").decode("utf-8", errors="replace")
        except KeyError:
            return ""
    sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return "\n".join(_newer(sections)).strip()


def _newer(sections: list[str]) -> Iterator[str]:
    for section in sections:
        heading = re.match(r"## v?(\S+)", section)
        try:
            if heading and Version(heading[1]) > Version(VERSION):
                yield section.strip() + "\n"
        except InvalidVersion:
            continue
