"""Rate limits for what can be guessed, by device, by address and for all clients together.

A whole club may share one address, so a device with a cookie of the site has a budget of its own. As cookies
cost nothing, an address has a total as well (`docs/decisions/guessing-codes.md`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from .attempts import Budget

OF_A_DEVICE: Final = 10
WITHOUT_A_NAME: Final = 50
"""For all devices at one address that have no cookie."""
OF_AN_ADDRESS: Final = 200
"""For all devices at one address: as many wrong codes as a full room types."""
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Client:
    """The origin of a request: its address, and the name in its device cookie or an empty string."""

    address: str
    device: str = ""

    def budgets(
        self,
        what: str,
        *,
        of_a_device: int = OF_A_DEVICE,
        without_a_name: int = WITHOUT_A_NAME,
        of_an_address: int = OF_AN_ADDRESS,
    ) -> list[Budget]:
        """Return the budget of this device, or of all unnamed ones, and that of the address."""
        own = (
            Budget(f"{what}|device|{self.device}", of_a_device)
            if self.device
            else Budget(f"{what}|no device|{self.address}", without_a_name)
        )
        return [own, Budget(f"{what}|address|{self.address}", of_an_address)]


def of_everybody(what: str, free: int) -> Budget:
    """Return the budget of all clients together for one target; it resets after a day without attempts."""
    return Budget(f"{what}|everybody", free, remembered=A_DAY)
