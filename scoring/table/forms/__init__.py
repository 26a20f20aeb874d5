"""What people type, turned into what the domain takes."""

from scoring.table.forms.correction import CorrectionForm
from scoring.table.forms.hand import HandForm
from scoring.table.forms.seat import SeatForm

__all__ = ["CorrectionForm", "HandForm", "SeatForm"]
