"""How many files and connections this process may hold open."""

import sys


def ask_for_descriptors(wished: int) -> int:
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
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most
