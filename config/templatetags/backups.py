from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from config.backups.facts import day_and_time, state_context
from config.backups.permissions import has_no_club, may_manage_backups
from config.backups.status import read_status

register = template.Library()
register.filter(day_and_time)


@register.inclusion_tag("config/_backup_status.html")
def backup_status(user: Any) -> dict[str, Any]:
    """Empty for users who can't manage backups."""
    return state_context(read_status(now=timezone.now())) if may_manage_backups(user) else {}


@register.simple_tag
def site_is_empty() -> bool:
    return has_no_club()
