from __future__ import annotations

from typing import Final
from urllib.parse import quote

_SEND: Final = "https://wa.me/?text="


def whatsapp_link(text: str) -> str:
    """Opens WhatsApp with the text, or its website if the app isn't installed."""
    return _SEND + quote(text, safe="")
