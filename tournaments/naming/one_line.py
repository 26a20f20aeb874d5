"""What people paste may hold anything: line breaks, invisible signs, what no database takes."""

from __future__ import annotations


def one_line(text: str) -> str:
    """One line of what can be read."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())
