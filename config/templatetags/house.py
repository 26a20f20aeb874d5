"""`{% load house %}`: state of the site and its backups on organizers' pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from config.backups.keepers import is_unfounded, looks_after_house
from config.backups.state import state

register = template.Library()


@register.inclusion_tag("config/_state.html")
def house_state(user: Any) -> dict[str, Any]:
    """Show the state to managers of backups; nothing to others."""
    return {"state": state(now=timezone.now())} if looks_after_house(user) else {}


@register.simple_tag
def house_is_unfounded() -> bool:
    """Whether a backup may be restored instead of founding the first club."""
    return is_unfounded()
