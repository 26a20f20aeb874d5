from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def written_log_actions(app: str) -> set[str]:
    """Return the actions written by `log_and_publish` or by helpers that pass literals on."""
    actions: set[str] = set()
    for source in (ROOT / app).rglob("*.py"):
        code = source.read_text()
        actions |= set(
            re.findall(r'(?:log_and_publish|log_hand|row_of|_log(?:_\w+)?|_close)\(\s*"([a-z_]+)"', code)
        )
        actions |= set(re.findall(r'\baction(?:": |: str = )"([a-z_]+)"', code))
    return actions
