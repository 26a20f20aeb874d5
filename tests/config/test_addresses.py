import ipaddress
import socket

import pytest

from config import addresses


def test_this_machine_has_an_address() -> None:
    assert ipaddress.ip_address(addresses.lan_address()).version == 4


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
    assert "*" not in names


def test_without_server_only_public_address_is_accepted() -> None:
    assert addresses.host_names("https://okey.example.org") == [
        "okey.example.org",
        "localhost",
        "127.0.0.1",
        "[::1]",
    ]
    assert addresses.host_names("") == ["localhost", "127.0.0.1", "[::1]"]
