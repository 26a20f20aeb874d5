from __future__ import annotations

from pathlib import Path

import pytest
from packaging.requirements import Requirement

from config.deploy.windows.build_bundle import LOCK
from config.deploy.windows.embeddable import Embeddable
from config.deploy.windows.packages import requirements_for


def names(lines: list[str]) -> list[str]:
    return [Requirement(line.partition(" --hash")[0]).name for line in lines]


@pytest.mark.parametrize("minor", [11, 12, 13])
def test_every_locked_package_is_installed_once_with_hashes(minor: int) -> None:
    lock = LOCK.read_text(encoding="utf-8")
    lines = requirements_for(Embeddable(Path("python.zip"), major=3, minor=minor), lock)
    locked = {line.partition("==")[0] for line in lock.splitlines() if "==" in line and line[0] not in " #"}
    assert set(names(lines)) == locked - {"async-timeout"}  # for Python before 3.11.3
    assert len(names(lines)) == len(set(names(lines)))
    assert all(" --hash=sha256:" in line for line in lines)


def test_markers_are_those_of_windows_and_its_python() -> None:
    lock = """
apart==1 ; sys_platform == 'linux' --hash=sha256:aa
windows==1 ; os_name == 'nt' --hash=sha256:bb
new==2 ; python_full_version >= '3.13' \\
    --hash=sha256:cc \\
    --hash=sha256:dd
old==1 ; python_version < '3.13' --hash=sha256:ee
"""
    python = Embeddable(Path("python.zip"), major=3, minor=13)
    assert [line.split() for line in requirements_for(python, lock)] == [
        ["windows==1", "--hash=sha256:bb"],
        ["new==2", "--hash=sha256:cc", "--hash=sha256:dd"],
    ]
