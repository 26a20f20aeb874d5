from __future__ import annotations

import os
import sys
from pathlib import PurePath
from typing import Final

UV_FOLDERS: Final = ("archive-v", "builds-v", "environments-v")
CACHES: Final = (".cache", "cache", "caches")


def newest_command(environment: PurePath | None = None) -> str:
    """Return what starts the newest version if `uvx` or `pipx run` made it, whose caches drop it; else "".

    Without `environment`, this Python's.
    """
    path = environment or PurePath(sys.prefix)
    names = [part.casefold() for part in path.parts]
    uv_cache = os.environ.get("UV_CACHE_DIR")
    if any(name.startswith(UV_FOLDERS) for name in names) or (uv_cache and path.is_relative_to(uv_cache)):
        return "uvx istaka@latest"
    if "pipx" in names and "venvs" not in names and any(name in CACHES for name in names):
        return "pipx run --no-cache istaka"
    return ""
