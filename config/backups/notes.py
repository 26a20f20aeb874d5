"""What the last attempts came to, in small files beside the backups: there is no table for it.

They are of this machine and not of the club: a restored house must not tell of another one's stick.
"""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings

from config.backups.written import write_text

MAKING: Final = "making"
"""When a backup was last tried, why it failed if it did, and what became of the second place."""
ASKED: Final = "asked"
"""When somebody asked for a backup on the page, until one is begun."""
LEDGER: Final = "ledger"
"""When the ledger was last looked through, and what was found."""


def note(subject: str, told: dict[str, Any]) -> None:
    """Keep what is to be told of a subject, in the place of what was. Raises OSError."""
    prepare()
    write_text(settings.BACKUPS / f"{subject}.json", json.dumps(told))


def forget(subject: str) -> None:
    """Have nothing kept of a subject. Raises OSError."""
    (settings.BACKUPS / f"{subject}.json").unlink(missing_ok=True)


def noted(subject: str) -> dict[str, Any]:
    """What was kept last of a subject; nothing where nothing was, or where it can't be read."""
    try:
        told = json.loads((settings.BACKUPS / f"{subject}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def prepare() -> None:
    """Make the folder, for its owner only, unless it is there."""
    settings.BACKUPS.mkdir(mode=0o700, parents=True, exist_ok=True)
