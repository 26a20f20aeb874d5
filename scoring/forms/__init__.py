"""What people type, turned into what the domain takes."""

from .correction import CorrectionForm
from .hand import HandForm
from .seat import SeatForm

__all__ = ["CorrectionForm", "HandForm", "SeatForm"]
