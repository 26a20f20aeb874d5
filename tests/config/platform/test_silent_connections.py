from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from config.platform.silent_connections import SilentConnections, active_request, equal_share

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows does not list the sockets of a process"
)


class Server:
    """A listening socket that accepts at once, and keeps both ends of all connections."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.port: int = self._listening.getsockname()[1]

    def connect(self, address: str = "127.0.0.1") -> socket.socket:
        client = self._stack.enter_context(
            socket.create_connection(("127.0.0.1", self.port), 10, (address, 0))
        )
        self._stack.enter_context(self._listening.accept()[0])
        return client


@pytest.fixture
def server() -> Iterator[Server]:
    with ExitStack() as stack:
        yield Server(stack)


def is_closed(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except BlockingIOError:
        return False


@pytest.mark.parametrize(
    ("most", "counts", "share"),
    [
        (10, [], 10),
        (10, [3, 4], 10),
        (10, [100], 10),
        (10, [1, 2, 100], 7),
        (10, [9, 9, 9], 3),
        (1, [5, 5], 0),
    ],
)
def test_equal_share_of_all_addresses(most: int, counts: list[int], share: int) -> None:
    assert equal_share(most, counts) == share


def test_address_above_its_share_loses_its_oldest_connections(server: Server) -> None:
    limiter = SilentConnections(port=server.port, max_silent=40)
    first = [server.connect() for _ in range(50)]
    assert limiter.close_excess() == 10
    assert sum(map(is_closed, first)) == 10
    phone = server.connect("127.0.1.2") if sys.platform == "linux" else server.connect()
    later = [server.connect() for _ in range(10)]
    assert limiter.close_excess() >= 11
    assert not any(map(is_closed, [phone, *later]))


def test_connection_with_a_request_is_not_closed(server: Server) -> None:
    limiter = SilentConnections(port=server.port, max_silent=0)
    client = server.connect()
    host, port = client.getsockname()
    with active_request({"client": (host, str(port))}):
        limiter.close_excess()
        assert not is_closed(client)
    limiter.close_excess()
    assert is_closed(client)


def test_connections_to_other_ports_are_ignored(server: Server) -> None:
    client = server.connect()
    assert SilentConnections(port=server.port + 1, max_silent=0).close_excess() == 0
    assert not is_closed(client)


def test_check_leaks_no_descriptor(server: Server) -> None:
    server.connect()
    before = len(os.listdir("/dev/fd"))  # noqa: PTH208
    SilentConnections(port=server.port, max_silent=0).close_excess()
    assert len(os.listdir("/dev/fd")) == before  # noqa: PTH208
