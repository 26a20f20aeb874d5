import sys
from typing import Final

PAGE_DESCRIPTORS: Final = 300
"""Files, database, and connections that load pages."""
OTHER_CONNECTIONS: Final = 6000
"""The laptop's requests and silent connections, but no streams."""
MACOS_LIMIT: Final = 10_240
"""macOS refuses more, whatever it reports."""


def raise_descriptor_limit(limit: int) -> int:
    """Raise this process's limit of open files to at most `limit`; return the resulting one."""
    if sys.platform == "win32":
        return limit  # sockets don't count there
    import resource  # noqa: PLC0415  not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return limit if soft == resource.RLIM_INFINITY else soft
    for number in (most, min(most, MACOS_LIMIT)):
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
        except (OSError, ValueError):
            continue
        return number
    return soft


def max_connections(streams: int) -> int:
    """Raise the limit; streams are included."""
    limit = streams + OTHER_CONNECTIONS
    return max(1, min(limit, raise_descriptor_limit(limit + PAGE_DESCRIPTORS) - PAGE_DESCRIPTORS))
