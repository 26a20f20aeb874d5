from __future__ import annotations

import platform
import sys
from typing import Final

from config.launcher.checks.finding import Finding, Sign
from config.launcher.texts import TREE, _
from config.version import VERSION

OLDEST: Final = (3, 11)
NEWEST: Final = (3, 13)
BITS_64: Final = 2**32


def check_python(version: tuple[int, int] = sys.version_info[:2], largest: int = sys.maxsize) -> Finding:
    is_64_bit = largest > BITS_64
    text = _("Python %(version)s, %(bits)s bit, %(file)s") % {
        "version": platform.python_version(),
        "bits": 64 if is_64_bit else 32,
        "file": sys.executable,
    }
    if OLDEST <= version <= NEWEST and is_64_bit:
        return Finding(Sign.GOOD, text)
    return Finding(Sign.STOPS, text, _("Istaka needs Python 3.11, 3.12 or 3.13 with 64 bits."))


def check_version() -> Finding:
    return Finding(Sign.GOOD, f"Istaka {VERSION}, {TREE}")
