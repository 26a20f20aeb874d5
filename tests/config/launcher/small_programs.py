"""Small stand-ins for versions of Istaka: they import, and their commands run one statement."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

from config.launcher.update.versions import FOLDER, mark_complete

MANAGE = """
import os, pathlib, sqlite3, sys
url = os.environ.get("DATABASE_URL", "")
file = url.removeprefix("sqlite:///")
if file == url:
    file = pathlib.Path(os.environ["DATA_FOLDER"]) / "club.sqlite3"
database = sqlite3.connect(file)
database.execute({statement!r})
database.commit()
sys.exit({code})
"""


def program_files(version: str, *, statement: str = "SELECT 1", code: int = 0) -> dict[str, str]:
    return {
        "istaka/config/__init__.py": "",
        "istaka/config/launcher/__init__.py": "",
        "istaka/config/launcher/command.py": "import config.version\n",
        "istaka/config/version.py": f'VERSION = "{version}"\n',
        "istaka/manage.py": MANAGE.format(statement=statement, code=code),
    }


def install(data: Path, version: str, *, statement: str = "SELECT 1", code: int = 0) -> Path:
    """Install it as an update does; return its folder."""
    home = data / FOLDER / version
    for name, text in program_files(version, statement=statement, code=code).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    mark_complete(home)
    return home


def build_wheel(
    folder: Path, version: str, *, changes: str | None = None, files: dict[str, str] | None = None
) -> Path:
    """One that pip downloads and installs."""
    wheel, info = folder / f"istaka-{version}-py3-none-any.whl", f"istaka-{version}.dist-info"
    contents = {
        "istaka/requirements.txt": "",
        **(files or {}),
        **({} if changes is None else {"istaka/CHANGELOG.md": changes}),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: istaka\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*contents, f"{info}/RECORD"])
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {**contents, f"{info}/RECORD": record}.items():
            archive.writestr(name, text)
    return wheel


def make_database(data: Path, *names: str) -> Path:
    file = data / "club.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE club (name TEXT)")
        connection.executemany("INSERT INTO club VALUES (?)", [(name,) for name in names])
        connection.commit()
    return file


def names_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM club ORDER BY name")]
