from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from tests.faults.federation import Federation, federation
from tests.faults.invariants import check
from tests.faults.laptop import Laptop, laptop
from tests.faults.log_check import check_log
from tests.faults.phones import Phone, entering, phones_at, wait_for_a_hand_of_each

pytestmark = pytest.mark.slow

PAIRS, GROUPS = 16, 4
LONG = {
    "deploy",
    "slow senders",
    "clock set back",
    "second server",
    "beat killed",
    "a process of live killed",
}
"""Slow faults, or ones covered by other tests."""


def test_laptop_survives_faults(tmp_path: Path) -> None:
    with laptop(tmp_path) as house:
        phones = survive_faults(house, house.faults.keys() - LONG)
        check_log(house.served.log, house.scripts, phones)


def test_federation_survives_faults(tmp_path: Path) -> None:
    with federation(tmp_path) as house:
        survive_faults(house, house.faults.keys() - LONG)


@pytest.mark.release
def test_laptop_survives_a_deploy(tmp_path: Path) -> None:
    with laptop(tmp_path) as house:
        survive_faults(house, LONG & house.faults.keys())


@pytest.mark.release
def test_federation_survives_a_deploy_and_slow_senders(tmp_path: Path) -> None:
    with federation(tmp_path) as house:
        survive_faults(house, LONG & house.faults.keys())


def survive_faults(house: Laptop | Federation, faults: Collection[str]) -> list[Phone]:
    phones = phones_at(house.url, house.scripts, pairs=PAIRS, groups=GROUPS)
    with entering(phones):
        for name in sorted(faults):
            wait_for_a_hand_of_each(phones)
            house.faults[name](phones)
        wait_for_a_hand_of_each(phones)
    check(house.scripts, phones)
    return phones
