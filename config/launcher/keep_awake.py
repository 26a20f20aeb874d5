"""Keeps the club's computer awake while a tournament is being played."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.db import connection
from django.utils import timezone

from config.launcher import wake_locks
from config.launcher.play_activity import is_tournament_being_played
from config.launcher.wake_locks import CannotKeepAwakeError, WakeLock

logger = logging.getLogger(__name__)

SECONDS_BETWEEN: Final = 60
START_DELAY_SECONDS: Final = 10
"""Pages go first after a start."""


class WakeStatus(StrEnum):
    AWAKE = "awake"
    NOT_NEEDED = "not needed"
    CANNOT = "cannot"


@dataclass(frozen=True)
class WakeState:
    """`reason` is the system's, in its own words; empty unless the status is CANNOT."""

    status: WakeStatus
    reason: str = ""


class AwakeKeeper:
    """Use it in one thread only, apart from `state`."""

    def __init__(self, acquire: Callable[[], WakeLock] = wake_locks.acquire) -> None:
        self.acquire = acquire
        self.lock: WakeLock | None = None
        self.state = WakeState(WakeStatus.NOT_NEEDED)

    def update(self, *, is_needed: bool) -> None:
        """Acquire or release the lock; a failure is in `state`, and tried again at the next call."""
        try:
            self.state = self._hold() if is_needed else self._release()
        except CannotKeepAwakeError as error:
            self.lock = None
            self.state = WakeState(WakeStatus.CANNOT, str(error))

    def _hold(self) -> WakeState:
        if self.lock is None or not self.lock.is_held():
            self._release()
            self.lock = self.acquire()
        return WakeState(WakeStatus.AWAKE)

    def _release(self) -> WakeState:
        if self.lock is not None:
            self.lock.release()
            self.lock = None
        return WakeState(WakeStatus.NOT_NEEDED)


_keeper: Final = AwakeKeeper()


def state() -> WakeState:
    """Return it as of the last minute."""
    return _keeper.state


def start() -> None:
    threading.Thread(name="keep awake", target=_run_forever, daemon=True).start()


def _run_forever() -> None:
    pause = threading.Event()
    pause.wait(START_DELAY_SECONDS)
    while True:
        try:
            _keeper.update(is_needed=_ask_database())
        except Exception:  # whatever it is, the server goes on
            logger.exception("Whether the computer must stay awake is unknown.")
        pause.wait(SECONDS_BETWEEN)


def _ask_database() -> bool:
    try:
        return is_tournament_being_played(now=timezone.now())
    finally:
        connection.close()  # it is rarely used, and a restore may replace the database
