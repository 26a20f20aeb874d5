"""What a page shows to all who ask in the same words: by which cookies one is still nobody in particular."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.conf import settings

COUNTER: Final = "X-Live-Counter"
"""The header by which a view says that its answer is for all who ask so, and which counter it shows."""
WORDS: Final = "X-Live-Words"
"""The header by which it says of which words of its address alone its answer depends."""
ASKING: Final = ("seen", "heard", "follows")
"""The words by which a page says what it has; what it is given does not depend on them."""
FOLLOWED: Final = "istaka_follow"
"""The cookie with the names that a browser follows: whoever follows the same is shown the same."""
KNOWN: Final = frozenset({settings.LANGUAGE_COOKIE_NAME, FOLLOWED})


def is_anybody(cookies: Collection[str]) -> bool:
    """Whether who bears cookies of these names is shown what all are shown who bear the same ones.

    By any other cookie somebody may be shown more, or something else.
    """
    return KNOWN.issuperset(cookies)
