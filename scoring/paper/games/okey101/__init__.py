"""Sheets of 101: who opened with what, what is left on each rack, the infractions."""
