"""How many files and connections this process may hold open."""

import sys
from typing import Final

PAGE_DESCRIPTORS: Final = 300
"""Files, the database, and the connections of those who load pages."""
OTHER_CONNECTIONS: Final = 6000
"""Of the laptop's server: requests, silent connections, and those that come before the next look at them."""
MACOS_LIMIT: Final = 10_240
"""macOS refuses a larger number, whatever limit it names."""


def raise_descriptor_limit(wished: int) -> int:
    """Let this process hold `wished` of them open, as far as the system allows; return how many it may.

    Many systems give a process 1,024 unless it asks for more; a thousand readers are a thousand connections.
    """
    if sys.platform == "win32":
        return wished  # its sockets are no files
    import resource  # noqa: PLC0415  there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wished if hard == resource.RLIM_INFINITY else min(wished, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return wished if soft == resource.RLIM_INFINITY else soft
    for number in (most, min(most, MACOS_LIMIT)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
        except (OSError, ValueError):
            continue
        return number
    return soft


def max_connections(streams: int) -> int:
    """Ask for what the laptop's server needs; return how many connections it may hold, streams among them."""
    wished = streams + OTHER_CONNECTIONS
    return max(1, min(wished, raise_descriptor_limit(wished + PAGE_DESCRIPTORS) - PAGE_DESCRIPTORS))
