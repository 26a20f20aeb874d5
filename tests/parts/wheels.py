"""Wheels of this tree under other versions, and environments that have its libraries without a network."""

from __future__ import annotations

import re
import shutil
import site
import subprocess
import sys
import venv
from pathlib import Path

from tests.processes import ROOT, collected_files

FOLDERS = ("config", "docs", "locale", "rules", "scoring", "templates", "tournaments", "tests/data/evenings")
FILES = ("CHANGELOG.md", "README.md", "manage.py", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "screenshots", "decisions")


class WheelTree:
    """A copy of the tree that requires no libraries."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
        for name in FILES:
            shutil.copyfile(ROOT / name, folder / name)
        (folder / "requirements").mkdir()
        (folder / "requirements/base.txt").touch()
        shutil.copytree(collected_files(), folder / "var/package/static")

    def set_version(self, version: str) -> None:
        file, changes = self.folder / "config/version.py", self.folder / "CHANGELOG.md"
        file.write_text(re.sub(r'"[^"]+"', f'"{version}"', file.read_text()))
        section = f"\n## {version}\n\n- New in {version}.\n"
        changes.write_text(changes.read_text().replace("\n## ", f"{section}\n## ", 1))

    def add_migration(self, name: str, source: str) -> None:
        (self.folder / f"tournaments/migrations/{name}.py").write_text(source)

    def build(self, target: Path) -> None:
        target.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
        subprocess.run([*command, str(target)], cwd=self.folder, check=True, capture_output=True)


def make_environment(folder: Path, wheel: Path) -> Path:
    """Install the wheel into a new environment with our libraries; return the folder of its commands."""
    venv.create(folder, symlinks=True)
    bin_folder = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(bin_folder / "python")
    ask = [python, "-c", "import site; print(site.getsitepackages()[0])"]
    packages = Path(subprocess.run(ask, check=True, capture_output=True, text=True).stdout.strip())
    (packages / "ours.pth").write_text("\n".join(site.getsitepackages()))
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True)
    return bin_folder
