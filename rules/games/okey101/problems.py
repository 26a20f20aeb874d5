from rules.games.okey101.hand_warnings import find_warnings, unaccepted_warnings
from rules.games.okey101.refusals import find_errors

__all__ = ["find_errors", "find_warnings", "unaccepted_warnings"]
