"""Real wheels: one, a newer one with a migration, and one whose migration fails with the club's own file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.launcher import running as running_file
from config.launcher.running import Running
from config.launcher.update.database_files import hands_since, opened
from config.launcher.update.state import Step, stored_state
from config.version import VERSION
from tests.parts.wheels import WheelTree, make_environment
from tests.processes import ROOT, environment, free_port, migrated_file, running, wait_for

pytestmark = pytest.mark.slow

NEW, FAILING = "90.1.0", "90.2.0"
ADD_COLUMN = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.AddField("club", "motto", models.TextField(null=True))]
"""
FAIL_ON_THE_CLUBS_FILE = """
from pathlib import Path
from django.db import migrations, models

def fail(apps, schema_editor):
    name = Path(schema_editor.connection.settings_dict["NAME"]).name
    if name == "club.sqlite3":
        raise RuntimeError("on purpose")

class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "9001_motto")]
    operations = [
        migrations.AddField("club", "anthem", models.TextField(null=True)),
        migrations.RunPython(fail),
    ]
"""
PLAY = """
import sys
from datetime import timedelta
from pathlib import Path
import django
django.setup()
from django.utils import timezone
from scoring.evening_replay import Replay, play_lines
hours = int(sys.argv[1])
lines = Path("tests/data/evenings/small_8.jsonl").read_text().splitlines()[:13]
play_lines(Replay(clock=lambda: timezone.now() - timedelta(hours=hours)), lines)
"""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Club:
    """An environment with the older wheel, and a data folder; `index` has what is offered."""

    def __init__(self, folder: Path, wheels: dict[str, Path]) -> None:
        self.wheels, self.data, self.index = wheels, folder / "data", folder / "index"
        self.data.mkdir()
        self.index.mkdir()
        self.database = self.data / "club.sqlite3"
        self.environ = environment(
            DATA_FOLDER=str(self.data),
            DJANGO_SETTINGS_MODULE="config.settings",
            HOURLY_BACKUPS="0",
            ISTAKA_INDEX=str(self.index),
            LC_ALL="C.UTF-8",
        )
        for name in ("BACKUPS", "DATABASE_URL", "STATIC_ROOT", "PYTHONPATH"):
            self.environ.pop(name, None)
        self.command = str(make_environment(folder / "venv", wheels[VERSION]) / "istaka")

    def offer(self, version: str) -> None:
        for old in self.index.iterdir():
            old.unlink()
        (self.index / self.wheels[version].name).symlink_to(self.wheels[version])

    def istaka(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *arguments],
            env=self.environ,
            cwd=self.data,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def play(self, *, hours_ago: int) -> None:
        """Record two hands of a new tournament."""
        environ = self.environ | {"PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-c", PLAY, str(hours_ago)], cwd=ROOT, env=environ, check=True)

    def hands(self) -> int:
        return hands_since(self.database, LONG_AGO)

    def club_columns(self) -> set[str]:
        with opened(self.database) as connection:
            return {row[1] for row in connection.execute("PRAGMA table_info(tournaments_club)")}

    def server(self) -> Running | None:
        return running_file.find(self.data)

    def served_version(self) -> str:
        server = self.server()
        assert server is not None
        client = HTTPConnection("127.0.0.1", server.port, timeout=10)
        client.request("GET", f"/en{server.control_path}update/", headers={"Host": "localhost"})
        page = client.getresponse().read().decode()
        client.close()
        found = re.search(r"<h2[^>]*>\s*Istaka (\S+)", page)
        assert found is not None, page
        return found[1]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    tree = WheelTree(folder / "tree")
    tree.build(folder)
    tree.set_version(NEW)
    tree.add_migration("9001_motto", ADD_COLUMN)
    tree.build(folder)
    tree.set_version(FAILING)
    tree.add_migration("9002_anthem", FAIL_ON_THE_CLUBS_FILE)
    tree.build(folder)
    return {version: next(folder.glob(f"istaka-{version}-*.whl")) for version in (VERSION, NEW, FAILING)}


@pytest.fixture
def club(tmp_path: Path, wheels: dict[str, Path]) -> Iterator[Club]:
    club = Club(tmp_path, wheels)
    shutil.copyfile(migrated_file(), club.database)
    club.play(hours_ago=4)
    command = [club.command, "--no-browser", "--port", str(free_port())]
    with running(command, environ=club.environ):
        wait_for(lambda: club.server() is not None, "Istaka does not start")
        yield club


def test_update_failed_update_and_way_back(club: Club) -> None:
    club.offer(NEW)
    updated = club.istaka("update", "--yes")
    assert updated.returncode == 0, updated.stdout + updated.stderr
    assert f"New in {NEW}." in updated.stdout
    assert club.served_version() == NEW
    assert NEW in club.istaka("--version").stdout
    assert club.hands() == 2
    assert "motto" in club.club_columns()

    club.offer(FAILING)
    failed = club.istaka("update", "--yes")
    assert failed.returncode == 1, failed.stdout
    assert f"Istaka {NEW} runs again" in failed.stdout
    assert stored_state(club.data).step is Step.FAILED
    assert club.served_version() == NEW
    assert "anthem" not in club.club_columns()
    assert club.hands() == 2

    club.play(hours_ago=0)
    assert club.istaka("update", "--yes").returncode == 1  # a tournament is being played
    back = club.istaka("update", "--back", "--yes")
    assert back.returncode == 0, back.stdout + back.stderr
    assert re.search(r"recorded since.*: 2\.", back.stdout)
    assert club.served_version() == VERSION
    assert VERSION in club.istaka("--version").stdout
    assert club.hands() == 2
    assert "motto" not in club.club_columns()
    newer = next(club.data.glob(f"club.after-{NEW}.sqlite3"))
    assert hands_since(newer, LONG_AGO) == 4
