from __future__ import annotations

from typing import Any

from django.contrib.messages import get_messages
from django.utils.translation import override

from tournaments.refusals import Refused


def message_levels(response: Any) -> list[str]:
    """Return the levels of messages that this response shows or leaves for the next page."""
    return [message.level_tag for message in get_messages(response.wsgi_request)]


def english_message(refusal: Refused) -> str:
    """Return the sentence of a refusal, for a page that shows the sentence without its code."""
    with override("en"):
        return refusal.message
