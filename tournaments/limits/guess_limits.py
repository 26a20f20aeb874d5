"""Rate limits by device and address (`docs/decisions/rate-limits.md`).

Clubs may share an address; devices are cheap to invent, so an address has a total.
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
    """`device`: name in the device cookie, or ""."""

    address: str
    device: str = ""

    def budgets(
        self,
        purpose: str,
        *,
        per_device: int = FREE_PER_DEVICE,
        per_address_unnamed: int = FREE_PER_ADDRESS_UNNAMED,
        per_address: int = FREE_PER_ADDRESS,
    ) -> list[Budget]:
        """Return a budget for the device, or its address if unknown, and a wider one for the address."""
        narrowest = (
            Budget(f"{purpose}|device|{self.device}", per_device)
            if self.device
            else Budget(f"{purpose}|no device|{self.address}", per_address_unnamed)
        )
        return [narrowest, Budget(f"{purpose}|address|{self.address}", per_address)]


def global_budget(purpose: str, free: int) -> Budget:
    """Resets after a day without attempts."""
    return Budget(f"{purpose}|everybody", free, retention_time=A_DAY)
