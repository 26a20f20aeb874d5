"""Rate limits for what can be guessed, counted by device, by address and for all clients together.

A whole club may share one address, so a device that bears a name of ours has a budget of its own. Names are
free, so an address has a total as well (`docs/decisions/guessing-codes.md`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from .attempts import Budget

OF_A_DEVICE: Final = 10
WITHOUT_A_NAME: Final = 50
"""For all devices of one address that bear no name."""
OF_AN_ADDRESS: Final = 200
"""For all devices of one address: as many wrong codes as a full room types."""
A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True)
class Client:
    """Where a request comes from, and the name of its device; blank if it bears none."""

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
        """The budget of this device, or of all without a name at its address, then that of the address."""
        own = (
            Budget(f"{what}|device|{self.device}", of_a_device)
            if self.device
            else Budget(f"{what}|no device|{self.address}", without_a_name)
        )
        return [own, Budget(f"{what}|address|{self.address}", of_an_address)]


def of_everybody(what: str, free: int) -> Budget:
    """The budget of all clients together for one target, until a day passes without a try."""
    return Budget(f"{what}|everybody", free, remembered=A_DAY)
