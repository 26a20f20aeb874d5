"""The licence texts of what the bundle contains."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path
from typing import Final

LICENCE_FILE: Final = re.compile(r"(licen[cs]e|copying|notice|authors|ofl)", re.IGNORECASE)
OWN: Final = "istaka"
OPEN: Final = """Licence of Istaka:

(not decided yet: this field is for the owner of Istaka, and this file is its place)
"""


def collect(python: Path, site_packages: Path, folder: Path) -> list[str]:
    """Copy each text into `folder`, with an overview; return the packages whose wheels contain none."""
    folder.mkdir()
    (folder / "Istaka.txt").write_text(OPEN, encoding="utf-8")
    if (own := python / "LICENSE.txt").is_file():
        shutil.copyfile(own, folder / "Python.txt")
    missing, rows = [], []
    for name, found in sorted(_distributions(site_packages)):
        texts = _copy_texts(found, folder / name)
        if not texts:
            missing.append(name)
        rows.append(f"{name}: {_stated_licence(found)}; {texts or 'no text in its wheel'}")
    (folder / "OVERVIEW.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return missing


def _distributions(site_packages: Path) -> Iterator[tuple[str, PathDistribution]]:
    for information in site_packages.glob("*.dist-info"):
        found = Distribution.at(information)
        if found.metadata["Name"] != OWN:
            yield f"{found.metadata['Name']} {found.version}", found


def _copy_texts(found: Distribution, folder: Path) -> str:
    """Return their names: files of its information that say so, and others so named beside the code."""
    copied = []
    for file in found.files or []:
        inside = file.parts[0].endswith(".dist-info")
        if LICENCE_FILE.search("/".join(file.parts[1:]) if inside else file.name) and _is_text(file.name):
            target = folder / Path(*file.parts[1:])
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(str(file.locate())), target)
            copied.append(target.relative_to(folder).as_posix())
    return ", ".join(copied)


def _is_text(name: str) -> bool:
    return not name.endswith((".py", ".pyi", ".pyc", ".html", ".js", ".css", ".json"))


def _stated_licence(found: Distribution) -> str:
    expression = _values(found, "License-Expression")
    classifiers = [
        value.rpartition("::")[2].strip()
        for value in _values(found, "Classifier")
        if value.startswith("License ::")
    ]
    stated = [value.strip().partition("\n")[0] for value in _values(found, "License")]
    return ", ".join(expression or classifiers or stated or ["none stated"])


def _values(found: Distribution, field: str) -> list[str]:
    return found.metadata.get_all(field) or []
