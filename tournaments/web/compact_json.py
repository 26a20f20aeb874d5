from __future__ import annotations

from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script
from django.utils.safestring import SafeString


class CompactEncoder(DjangoJSONEncoder):
    """Without blanks; letters as they are, which every page's UTF-8 has."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "ensure_ascii": False, "separators": (",", ":")})


def compact_json_script(value: Any, element_id: str) -> SafeString:
    """Like Django's filter `json_script`, a third shorter in Turkish."""
    return json_script(value, element_id, CompactEncoder)
