import ipaddress
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Only local networks resolve these names; no foreign name server can.
LOCAL_DOMAINS = (".local", ".lan", ".internal", ".home.arpa")
# Reserved for documentation: no packet is sent, the kernel only picks the route.
_UNROUTED = ("192.0.2.1", 9)
# Not “bridge” and not “Wi-Fi Direct Virtual Adapter”: those share this computer's connection with phones.
_VIRTUAL: Final = re.compile(
    r"^(tun|tap|utun|wg|docker|veth|br-|vmnet|vboxnet|virbr|lxc|lxd|cni|podman|zt|ppp|ipsec)"
    r"|vethernet|hyper-v|vmware|virtualbox|tailscale|zerotier|wireguard|wintun|openvpn|tap-windows|vpn",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class OwnAddress:
    """`is_virtual`: of a VPN, a container or a virtual machine, which phones in the room rarely reach."""

    address: str
    interface: str = ""
    is_virtual: bool = False

    @property
    def is_private(self) -> bool:
        return ipaddress.ip_address(self.address).is_private


def is_wildcard(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")  # noqa: S104  the address itself is what is asked for


def lan_address() -> str:
    """Return the address that phones most likely reach, or 127.0.0.1."""
    return next((own.address for own in own_addresses()), "127.0.0.1")


def own_addresses() -> list[OwnAddress]:
    """Return this computer's IPv4 addresses for phones, most likely first.

    That of the default route comes before private ones, virtual ones last. Loopback and link-local addresses
    are left out.
    """
    routed = _routed_address()
    found = _interface_addresses() or [OwnAddress(routed or _address_of_host_name())]
    reachable = [own for own in found if not _is_local_only(own.address)]
    return sorted(reachable, key=lambda own: (own.is_virtual, own.address != routed, not own.is_private))


def is_virtual_interface(*names: str) -> bool:
    return any(_VIRTUAL.search(name) for name in names)


def _interface_addresses() -> list[OwnAddress]:
    """Empty if the system doesn't list them."""
    import ifaddr  # noqa: PLC0415  it takes 30 ms to import, and all commands import this module

    with suppress(OSError, AssertionError):  # its own assertions fail on odd interfaces
        return [
            OwnAddress(ip.ip, ip.nice_name, is_virtual_interface(ip.nice_name, adapter.nice_name))
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
            if isinstance(ip.ip, str)
        ]
    return []


def _is_local_only(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.is_loopback or parsed.is_link_local


def _routed_address() -> str:
    """Return the address with which this computer reaches other networks, or ""."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(_UNROUTED)
        return str(probe.getsockname()[0])
    return ""


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
    own_names = [socket.gethostname(), *(own.address for own in own_addresses()), *LOCAL_DOMAINS]
    return list(dict.fromkeys([*host_names(public), *own_names]))


def host_names(public: str) -> list[str]:
    name = urlsplit(public).hostname
    return [_bracketed(name) for name in (name, *LOOPBACK) if name]


def _bracketed(host: str) -> str:
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host  # noqa: PLR2004
    except ValueError:
        return host
