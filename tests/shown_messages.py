from __future__ import annotations

from typing import Any

from django.contrib.messages import get_messages


def message_levels(response: Any) -> list[str]:
    """Return the levels of messages that this response shows or leaves for the next page."""
    return [message.level_tag for message in get_messages(response.wsgi_request)]
