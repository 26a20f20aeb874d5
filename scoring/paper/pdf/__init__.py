"""Coordinates count from the top; only reportlab's count from the lower left."""
