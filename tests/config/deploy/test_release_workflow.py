"""GitHub's machines run what can be run by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.processes import ROOT

WORKFLOW: dict[str, Any] = yaml.safe_load(
    (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
)
JOBS: dict[str, Any] = WORKFLOW["jobs"]
COMMANDS = "\n".join(step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake (?:--silent )?([a-z-]+)", COMMANDS))))
def test_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("file", sorted(set(re.findall(r"config[/\\][\w/\\.]+\.\w+|\.ci/run", COMMANDS))))
def test_scripts_exist(file: str) -> None:
    assert (ROOT / file.replace("\\", "/")).is_file()


def test_nothing_is_released_untested() -> None:
    assert set(JOBS["release"]["needs"]) >= {"test", "smoke-test", "windows"}


@pytest.mark.parametrize("name", JOBS)
def test_jobs_end(name: str) -> None:
    assert JOBS[name]["timeout-minutes"] <= 180
