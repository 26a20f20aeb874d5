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


def is_for_everybody(request: HttpRequest) -> bool:
    """Whether nobody has looked yet at who asks: what is made so is the same for all."""
    return not request.session.accessed
