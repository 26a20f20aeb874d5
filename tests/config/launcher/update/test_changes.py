from __future__ import annotations

from pathlib import Path

from config.launcher.update.changes import newer_changes
from tests.config.launcher.small_programs import build_wheel

CHANGES = """# Changes

Newest first.

## 91.0.0 (1 May 2027)

- Two.

## 90.0.0

- One.

## 0.0.1

- Long ago.
"""


def test_only_sections_newer_than_ours_are_shown(tmp_path: Path) -> None:
    shown = newer_changes(build_wheel(tmp_path, "91.0.0", changes=CHANGES))
    assert shown == "## 91.0.0 (1 May 2027)\n\n- Two.\n\n## 90.0.0\n\n- One."


def test_wheel_without_changes_is_no_error(tmp_path: Path) -> None:
    assert newer_changes(build_wheel(tmp_path, "91.0.0")) == ""
    assert newer_changes(build_wheel(tmp_path, "92.0.0", changes="## Plans\n\n- Later.\n")) == ""
