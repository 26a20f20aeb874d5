from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT, migrated_file
from tests.scoring.test_evening_replay import expected_part

EVENING = ROOT / "tests/data/evenings/countdown_8.jsonl"
EXPECTED = json.loads((ROOT / "tests/data/evenings/countdown_8.expected.json").read_text())


def manage(database: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    measured = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
    environ = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{database}", **measured}
    command = [sys.executable, "manage.py", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    return Path(shutil.copyfile(migrated_file(), tmp_path / "evening.sqlite3"))


@pytest.mark.slow
def test_json_outcome_is_the_only_output(database_file):
    result = manage(database_file, "replay", EVENING, "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert expected_part(json.loads(result.stdout), EXPECTED) == EXPECTED


@pytest.mark.slow
def test_text_outcome_has_names(database_file, tmp_path):
    evening = tmp_path / "walkovers.jsonl"
    evening.write_text("\n".join(map(json.dumps, walkovers())))
    result = manage(database_file, "replay", evening)
    assert (result.returncode, result.stderr) == (0, "")
    *_others, final, last = result.stdout.splitlines()
    assert result.stdout.splitlines()[:2] == ["A", "  1. Takım 1  +0"]
    assert (final, last) == ("Takım 1 · Takım 4  1–0", "Takım 1, 0 + 0")


def walkovers() -> list[dict[str, Any]]:
    shape = {
        "rule_set": "101-pairs",
        "kind": "pairs",
        "group_size": 3,
        "advance": 1,
        "best_of": 1,
        "hands": 3,
    }
    groups = {"A": ("e1", "e2", "e3"), "B": ("e4", "e5", "e6")}
    pairings = [("groups", pair) for members in groups.values() for pair in combinations(members, 2)]
    return [
        {"event": "tournament", "name": "Kupa"} | shape,
        *(
            {"event": "entrant", "id": f"e{number}", "name": f"Takım {number}", "players": ["Ece", "Can"]}
            for number in range(1, 7)
        ),
        *({"event": "group", "name": name, "entrants": members} for name, members in groups.items()),
        *(
            {"event": "walkover", "stage": stage, "encounter": pair, "winner": pair[0]}
            for stage, pair in [*pairings, ("knockout", ("e1", "e4"))]
        ),
    ]


@pytest.mark.slow
def test_replay_stops_at_an_unplayable_line_and_keeps_earlier_ones(database_file, tmp_path):
    lines = EVENING.read_text().splitlines()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join([*lines[:20], lines[13], *lines[20:]]))
    result = manage(database_file, "replay", broken, "--json")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("line 21: unexpected_hand_number: ")
    with closing(sqlite3.connect(database_file)) as saved:
        assert saved.execute("SELECT count(*) FROM scoring_hand").fetchone() == (8,)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        pytest.param(["missing.jsonl"], 2, "missing.jsonl", marks=pytest.mark.release),
        pytest.param([EVENING, "--nonsense"], 2, "--nonsense", marks=pytest.mark.release),
        ([os.devnull], 1, "no tournament"),
    ],
)
def test_wrong_call_is_reported(database_file, arguments, code, words):
    result = manage(database_file, "replay", *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert words in result.stderr


def test_database_without_migrations_is_reported(tmp_path):
    result = manage(tmp_path / "new.sqlite3", "replay", EVENING)
    assert (result.returncode, result.stdout) == (1, "")
    assert "migrate" in result.stderr
    assert "Traceback" not in result.stderr
