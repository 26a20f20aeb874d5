"""Any process of a server returns the totals of all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.monitoring.counters import BYTES, Counters, server_folder
from tests.processes import ROOT

ANOTHER = """
import sys
from pathlib import Path
from config.monitoring.counters import Counters
ours = Counters(Path(sys.argv[1]))
ours.count_response(200)
ours.count_response(503)
ours.add("streams", 3)
print("counted", flush=True)
sys.stdin.read()
"""


def test_totals_add_processes_and_gauges_end_with_theirs(tmp_path: Path) -> None:
    own = Counters(tmp_path)
    own.count_response(200)
    own.add("streams")
    command = [sys.executable, "-c", ANOTHER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        totals = own.totals()
        assert (totals["requests 200"], totals["requests 503"], totals["streams"]) == (2, 1, 4)
    totals = own.totals()
    assert (totals["requests 200"], totals["requests 503"], totals["streams"]) == (2, 1, 1)


def test_foreign_file_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "1").write_bytes(b"short")
    assert len(Counters(tmp_path).totals()) == BYTES // 8


def test_duration_counts_in_first_matching_bucket() -> None:
    own = Counters(None)
    for seconds in (0.01, 0.025, 0.3, 99):
        own.count_duration(seconds)
    totals = {name: figure for name, figure in own.totals().items() if figure}
    assert totals == {"seconds 0.025": 2, "seconds 0.5": 1, "seconds slower": 1, "seconds sum": 99.335}


def test_unknown_status_counts_as_500() -> None:
    own = Counters(None)
    own.count_response(799)
    assert own.totals()["requests 500"] == 1


@pytest.fixture
def shared_memory_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("config.monitoring.counters.SHARED_MEMORY", tmp_path)
    return tmp_path


def test_folder_is_private_and_folders_of_ended_servers_are_removed(shared_memory_folder: Path) -> None:
    old_folder = (
        shared_memory_folder / f"istaka-{os.getuid()}" / str(2**22 + 1)
    )  # beyond every process's number
    old_folder.mkdir(parents=True, mode=0o700)
    old_folder.parent.chmod(0o700)
    (old_folder / "5").write_bytes(b"")
    folder = server_folder()
    assert folder is not None
    assert folder.name == str(os.getppid())
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)} == {0o700}
    assert not old_folder.exists()


def test_folder_writable_by_others_is_not_used(shared_memory_folder: Path) -> None:
    (shared_memory_folder / f"istaka-{os.getuid()}").mkdir(mode=0o777)
    (shared_memory_folder / f"istaka-{os.getuid()}").chmod(0o777)
    assert server_folder() is None
    assert Counters(None).totals()["streams"] == 0


def test_reused_process_number_continues_totals_and_resets_gauges(tmp_path: Path) -> None:
    before = Counters(tmp_path)
    before.count_response(404)
    before.add("in progress")
    totals = Counters(tmp_path).totals()
    assert (totals["requests 404"], totals["in progress"]) == (1, 0)


def test_without_shared_memory_each_process_counts_alone(
    monkeypatch: pytest.MonkeyPatch, shared_memory_folder: Path
) -> None:
    (shared_memory_folder / "no folder").write_bytes(b"")
    monkeypatch.setattr("config.monitoring.counters.SHARED_MEMORY", shared_memory_folder / "no folder")
    assert server_folder() is None
