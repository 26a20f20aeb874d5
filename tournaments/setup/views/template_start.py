from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.games import game_of
from tournaments.models import Club, RuleBook, SetupTemplate
from tournaments.naming.collation import turkish_order
from tournaments.refusals import Refused
from tournaments.setup.domain.template_contents import settings_from_template, stages_of_template
from tournaments.setup.domain.templates import create_from_template
from tournaments.setup.forms.settings import SetupForm
from tournaments.stages.stage_names import describe_length, stage_names
from tournaments.stages.stage_settings import StageSettings
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE = "tournaments/setup/new_from_template.html"
SCRATCH = "scratch"


def templates_of(club: Club) -> list[SetupTemplate]:
    by_pk = club.templates.select_related("rule_book").order_by("pk")
    return sorted(by_pk, key=lambda template: turkish_order(template.name))


def default_of(templates: Iterable[SetupTemplate]) -> SetupTemplate | None:
    return next((template for template in templates if template.is_default), None)


def requested_template(templates: Sequence[SetupTemplate], requested_id: str | None) -> SetupTemplate | None:
    """Return the template of this id, None for `scratch`, the default (or None) without an id; else a 404."""
    if requested_id == SCRATCH:
        return None
    if requested_id is None:
        return default_of(templates)
    for template in templates:
        if str(template.public_id) == requested_id:
            return template
    raise Http404


def new_from_template(
    request: PageRequest, club: Club, templates: Sequence[SetupTemplate], template: SetupTemplate
) -> HttpResponse:
    """Show the form; POST creates a draft, 422 if refused."""
    now = timezone.now()
    today = timezone.localdate(now, ZoneInfo(club.time_zone))
    form = SetupForm(
        request.POST if request.method == "POST" else None,
        present=settings_from_template(template, name="", day=today),
        guarded=False,
    )
    context = {
        "club": club,
        "form": form,
        "templates": templates,
        "template": template,
        "rules": describe_rules(template.rule_book),
        "stage_lengths": describe_stages(stages_of_template(template), template.rule_book),
    }
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    try:
        tournament = create_from_template(
            template=template, settings=form.settings, by=actor_of(request), at=now
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, context)
    messages.success(request, _("The tournament was created as a draft. Now the entry list."))
    return see_other("tournaments:entries", tournament.public_id)


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


def template_or_404(club: Club, public_id: UUID) -> SetupTemplate:
    for template in templates_of(club):
        if template.public_id == public_id:
            return template
    raise Http404
