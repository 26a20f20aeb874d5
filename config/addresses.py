import ipaddress
import socket
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Only local networks resolve these names; no foreign name server can.
LOCAL_DOMAINS = (".local", ".lan", ".internal", ".home.arpa")
# Reserved for documentation: no packet is sent, the kernel only picks the route.
_UNROUTED = ("192.0.2.1", 9)


def is_wildcard(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")  # noqa: S104  the address itself is what is asked for


def lan_address() -> str:
    """Else the host name's, or 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNROUTED)
        except OSError:
            return _address_of_host_name()
        return str(probe.getsockname()[0])


def _address_of_host_name() -> str:
    try:
        candidates = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        candidates = []
    return next((address for address in candidates if not address.startswith("127.")), "127.0.0.1")


def public_address(host: str, port: int) -> str:
    """Empty if only this machine reaches it."""
    if host in LOOPBACK:
        return ""
    return http_url(lan_address() if is_wildcard(host) else host, port)


def http_url(host: str, port: int) -> str:
    return f"http://{_bracketed(host)}" + ("" if port == 80 else f":{port}")  # noqa: PLR2004


def allowed_hosts(public: str) -> list[str]:
    """Guard against DNS rebinding."""
    own_names = [socket.gethostname(), _bracketed(lan_address()), *LOCAL_DOMAINS]
    return list(dict.fromkeys([*host_names(public), *own_names]))


def host_names(public: str) -> list[str]:
    name = urlsplit(public).hostname
    return [_bracketed(name) for name in (name, *LOOPBACK) if name]


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host  # noqa: PLR2004
    except ValueError:
        return host
