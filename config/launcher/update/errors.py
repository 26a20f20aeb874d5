from __future__ import annotations

from typing import Any

from config.launcher.errors import LaunchError
from config.launcher.texts import _


class UpdateError(LaunchError):
    """Version and file stay as they were. `str()` is in the terminal's language, `record` for others."""

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, {name: str(value) for name, value in values.items()}
        super().__init__(fill(_(template), self.values))

    @property
    def record(self) -> dict[str, Any]:
        return {"problem": self.template, "values": self.values}


def fill(template: str, values: dict[str, str]) -> str:
    return template % values if values else template


def gettext_noop(text: str) -> str:
    """Mark a template for translation."""
    return text
