from __future__ import annotations

from typing import Any


def message_levels(response: Any) -> list[str]:
    """Levels (`success`, `warning` …) of the messages on the page."""
    return [message.level_tag for message in response.context["messages"]]
