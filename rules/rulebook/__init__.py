"""The rule book of a tournament, asked of the game that it plays."""

from rules.games.okey101.book.contents import references, rule_book
from rules.games.okey101.book.situations import situations

__all__ = ["references", "rule_book", "situations"]
