"""Which e-mail addresses a mail server takes: the one check for every address that people give."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 254
LONGEST_LOCAL_PART: Final = 64
_ATOM: Final = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL_PART: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST: Final = re.compile(rf"(?:{_LABEL}\.)+(?!\d+\Z){_LABEL}|localhost")
_SAME_HOST: Final = {"googlemail.com": "gmail.com"}


def is_mailable(address: str) -> bool:
    """Whether every mail server takes this address.

    It has an unquoted ASCII local part and a domain that IDNA encodes without changing it, and at most 254
    characters as it is sent (RFC 5321).
    """
    local, _at, domain = address.rpartition("@")
    host = _host(domain)
    if not host or len(local) + 1 + len(host) > LONGEST:
        return False
    return len(local) <= LONGEST_LOCAL_PART and _LOCAL_PART.fullmatch(local) is not None


def mailbox_of(address: str) -> str:
    """One spelling for all addresses that may reach the same mailbox, to count e-mails by.

    Case, dots and what follows a plus sign in the local part don't matter.
    """
    local, _at, domain = address.strip().lower().rpartition("@")
    host = _host(domain) or domain
    name = local.partition("+")[0].replace(".", "") or local
    return f"{name}@{_SAME_HOST.get(host, host)}"


def _host(domain: str) -> str:
    """A domain as it is sent; blank if it can't be. IDNA would send straße.example to another domain."""
    if len(domain) > LONGEST or not domain.isprintable():
        return ""
    try:
        host = domain.encode("idna").decode("ascii").lower()
        unchanged = host.encode("ascii").decode("idna") == domain.lower()
    except UnicodeError:
        return ""
    return host if unchanged and _HOST.fullmatch(host) else ""
