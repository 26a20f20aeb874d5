"""A page asks the launcher to start the server again, with another address."""

from __future__ import annotations

from pathlib import Path


def request_restart(folder: Path) -> None:
    """Let the launcher start the server again once it has ended."""
    _restart_file(folder).touch()


def take_restart(folder: Path) -> bool:
    """Return whether it was requested, once."""
    requested = _restart_file(folder).exists()
    _restart_file(folder).unlink(missing_ok=True)
    return requested


def _restart_file(folder: Path) -> Path:
    return folder / "restart"
