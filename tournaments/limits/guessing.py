"""Rate limits by device and address (`docs/decisions/rate-limits.md`).

A club may share an address; devices are cheap to invent, so an address has a total.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from .attempts import Budget

FREE_PER_DEVICE: Final = 10
FREE_PER_ADDRESS_UNNAMED: Final = 50
"""For all devices at an address that have no cookie."""
FREE_PER_ADDRESS: Final = 200
"""For all devices at an address: a full room of typing errors."""
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Client:
    """`device` is the name in the device cookie, or ""."""

    address: str
    device: str = ""

    def budgets(
        self,
        what: str,
        *,
        of_a_device: int = FREE_PER_DEVICE,
        without_a_name: int = FREE_PER_ADDRESS_UNNAMED,
        of_an_address: int = FREE_PER_ADDRESS,
    ) -> list[Budget]:
        narrowest = (
            Budget(f"{what}|device|{self.device}", of_a_device)
            if self.device
            else Budget(f"{what}|no device|{self.address}", without_a_name)
        )
        return [narrowest, Budget(f"{what}|address|{self.address}", of_an_address)]


def global_budget(what: str, free: int) -> Budget:
    """It resets after a day without attempts."""
    return Budget(f"{what}|everybody", free, remembered=A_DAY)
