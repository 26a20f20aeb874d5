"""Under which addresses this machine is reached on its network."""

import ipaddress
import socket
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Names that only the local network gives out; no stranger's name server answers for them.
LOCAL_DOMAINS = (".local", ".lan", ".internal", ".home.arpa")
# An address kept for examples: no packet is sent, the kernel only picks the way out.
_UNROUTED = ("192.0.2.1", 9)


def is_wildcard(host: str) -> bool:
    """Tell whether `host` means every address of this machine."""
    return host in ("", "0.0.0.0", "::")  # noqa: S104  the address itself is what is asked for


def lan_address() -> str:
    """Return this machine's address on its network, or 127.0.0.1 if it has none.

    A club's router may lead nowhere; then the machine's name is asked.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNROUTED)
        except OSError:
            return _address_of_own_name()
        return str(probe.getsockname()[0])


def _address_of_own_name() -> str:
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        found = []
    return next((address for address in found if not address.startswith("127.")), "127.0.0.1")


def public_address(host: str, port: int) -> str:
    """Return what phones type to reach a server that listens on `host` and `port`.

    Empty for a server that only this machine reaches: its pages then name the
    address under which they were asked for.
    """
    if host in LOOPBACK:
        return ""
    return http_url(lan_address() if is_wildcard(host) else host, port)


def http_url(host: str, port: int) -> str:
    """Return the plain http address of `host` and `port`."""
    return f"http://{_bracketed(host)}" + ("" if port == 80 else f":{port}")  # noqa: PLR2004


def allowed_hosts(public: str) -> list[str]:
    """Return the names under which the club's laptop answers.

    A request under any other name is refused, for a page elsewhere may point
    a name of its own at a laptop in the club room.
    """
    own = [socket.gethostname(), _bracketed(lan_address()), *LOCAL_DOMAINS]
    return list(dict.fromkeys([*host_names(public), *own]))


def host_names(public: str) -> list[str]:
    """Return the name in the address `public`, if it has one, and those that mean this machine itself."""
    name = urlsplit(public).hostname
    return [_bracketed(name) for name in (name, *LOOPBACK) if name]


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host  # noqa: PLR2004
    except ValueError:
        return host
