import ipaddress
import socket

import pytest

from config import addresses


def test_this_machine_has_an_address() -> None:
    assert ipaddress.ip_address(addresses.lan_address()).version == 4


def test_own_addresses_are_of_named_interfaces_and_reachable_from_elsewhere() -> None:
    own = addresses.own_addresses()
    parsed = [ipaddress.ip_address(found.address) for found in own]
    assert all(found.interface for found in own)
    assert not any(address.is_loopback or address.is_link_local for address in parsed)
    assert [found.is_virtual for found in own] == sorted(found.is_virtual for found in own)
    assert addresses.lan_address() == (own[0].address if own else "127.0.0.1")


@pytest.mark.parametrize(
    "names",
    [
        ("tun0",), ("utun4",), ("wg0",), ("docker0",), ("veth12ab",), ("br-5f2c",), ("vmnet8",),
        ("tailscale0",),
        ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter"),
        ("Ethernet 2", "VirtualBox Host-Only Ethernet Adapter"),
        ("Yerel Ağ Bağlantısı", "TAP-Windows Adapter V9"),
        ("ProtonVPN", "ProtonVPN Tunnel"),
    ],
)  # fmt: skip
def test_vpns_containers_and_virtual_machines_are_recognized(names: tuple[str, ...]) -> None:
    assert addresses.is_virtual_interface(*names)


@pytest.mark.parametrize(
    "names",
    [
        ("eth0",), ("enp3s0",), ("wlan0",), ("wlp2s0",), ("en0",),
        ("bridge100",),  # macOS shares its connection with phones there
        ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201 160MHz"),
        ("Yerel Ağ Bağlantısı* 2", "Microsoft Wi-Fi Direct Virtual Adapter"),  # the mobile hotspot
    ],
)  # fmt: skip
def test_networks_of_phones_are_not_taken_for_virtual(names: tuple[str, ...]) -> None:
    assert not addresses.is_virtual_interface(*names)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_loopback_server_has_no_public_address(host: str) -> None:
    assert addresses.public_address(host, 8000) == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_wildcard_server_uses_the_lan_address(host: str) -> None:
    assert addresses.public_address(host, 8080) == f"http://{addresses.lan_address()}:8080"


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("192.168.1.20", 8080, "http://192.168.1.20:8080"),
        ("192.168.1.20", 80, "http://192.168.1.20"),
        ("fd00::20", 8080, "http://[fd00::20]:8080"),
        ("okey.local", 8080, "http://okey.local:8080"),
    ],
)
def test_server_on_one_address_uses_it(host: str, port: int, address: str) -> None:
    assert addresses.public_address(host, port) == address


def test_laptop_accepts_its_own_and_local_names() -> None:
    names = addresses.allowed_hosts("http://okey.example.org:8080")
    assert {"okey.example.org", "localhost", ".local", addresses.lan_address()} <= set(names)
    assert socket.gethostname() in names
    assert {own.address for own in addresses.own_addresses()} <= set(names)
    assert "*" not in names


def test_without_server_only_public_address_is_accepted() -> None:
    assert addresses.host_names("https://okey.example.org") == [
        "okey.example.org",
        "localhost",
        "127.0.0.1",
        "[::1]",
    ]
    assert addresses.host_names("") == ["localhost", "127.0.0.1", "[::1]"]
