"""Small files of the data folder, each a dataclass."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def read_json(file: Path, kind: type[T]) -> T | None:
    """None if it is missing or isn't ours."""
    with suppress(OSError, ValueError, TypeError):
        stored: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return kind(**stored)
    return None


def write_json(file: Path, record: DataclassInstance) -> None:
    """For its owner only; completely or not at all, also at a power failure."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        json.dump(asdict(record), opened)
        opened.flush()
        os.fsync(opened.fileno())
    unfinished.replace(file)
