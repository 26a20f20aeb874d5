"""CPython's embeddable package for Windows: a zip that runs where it is unpacked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

from config.deploy.windows.errors import BundleError


@dataclass(frozen=True)
class Embeddable:
    archive: Path
    major: int
    minor: int

    @property
    def version(self) -> str:
        return f"{self.major}.{self.minor}"

    @property
    def name(self) -> str:
        """Return `python313`, as in the names of its library and of its path file."""
        return f"python{self.major}{self.minor}"


def read_embeddable(archive: Path) -> Embeddable:
    """Raise BundleError for a zip without a path file or python.exe."""
    if not archive.is_file():
        raise BundleError(f"{archive}: no such file. Give CPython's python-…-embed-amd64.zip.")
    with ZipFile(archive) as zipped:
        names = zipped.namelist()
    found = [match for name in names if (match := re.fullmatch(r"python(\d)(\d+)\._pth", name))]
    if len(found) != 1 or "python.exe" not in names:
        raise BundleError(f"{archive}: not CPython's embeddable package for Windows.")
    return Embeddable(archive, major=int(found[0][1]), minor=int(found[0][2]))


def unpack(embeddable: Embeddable, folder: Path) -> Path:
    """Return its folder for packages, which exists and is on its path."""
    with ZipFile(embeddable.archive) as zipped:
        zipped.extractall(folder)
    lines = path_lines(embeddable)
    (folder / f"{embeddable.name}._pth").write_text("\r\n".join(lines) + "\r\n", encoding="ascii", newline="")
    site_packages = folder / "Lib" / "site-packages"
    site_packages.mkdir(parents=True)
    return site_packages


def path_lines(embeddable: Embeddable) -> list[str]:
    r"""Return those of `python313._pth`, with which Python ignores PYTHONPATH and the registry.

    `import site` runs our sitecustomize.py in Lib\site-packages.
    """
    return [f"{embeddable.name}.zip", ".", r"Lib\site-packages", "import site"]
