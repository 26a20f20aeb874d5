from __future__ import annotations

import re
from typing import Final

MAX_LENGTH: Final = 254
MAX_LOCAL_PART_LENGTH: Final = 64
_ATOM: Final = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL_PART: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST: Final = re.compile(rf"(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}|localhost")
_SAME_HOST: Final = {"googlemail.com": "gmail.com"}
_TURKISH_I: Final = str.maketrans({"İ": "i", "ı": "i"})


def normalize_email(address: str) -> str:
    """Trim, and return small letters; keyboards set to Turkish write i as İ or ı."""
    return address.strip().translate(_TURKISH_I).lower()


def is_mailable(address: str) -> bool:
    """Of a normalized address; stricter than RFC 5321: ASCII without quotes."""
    local, _at, host = address.rpartition("@")
    return (
        len(address) <= MAX_LENGTH
        and len(local) <= MAX_LOCAL_PART_LENGTH
        and _LOCAL_PART.fullmatch(local) is not None
        and _HOST.fullmatch(host) is not None
    )


def mailbox_of(address: str) -> str:
    """Ignore case, dots and plus suffixes in the local part."""
    local, _at, host = normalize_email(address).rpartition("@")
    name = local.partition("+")[0].replace(".", "") or local
    return f"{name}@{_SAME_HOST.get(host, host)}"
