"""Build the zip with which Windows runs Istaka, on any system: `make windows-bundle PYTHON=….zip`."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from config.deploy.windows import licences, packages
from config.deploy.windows.embeddable import read_embeddable, unpack
from config.deploy.windows.errors import BundleError
from config.version import VERSION

ROOT: Final = Path(__file__).resolve().parents[3]
FILES: Final = Path(__file__).parent / "files"
LOCK: Final = ROOT / "requirements" / "base.txt"
FOLDER: Final = "Istaka"


def build(archive: Path, wheel: Path, *, lock: Path, target: Path) -> Path:
    """Return the new `Istaka-VERSION-windows.zip` in `target`; its contents stay in `target/windows/Istaka`.

    Raises BundleError.
    """
    embeddable = read_embeddable(archive)
    unpacked = target / "windows"
    shutil.rmtree(unpacked, ignore_errors=True)
    folder = unpacked / FOLDER
    folder.mkdir(parents=True)
    site_packages = unpack(embeddable, folder / "python")
    requirements = packages.requirements_for(embeddable, lock.read_text(encoding="utf-8"))
    packages.install(embeddable, site_packages, requirements=requirements, wheel=wheel)
    shutil.move(_copied(folder) / "sitecustomize.py", site_packages)
    for package in licences.collect(folder / "python", site_packages, folder / "licences"):
        print(f"No licence text in its wheel: {package}", file=sys.stderr)  # noqa: T201  for who builds
    name = target / f"Istaka-{VERSION}-windows"
    return Path(shutil.make_archive(str(name), "zip", root_dir=unpacked, base_dir=FOLDER))


def _copied(folder: Path) -> Path:
    """Copy the texts as Windows reads them: Notepad and cmd need its line ends."""
    for file in FILES.iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            # Notepad of older Windows takes a text without a mark for ANSI; cmd stumbles over the mark.
            encoding = "utf-8-sig" if file.suffix == ".txt" else "utf-8"
            (folder / file.name).write_text(text, encoding=encoding, newline="\r\n")
    return folder


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", type=Path, help="CPython's python-…-embed-amd64.zip")
    parser.add_argument("wheel", type=Path, help="our own, by `make wheel`")
    parser.add_argument("--to", type=Path, default=ROOT / "dist")
    options = parser.parse_args(arguments)
    try:
        built = build(options.python, options.wheel, lock=LOCK, target=options.to)
    except BundleError as error:
        parser.exit(1, f"{error}\n")
    print(built)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
