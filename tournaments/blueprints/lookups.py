from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import get_language, ngettext

from rules.games import game_of
from tournaments.blueprints.domain.event_dates import prefetch_decided_days
from tournaments.models import Blueprint, Club, RuleBook
from tournaments.naming.collation import turkish_order
from tournaments.stages.stage_names import describe_length, stage_names
from tournaments.stages.stage_settings import StageSettings


def today_in(club: Club) -> date:
    return timezone.localdate(timezone.now(), ZoneInfo(club.time_zone))


def blueprints_of(club: Club) -> list[Blueprint]:
    """Return those in use, by name."""
    in_use = club.blueprints.in_use().select_related("rule_book", "made_from").order_by("pk")
    return sorted(in_use, key=lambda blueprint: turkish_order(blueprint.name))


def default_of(blueprints: Iterable[Blueprint]) -> Blueprint | None:
    return next((blueprint for blueprint in blueprints if blueprint.is_default), None)


def blueprint_or_404(club: Club, public_id: UUID, *, ended: bool = False) -> Blueprint:
    """Return one in use, or with `ended` any."""
    rows = club.blueprints.all() if ended else club.blueprints.in_use()
    rows = prefetch_decided_days(rows.select_related("club", "rule_book", "made_from"))
    return get_object_or_404(rows, public_id=public_id)


def day_or_404(typed: str | None) -> date:
    try:
        parsed = parse_date(typed or "")
    except ValueError:
        parsed = None
    if parsed is None:
        raise Http404
    return parsed


def describe_rules(book: RuleBook) -> str:
    """Return the rule set's name and, if any, how many rules differ from its preset."""
    game = game_of(book.rule_set_id)
    rules, preset = game.read_rules(book.content), game.presets[book.rule_set_id]
    name = str(rules.names.in_language(get_language() or "tr"))
    changed = sum(getattr(rules, switch) != getattr(preset, switch) for switch in rules.switch_names())
    if not changed:
        return name
    return ngettext("%(name)s, %(count)s rule changed", "%(name)s, %(count)s rules changed", changed) % {
        "name": name,
        "count": changed,
    }


def describe_stages(stages: Sequence[StageSettings], book: RuleBook) -> list[tuple[str, str]]:
    game = game_of(book.rule_set_id)
    lengths = [str(describe_length(stage.best_of, stage.hands, game)) for stage in stages]
    return list(zip(stage_names(stages), lengths, strict=True))
