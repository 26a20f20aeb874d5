"""Words for what a change does."""

from __future__ import annotations

from django import template

from tournaments.domain.wording import stage_name
from tournaments.models import Stage

register = template.Library()


@register.filter
def named(stage: Stage) -> str:
    """What a stage is called."""
    return stage_name(stage)
