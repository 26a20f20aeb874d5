"""The organizer's rules editor: free changes before the first hand, amendments after it."""

from __future__ import annotations

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from rules.rulesets import RuleSet
from scoring.ledger.rulebooks import game_of_rules, rules_of
from scoring.officials.domain import amendments
from scoring.officials.domain.amendments import AmendmentRefused, RulesChangedMeanwhile
from scoring.play.later_play import LaterPlayChoice
from scoring.rulebook.forms.rules_form import AmendmentForm, RulesForm
from scoring.rulebook.views.amendment_preview import amendment_context, refused_context
from scoring.rulebook.views.edit_conflict import merge_with_current
from scoring.rulebook.views.example_results import answer_examples
from scoring.rulebook.views.rules_editor_page import page_context
from tournaments.access import managed_tournament_or_404
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, refuse, see_other

PAGE = "scoring/rulebook/organizer/rules.html"


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        start = _requested_preset(request, tournament)
        form = _form(tournament, shown_rules=start)
        context = _context(request, tournament, form, start or form.present)
        return render(request, PAGE, {**context, "starts_over": start})
    form = _form(tournament, request.POST)
    if response := _invalid_or_unchanged(request, tournament, form):
        return response
    try:
        amendments.change_rules(
            tournament=tournament,
            rules=form.rules,
            edited_digest=form.cleaned_data["based_on"],
            by=actor_of(request),
            at=timezone.now(),
        )
    except RulesChangedMeanwhile:
        tournament = managed_tournament_or_404(request.user, tournament_id)
        form = _form(tournament, request.POST)
        form.full_clean()
        return _changed_meanwhile(request, tournament, form)
    except Refused as refusal:
        return refuse(request, PAGE, _context(request, tournament, form, form.rules, refusal=refusal))
    messages.success(request, _("The rules are saved. They apply from the first hand on."))
    return see_other("scoring:organizer_rules", tournament.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def examples(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_rules", tournament.public_id)
    form = _form(tournament, request.POST)
    return answer_examples(request, form, PAGE, partial(_context, request, tournament, form))


@require_http_methods(["GET", "HEAD", "POST"])
def preview_amendment(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_rules", tournament.public_id)
    form = _form(tournament, request.POST)
    return _rejected(request, tournament, form) or _preview(request, tournament, form, AmendmentForm())


@require_http_methods(["GET", "HEAD", "POST"])
def amend_rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Store a previewed amendment, or show the preview again with the refusal."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_rules", tournament.public_id)
    form, decision = _form(tournament, request.POST), AmendmentForm(request.POST)
    if rejection := _rejected(request, tournament, form):
        return rejection
    if not decision.is_valid():
        return _preview(request, tournament, form, decision)
    try:
        amendment = amendments.amend_rules(
            tournament=tournament,
            rules=form.rules,
            reason=decision.cleaned_data["reason"],
            state_digest=decision.cleaned_data["seen"],
            later=decision.cleaned_data["later"] or LaterPlayChoice.ASKS,
            by=actor_of(request),
            at=timezone.now(),
        )
    except Refused as refusal:
        return _preview(request, tournament, form, decision, refusal=refusal)
    count = len(amendment.hands)
    done = ngettext(
        "The rules are amended. %(count)s hand was rescored.",
        "The rules are amended. %(count)s hands were rescored.",
        count,
    )
    if amendment.look_again:
        context = organizer_context(
            request, tournament, "amendment", amendment=amendment, done=done % {"count": count}
        )
        return render(request, "scoring/rulebook/organizer/amendment_done.html", context)
    messages.success(request, done % {"count": count})
    return see_other("scoring:organizer_rules", tournament.public_id)


def _preview(
    request: PageRequest,
    tournament: Tournament,
    form: RulesForm,
    decision: AmendmentForm,
    *,
    refusal: Refused | None = None,
) -> HttpResponse:
    context = organizer_context(
        request, tournament, "amendment", form=form, decision=decision, refusal=refusal
    )
    try:
        amendment = amendments.preview_amendment(tournament=tournament, rules=form.rules)
    except AmendmentRefused as refused:
        context |= refused_context(refused)
        return refuse(request, "scoring/rulebook/organizer/amendment_refused.html", context)
    except Refused as refused:
        return refuse(request, PAGE, _context(request, tournament, form, form.rules, refusal=refused))
    if amendment.empty:
        return _unchanged(request, tournament)
    context |= amendment_context(amendment, form.game)
    answer = refuse if refusal or decision.errors else render
    return answer(request, "scoring/rulebook/organizer/amendment.html", context)


def _invalid_or_unchanged(
    request: PageRequest, tournament: Tournament, form: RulesForm
) -> HttpResponse | None:
    if not form.is_valid():
        return refuse(request, PAGE, _context(request, tournament, form, form.present))
    return _unchanged(request, tournament) if form.rules == form.present else None


def _rejected(request: PageRequest, tournament: Tournament, form: RulesForm) -> HttpResponse | None:
    if response := _invalid_or_unchanged(request, tournament, form):
        return response
    if form.cleaned_data["based_on"] != tournament.rule_book.digest:
        return _changed_meanwhile(request, tournament, form)
    return None


def _unchanged(request: PageRequest, tournament: Tournament) -> SeeOther:
    messages.info(request, _("The rules are already like this; nothing was changed."))
    return see_other("scoring:organizer_rules", tournament.public_id)


def _changed_meanwhile(request: PageRequest, tournament: Tournament, typed: RulesForm) -> HttpResponse:
    merged = merge_with_current(typed, tournament.rule_book)
    context = _context(request, tournament, merged.form, merged.rules, meanwhile=merged.meanwhile)
    return refuse(request, PAGE, context)


def _form(tournament: Tournament, data: Any = None, *, shown_rules: RuleSet | None = None) -> RulesForm:
    book = tournament.rule_book
    return RulesForm(data, current=rules_of(book), based_on=book.digest, shown_rules=shown_rules)


def _context(
    request: PageRequest, tournament: Tournament, form: RulesForm, shown_rules: RuleSet, **extra: Any
) -> dict[str, Any]:
    return organizer_context(
        request, tournament, "rules", **page_context(tournament, form, shown_rules), **extra
    )


def _requested_preset(request: PageRequest, tournament: Tournament) -> RuleSet | None:
    """Return the requested preset; after the first hand only the current rule set."""
    present = rules_of(tournament.rule_book)
    preset: RuleSet | None = game_of_rules(present).presets.get(request.GET.get("preset", ""))
    if preset is None or (preset.id != present.id and not amendments.may_change_rules(tournament)):
        return None
    return preset
