"""What a page tells everybody in the same words: nothing but its address makes another page of it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

COUNTER: Final = "X-Live-Counter"
"""The header by which a view says that its answer is for everybody, and which counter it shows."""
WORDS: Final = "X-Live-Words"
"""The header by which it says of which words of its address alone its answer depends."""
ASKING: Final = ("seen", "heard")
"""The words by which a page says what it has; what it is given does not depend on them."""

FOR_CACHES: Final = "public, max-age=0, must-revalidate"
"""What begins so a cache in front may keep as long as the rest says; a browser asks each time."""
PAGE: Final = f"{FOR_CACHES}, s-maxage=1, stale-while-revalidate=4"
"""A page's address names no version: it may be so old, and is told at once of what is newer."""
PART: Final = f"{FOR_CACHES}, s-maxage=10, stale-while-revalidate=10"
"""A part that shows the very version which its address names is right for as long as it is asked for."""
NEWER_PART: Final = f"{FOR_CACHES}, s-maxage=1"
"""One that shows more than its address names; what came since is not far."""
FOR_HIM_ALONE: Final = "private, no-cache"
FOR_NOBODY: Final = "no-store"


def is_for_everybody(request: HttpRequest) -> bool:
    """Whether nobody has looked yet at who asks: what is made so is the same for all."""
    return not request.session.accessed
