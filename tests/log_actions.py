"""The actions that an app writes into the log, as its code names them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def written_in(app: str) -> set[str]:
    """Names are written as literals, in a call of `log.write` or of a helper that passes them on."""
    written: set[str] = set()
    for source in (ROOT / app).rglob("*.py"):
        code = source.read_text()
        written |= set(
            re.findall(r'(?:log\.write|row_of|_close|_tell|_written|follow_up)\(\s*"([a-z_]+)"', code)
        )
        written |= set(re.findall(r'\b(?:first|over)="([a-z_]+)"', code))
    return written
