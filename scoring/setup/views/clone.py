from __future__ import annotations

from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.ledger.rule_history import rule_changes_of
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.setup.domain.clone import clone_tournament
from tournaments.access import cloneable_tournament_or_404
from tournaments.entrants.domain.returning_entrants import entries_for_clone
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.setup.forms.clone import CloneForm
from tournaments.signup.domain.terms import terms_for_clone
from tournaments.stages.stage_names import describe_entrant_count, describe_length, stage_names
from tournaments.stages.stage_settings import stages_of
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

PAGE, FIELDS = "scoring/setup/clone.html", "scoring/setup/_clone_fields.html"


@require_http_methods(["GET", "HEAD", "POST"])
def clone_page(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show what the clone copies. POST creates it; with `act` it only shows the form for the typed values."""
    source = cloneable_tournament_or_404(request.user, tournament_id)
    now = timezone.now()
    creating = request.method == "POST" and "act" not in request.POST
    entries = entries_for_clone(source)
    form = CloneForm(
        request.POST if request.method == "POST" else None,
        tournament=source,
        today=timezone.localdate(now, ZoneInfo(source.club.time_zone)),
        returning_count=len(entries),
        checked=creating,
    )
    if not creating and request.htmx:
        return render(request, FIELDS, {"tournament": source, "form": form})
    context = _clone_page_context(request, source, form)
    if not creating:
        return render(request, PAGE, context)
    if not form.is_valid():
        return render_refusal(request, PAGE, context)
    try:
        clone = clone_tournament(
            tournament=source,
            **{field: form.cleaned_data[field] for field in ("name", "first_day", "last_day")},
            with_entrants=form.with_entrants,
            by=actor_of(request),
            at=now,
        )
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return render_refusal(request, PAGE, context)
    messages.success(request, _("“%(name)s” was created as a draft.") % {"name": clone.name})
    return see_other("tournaments:entries", clone.public_id)


def _clone_page_context(request: PageRequest, source: Tournament, form: CloneForm) -> dict[str, Any]:
    """Add what a clone takes over: rules, stages, tables, sign-up, entrants."""
    rules = rules_of(source.rule_book)
    stages, game = stages_of(source), game_of_rules(rules)
    lengths = [describe_length(stage.best_of, stage.hands, game) for stage in stages]
    return organizer_context(
        request,
        source,
        "again",
        form=form,
        rules=rules.names.in_language(get_language() or "tr"),
        changed=any(True for _change in rule_changes_of(source)),
        chain=list(zip(stage_names(stages), lengths, strict=True)),
        tables=source.tables.count(),
        signs_up=terms_for_clone(source) is not None,
        everybody=describe_entrant_count(form.may_come, source.kind),
        absent=source.entrants.count() - form.may_come,
    )
