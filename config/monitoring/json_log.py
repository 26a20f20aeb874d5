from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

from config.logs import redact
from tournaments.web.request_notes import CURRENT_REQUEST


class JsonFormatter(logging.Formatter):
    """A line has `time`, `level`, `logger`, `message`, and the `request`'s id.

    A request adds `method`, `route`, `status`, `ms` to the response's start, and `entries`, the hands it
    wrote. An error adds `error`. Tokens are redacted.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a line of JSON with the request's id and summary, secrets redacted."""
        payload: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if notes := CURRENT_REQUEST.get():
            payload["request"] = notes.id
        payload |= getattr(record, "request_summary", {})
        if record.exc_info:
            payload["error"] = redact(self.formatException(record.exc_info))
        return json.dumps(payload, ensure_ascii=False)
