"""`{% load house %}`: what an organizer's pages say of the house and its backups."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from config.backups.keepers import is_unfounded, looks_after_house
from config.backups.state import state

register = template.Library()


@register.inclusion_tag("config/_state.html")
def house_state(user: Any) -> dict[str, Any]:
    """How the house is, for whoever looks after it; nothing for others."""
    return {"state": state(now=timezone.now())} if looks_after_house(user) else {}


@register.simple_tag
def house_is_unfounded() -> bool:
    """Whether a backup may be restored in the place of a first club."""
    return is_unfounded()
