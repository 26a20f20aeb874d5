"""The choices that a rule set of the 101 family leaves open (RULES §6), default first."""

from enum import StrEnum


class PartnerCancels(StrEnum):
    """What a finisher wipes out for his partner (S0 V; how far it reaches is chosen)."""

    HAND = "hand"
    """Rack, doubling, 202 and okey 101 go; infractions stay."""
    EVERYTHING = "everything"
    """Infractions go too."""
    RACK_ONLY = "rack_only"
    """Only the rack goes; 202 and okey 101 stay."""
    NOTHING = "nothing"


class OkeyLeft(StrEnum):
    """How real okeys left on a rack are charged: 101 each, once a player, or not at all."""

    EACH = "each"
    ONCE = "once"
    NONE = "none"


class FalseOkeyValue(StrEnum):
    """Which tile a false okey plays as, in melds and on a rack."""

    OKEY = "okey"
    INDICATOR = "indicator"


class Ending(StrEnum):
    """How a rack comes to its end."""

    DISCARD = "discard"
    """A last tile is thrown (S0, S4)."""
    FREE = "free"
    """Opening, laying off or throwing empties it (S2)."""


class FirstDealer(StrEnum):
    """Who deals the first hand; told at the table, checked by nobody."""

    SCOREKEEPERS_RIGHT = "scorekeepers_right"
    """The starter, who is dealt 22, is the dealer's right (S0 I)."""
    RANDOM = "random"
    """Anybody, who deals himself 22 and begins (S4)."""


class MultiplierRule(StrEnum):
    """How the factors of a finish join: multiplied, only the highest, or not at all."""

    PRODUCT = "product"
    HIGHEST = "highest"
    NONE = "none"


class NobodyOpened(StrEnum):
    """What an exhausted deck means when nobody opened."""

    SCORE = "score"
    """202 each, infractions too."""
    ZERO = "zero"
    """All 0, infractions dropped; the hand counts as played."""
    REPLAY = "replay"
    """The hand is void."""


class DoubleOkeyWithPairs(StrEnum):
    """Whether a pairs opener may throw both okeys last, and then gets both factors."""

    REFUSED = "refused"
    PRODUCT = "product"


class LevelMatch(StrEnum):
    """How a match that ends level goes on."""

    EXTRA_HAND = "extra_hand"
    FEWEST_UNOPENED = "fewest_unopened"
    """Fewer 202s win; still level, an extra hand."""
