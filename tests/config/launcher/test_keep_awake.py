from __future__ import annotations

import pytest

from config.launcher.keep_awake import AwakeKeeper, WakeStatus
from config.launcher.wake_locks import CannotKeepAwakeError


class Lock:
    def __init__(self) -> None:
        self.held = True

    def is_held(self) -> bool:
        return self.held

    def release(self) -> None:
        self.held = False


class Locks(list[Lock]):
    def acquire(self) -> Lock:
        self.append(Lock())
        return self[-1]


def status_of(keeper: AwakeKeeper) -> WakeStatus:
    return keeper.state.status


def test_lock_is_held_while_needed_and_released_after() -> None:
    locks = Locks()
    keeper = AwakeKeeper(locks.acquire)
    assert status_of(keeper) == WakeStatus.NOT_NEEDED
    keeper.update(is_needed=True)
    keeper.update(is_needed=True)
    assert status_of(keeper) == WakeStatus.AWAKE
    assert [lock.held for lock in locks] == [True]
    keeper.update(is_needed=False)
    assert status_of(keeper) == WakeStatus.NOT_NEEDED
    assert [lock.held for lock in locks] == [False]


def test_lost_lock_is_acquired_again() -> None:
    locks = Locks()
    keeper = AwakeKeeper(locks.acquire)
    keeper.update(is_needed=True)
    locks[0].held = False
    keeper.update(is_needed=True)
    assert [lock.held for lock in locks] == [False, True]


def test_failure_is_reported_with_its_reason_and_tried_again() -> None:
    outcomes: list[Lock | Exception] = [CannotKeepAwakeError("access denied"), Lock()]

    def acquire() -> Lock:
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    keeper = AwakeKeeper(acquire)
    keeper.update(is_needed=True)
    assert (status_of(keeper), keeper.state.reason) == (WakeStatus.CANNOT, "access denied")
    keeper.update(is_needed=True)
    assert (status_of(keeper), keeper.state.reason) == (WakeStatus.AWAKE, "")


@pytest.mark.parametrize("needed", [True, False])
def test_failed_release_is_no_error(needed: bool) -> None:
    class Stuck(Lock):
        def is_held(self) -> bool:
            return False

        def release(self) -> None:
            raise CannotKeepAwakeError("stuck")

    keeper = AwakeKeeper(Stuck)
    keeper.update(is_needed=True)
    keeper.update(is_needed=needed)
    assert status_of(keeper) == WakeStatus.CANNOT
