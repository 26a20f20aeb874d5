"""RULES §6; defaults come first."""

from enum import StrEnum


class PartnerCancels(StrEnum):
    """By a finish (S0 V; extent chosen)."""

    HAND = "hand"
    """Rack, doubling, 202 and okey 101; infractions stay."""
    EVERYTHING = "everything"
    """Infractions, too."""
    RACK_ONLY = "rack_only"
    """202 and okey 101 stay."""
    NOTHING = "nothing"


class OkeyLeft(StrEnum):
    """101 for each real okey, once, or never."""

    EACH = "each"
    ONCE = "once"
    NONE = "none"


class FalseOkeyValue(StrEnum):
    OKEY = "okey"
    INDICATOR = "indicator"


class Ending(StrEnum):
    DISCARD = "discard"
    """The last tile is discarded (S0, S4)."""
    FREE = "free"
    """Opening, laying off or discarding may empty the rack (S2)."""


class FirstDealer(StrEnum):
    """Shown, not checked."""

    SCOREKEEPERS_RIGHT = "scorekeepers_right"
    """The dealer's right-hand neighbour starts with 22 tiles (S0 I)."""
    RANDOM = "random"
    """Anybody, who takes 22 tiles and starts (S4)."""


class MultiplierRule(StrEnum):
    PRODUCT = "product"
    HIGHEST = "highest"
    NONE = "none"


class NobodyOpened(StrEnum):
    """When the deck runs out."""

    SCORE = "score"
    """202 each, plus infractions."""
    ZERO = "zero"
    """All 0, no infractions; the hand counts."""
    REPLAY = "replay"
    """Void."""


class DoubleOkeyWithPairs(StrEnum):
    """Discarding both okeys."""

    REFUSED = "refused"
    PRODUCT = "product"


class LevelMatch(StrEnum):
    EXTRA_HAND = "extra_hand"
    FEWEST_UNOPENED = "fewest_unopened"
    """Fewer 202s win; if still level, an extra hand."""
