from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_SEND: Final = "https://wa.me/{number}?text={text}"
_INTERNATIONAL: Final = re.compile(r"(?:\+|00)([1-9][0-9]{7,14})")
_TURKISH_MOBILE: Final = re.compile(r"0?(5[0-9]{9})")


def whatsapp_link(text: str, *, phone: str = "") -> str:
    """Opens WhatsApp with the text, or its website if the app isn't installed.

    A `phone` in digits, with a country code or as a Turkish mobile number, chooses the chat.
    """
    return _SEND.format(number=_whatsapp_number(phone), text=quote(text, safe=""))


def _whatsapp_number(phone: str) -> str:
    if international := _INTERNATIONAL.fullmatch(phone):
        return international[1]
    turkish = _TURKISH_MOBILE.fullmatch(phone)
    return f"90{turkish[1]}" if turkish else ""
