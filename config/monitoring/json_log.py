"""The log as lines of JSON, for programs that collect it."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from config.logs import redact
from tournaments.noted import CURRENT


class JsonFormatter(logging.Formatter):
    """An object a line: `time`, `level`, `logger`, `message`; where there is a request its id, as `request`.

    The line about a request adds `method`, `route`, `status`, `ms` until its answer began, and `entries`, the
    versions of hands that it wrote. An error adds `error`, with its traceback. No link in it opens anything.
    """

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if noted := CURRENT.get():
            told["request"] = noted.id
        told |= getattr(record, "told", {})
        if record.exc_info:
            told["error"] = redact(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)
