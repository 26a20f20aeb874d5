from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def written_log_actions(app: str) -> set[str]:
    """Return the actions written by `log.write` or by helpers that pass literals on."""
    actions: set[str] = set()
    for source in (ROOT / app).rglob("*.py"):
        code = source.read_text()
        actions |= set(
            re.findall(r'(?:log\.write|row_of|_log(?:_\w+)?|_close|apply_consequences)\(\s*"([a-z_]+)"', code)
        )
        actions |= set(re.findall(r'\b(?:first|later_action)="([a-z_]+)"', code))
    return actions
