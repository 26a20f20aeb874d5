from __future__ import annotations

import re
from typing import Final

MAX_LENGTH: Final = 254
MAX_LOCAL_PART_LENGTH: Final = 64
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL_PART: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST: Final = re.compile(rf"(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}|localhost")
_SAME_HOST: Final = {"googlemail.com": "gmail.com"}


def is_mailable(address: str) -> bool:
    """Stricter than RFC 5321: the local part is unquoted ASCII, and IDNA doesn't change the domain."""
    local, _at, domain = address.rpartition("@")
    host = _host(domain)
    if not host or len(local) + 1 + len(host) > MAX_LENGTH:
        return False
    return len(local) <= MAX_LOCAL_PART_LENGTH and _LOCAL_PART.fullmatch(local) is not None


def mailbox_of(address: str) -> str:
    """Ignore case, dots and plus suffixes in the local part."""
    local, _at, domain = address.strip().lower().rpartition("@")
    host = _host(domain) or domain
    name = local.partition("+")[0].replace(".", "") or local
    return f"{name}@{_SAME_HOST.get(host, host)}"


def _host(domain: str) -> str:
    """Return "" if invalid or changed by IDNA, such as straße.example."""
    if len(domain) > MAX_LENGTH or not domain.isprintable():
        return ""
    try:
        host = domain.encode("idna").decode("ascii").lower()
        unchanged = host.encode("ascii").decode("idna") == domain.lower()
    except UnicodeError:
        return ""
    return host if unchanged and _HOST.fullmatch(host) else ""
