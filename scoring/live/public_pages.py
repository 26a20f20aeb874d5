from __future__ import annotations

from typing import Final

COUNTER_HEADER: Final = "X-Live-Counter"
"""Response header: the content is public and shows this counter."""
PARAMETERS_HEADER: Final = "X-Live-Words"
"""Response header: the only query parameters the content depends on."""
IGNORED_PARAMETERS: Final = ("seen", "heard")
"""Query parameters with the counter a page already has; the content does not depend on them."""

SHARED_CACHE_CONTROL: Final = "public, max-age=0, must-revalidate"
"""A cache may keep the response as long as the rest says; a browser revalidates every time."""
PAGE_CACHE_CONTROL: Final = f"{SHARED_CACHE_CONTROL}, s-maxage=1, stale-while-revalidate=4"
"""A page's address has no version: it may be this old and hears of changes at once."""
FRAGMENT_CACHE_CONTROL: Final = f"{SHARED_CACHE_CONTROL}, s-maxage=10, stale-while-revalidate=10"
"""A fragment of the very version its address names stays correct."""
NEWER_FRAGMENT_CACHE_CONTROL: Final = f"{SHARED_CACHE_CONTROL}, s-maxage=1"
"""A fragment newer than its address names; the next version is near."""
PRIVATE_CACHE_CONTROL: Final = "private, no-cache"
NO_STORE: Final = "no-store"
