import ipaddress
import socket

import pytest

from config import addresses


def test_this_machine_has_an_address() -> None:
    assert ipaddress.ip_address(addresses.lan_address()).version == 4


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_a_server_for_this_machine_only_has_no_public_address(host: str) -> None:
    assert addresses.public_address(host, 8000) == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_for_everybody_is_reached_at_the_address_on_the_network(host: str) -> None:
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
def test_a_server_at_one_address_is_reached_there(host: str, port: int, address: str) -> None:
    assert addresses.public_address(host, port) == address


def test_the_laptop_answers_to_its_names_and_to_those_of_the_local_network() -> None:
    names = addresses.allowed_hosts("http://okey.example.org:8080")
    assert {"okey.example.org", "localhost", ".local", addresses.lan_address()} <= set(names)
    assert socket.gethostname() in names
    assert "*" not in names


def test_without_a_server_only_the_given_address_counts() -> None:
    assert addresses.host_names("https://okey.example.org") == [
        "okey.example.org",
        "localhost",
        "127.0.0.1",
        "[::1]",
    ]
    assert addresses.host_names("") == ["localhost", "127.0.0.1", "[::1]"]
