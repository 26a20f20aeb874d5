"""Thousands of silent connections would lock the phones out; behind a proxy, that is its job."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

MAX_SILENT: Final = 1024
"""A hall of 300 phones opens fewer; a browser opens six."""
POLL_SECONDS: Final = 0.25
WARNING_SECONDS: Final = 60.0
OWN_DESCRIPTORS: Final = Path("/dev/fd")
"""Linux and macOS; Windows has no such list."""

Peer = tuple[str, int]

logger = logging.getLogger(__name__)

_active_peers: set[Peer] = set()


@contextmanager
def active_request(scope: Mapping[str, Any]) -> Iterator[None]:
    """Exempt its connection within the block."""
    host, port = scope.get("client") or ("", 0)
    peer = (host, int(port))
    _active_peers.add(peer)
    try:
        yield
    finally:
        _active_peers.discard(peer)


class SilentConnections:
    """Above the limit, close those without a complete request or with an unread response.

    An address below its equal share loses none.
    """

    def __init__(self, *, port: int, max_silent: int) -> None:
        self._port = port
        self._most = max_silent
        self._since: Mapping[Peer, float] = {}

    def watch(self) -> None:
        threading.Thread(name="silent connections", target=self._poll, daemon=True).start()

    def close_excess(self) -> int:
        """Close the longest silent connections beyond each address's share, if too many files are open.

        Return their number.
        """
        descriptors = [int(path.name) for path in OWN_DESCRIPTORS.iterdir()]
        if len(descriptors) - len(_active_peers) <= self._most:
            return 0
        silent: dict[Peer, int] = {}
        for descriptor in descriptors:
            peer = self._peer(descriptor)
            if peer is not None and peer not in _active_peers:
                silent[peer] = descriptor
        now = time.monotonic()
        self._since = {peer: self._since.get(peer, now) for peer in silent}
        return sum(self._close(silent[peer], peer) for peer in self._excess())

    def _excess(self) -> Iterator[Peer]:
        by_address: dict[str, list[Peer]] = defaultdict(list)
        for peer in self._since:
            by_address[peer[0]].append(peer)
        share = equal_share(self._most, [len(peers) for peers in by_address.values()])
        for peers in by_address.values():
            yield from sorted(peers, key=lambda peer: self._since[peer])[: max(0, len(peers) - share)]

    def _peer(self, descriptor: int) -> Peer | None:
        with suppress(OSError), duplicate(descriptor) as connection:
            return self._peer_of(connection)
        return None

    def _peer_of(self, connection: socket.socket) -> Peer | None:
        peer, own = connection.getpeername(), connection.getsockname()
        is_ours = isinstance(own, tuple) and own[1] == self._port
        return (peer[0], peer[1]) if is_ours else None

    def _close(self, descriptor: int, peer: Peer) -> bool:
        with suppress(OSError), duplicate(descriptor) as connection:
            if self._peer_of(connection) == peer and peer not in _active_peers:
                connection.shutdown(
                    socket.SHUT_RDWR
                )  # the server sees the end of the stream and closes its socket
                return True
        return False

    def _poll(self) -> None:
        closed, warned_at = 0, 0.0
        while True:
            with suppress(OSError):  # no descriptor is free
                closed += self.close_excess()
            if closed and time.monotonic() > warned_at + WARNING_SECONDS:
                logger.warning("%d connections that sent no request were closed to keep room.", closed)
                closed, warned_at = 0, time.monotonic()
            time.sleep(POLL_SECONDS)


@contextmanager
def duplicate(descriptor: int) -> Iterator[socket.socket]:
    """Duplicate a socket for the block, as the server may reuse its descriptor.

    Raises `OSError` if it is none.
    """
    number = os.dup(descriptor)
    try:
        connection = socket.socket(fileno=number)
    except OSError:
        os.close(number)
        raise
    with connection:
        yield connection


def equal_share(total: int, counts: Collection[int]) -> int:
    """Return the most per address with at most `total` in all."""
    remaining = total
    for address_count, count in zip(range(len(counts), 0, -1), sorted(counts), strict=True):
        if count > remaining // address_count:
            return remaining // address_count
        remaining -= count
    return total


def limit_silent_connections(*, port: int, max_connections: int) -> None:
    if sys.platform != "win32":
        SilentConnections(port=port, max_silent=min(MAX_SILENT, max_connections // 4)).watch()
