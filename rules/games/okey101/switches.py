"""The options of rule sets in the 101 family (RULES §6), default first."""

from enum import StrEnum


class PartnerCancels(StrEnum):
    """What a finish cancels for the partner (S0 V; extent chosen)."""

    HAND = "hand"
    """Rack, doubling, 202 and okey 101 are cancelled; infractions stay."""
    EVERYTHING = "everything"
    """Infractions are cancelled, too."""
    RACK_ONLY = "rack_only"
    """Only the rack is cancelled; 202 and okey 101 stay."""
    NOTHING = "nothing"


class OkeyLeft(StrEnum):
    """The charge for real okeys left: 101 each, once, or none."""

    EACH = "each"
    ONCE = "once"
    NONE = "none"


class FalseOkeyValue(StrEnum):
    """What a false okey plays as."""

    OKEY = "okey"
    INDICATOR = "indicator"


class Ending(StrEnum):
    DISCARD = "discard"
    """The last tile is discarded (S0, S4)."""
    FREE = "free"
    """Opening, laying off or discarding may empty the rack (S2)."""


class FirstDealer(StrEnum):
    """Who deals first; shown, not checked."""

    SCOREKEEPERS_RIGHT = "scorekeepers_right"
    """The dealer's right-hand neighbour starts with 22 tiles (S0 I)."""
    RANDOM = "random"
    """Anybody, who takes 22 tiles and starts (S4)."""


class MultiplierRule(StrEnum):
    PRODUCT = "product"
    HIGHEST = "highest"
    NONE = "none"


class NobodyOpened(StrEnum):
    """The result of an exhausted deck if nobody opened."""

    SCORE = "score"
    """202 each, plus infractions."""
    ZERO = "zero"
    """All 0, infractions dropped; the hand counts."""
    REPLAY = "replay"
    """The hand is void."""


class DoubleOkeyWithPairs(StrEnum):
    """Whether pairs openers may discard both okeys last."""

    REFUSED = "refused"
    PRODUCT = "product"


class LevelMatch(StrEnum):
    EXTRA_HAND = "extra_hand"
    FEWEST_UNOPENED = "fewest_unopened"
    """Fewer 202s win; if still level, an extra hand."""
