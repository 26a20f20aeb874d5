"""Sheets of 101: all matches of an encounter on one page, a player's four boxes in each row."""
