"""Free changes before the first hand, then amendments."""

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
from scoring.rulebook.forms import AmendmentForm, RulesForm
from scoring.rulebook.views.amendment_preview import amendment_context, refused_context
from scoring.rulebook.views.edit_conflict import merge_with_current
from scoring.rulebook.views.example_results import answer_examples
from scoring.rulebook.views.rules_editor_page import tournament_editor_context
from tournaments.access import managed_tournament_or_404
from tournaments.models import Tournament
from tournaments.navigation.tournament_context import organizer_context
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, SeeOther, actor_of, render_refusal, see_other

PAGE = "scoring/rulebook/organizer/tournament_rules.html"


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Show the editor (`?preset=` fills it in) or store the rules before the first hand.

    If they changed meanwhile, show both changes merged, with 422.
    """
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        start = _requested_preset(request, tournament)
        form = _form(tournament, shown_rules=start)
        context = _context(request, tournament, form, start or form.present)
        return render(request, PAGE, {**context, "chosen_preset": start})
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
        return _conflict_response(request, tournament, form)
    except Refused as refusal:
        return render_refusal(request, PAGE, _context(request, tournament, form, form.rules, refusal=refusal))
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
    return _rejection_response(request, tournament, form) or _amendment_preview(
        request, tournament, form, AmendmentForm()
    )


@require_http_methods(["GET", "HEAD", "POST"])
def amend_rules(request: PageRequest, tournament_id: UUID) -> HttpResponse:
    """Amend the rules on POST; a refusal shows the preview again. GET redirects."""
    tournament = managed_tournament_or_404(request.user, tournament_id)
    if request.method != "POST":
        return see_other("scoring:organizer_rules", tournament.public_id)
    form, decision = _form(tournament, request.POST), AmendmentForm(request.POST)
    if rejection := _rejection_response(request, tournament, form):
        return rejection
    if not decision.is_valid():
        return _amendment_preview(request, tournament, form, decision)
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
        return _amendment_preview(request, tournament, form, decision, refusal=refusal)
    count = len(amendment.hands)
    done = ngettext(
        "The rules are amended. %(count)s hand was rescored.",
        "The rules are amended. %(count)s hands were rescored.",
        count,
    )
    if amendment.hands_to_review:
        context = organizer_context(
            request, tournament, "amendment", amendment=amendment, done=done % {"count": count}
        )
        return render(request, "scoring/rulebook/organizer/amendment_done.html", context)
    messages.success(request, done % {"count": count})
    return see_other("scoring:organizer_rules", tournament.public_id)


def _amendment_preview(
    request: PageRequest,
    tournament: Tournament,
    form: RulesForm,
    decision: AmendmentForm,
    *,
    refusal: Refused | None = None,
) -> HttpResponse:
    """Show the effects of a valid `form`, or redirect if none; 422 with a refusal or errors in `decision`.

    Hands that the rules don't allow are shown instead of the effects.
    """
    context = organizer_context(
        request, tournament, "amendment", form=form, decision=decision, refusal=refusal
    )
    try:
        amendment = amendments.preview_amendment(tournament=tournament, rules=form.rules)
    except AmendmentRefused as refused:
        context |= refused_context(refused)
        return render_refusal(request, "scoring/rulebook/organizer/amendment_refused.html", context)
    except Refused as refused:
        return render_refusal(request, PAGE, _context(request, tournament, form, form.rules, refusal=refused))
    if amendment.is_empty:
        return _unchanged_response(request, tournament)
    context |= amendment_context(amendment, form.game)
    answer = render_refusal if refusal or decision.errors else render
    return answer(request, "scoring/rulebook/organizer/amendment.html", context)


def _invalid_or_unchanged(
    request: PageRequest, tournament: Tournament, form: RulesForm
) -> HttpResponse | None:
    if not form.is_valid():
        return render_refusal(request, PAGE, _context(request, tournament, form, form.present))
    return _unchanged_response(request, tournament) if form.rules == form.present else None


def _rejection_response(request: PageRequest, tournament: Tournament, form: RulesForm) -> HttpResponse | None:
    if response := _invalid_or_unchanged(request, tournament, form):
        return response
    if form.cleaned_data["based_on"] != tournament.rule_book.digest:
        return _conflict_response(request, tournament, form)
    return None


def _unchanged_response(request: PageRequest, tournament: Tournament) -> SeeOther:
    messages.info(request, _("The rules are already like this; nothing was changed."))
    return see_other("scoring:organizer_rules", tournament.public_id)


def _conflict_response(request: PageRequest, tournament: Tournament, typed: RulesForm) -> HttpResponse:
    merged = merge_with_current(typed, tournament.rule_book)
    context = _context(request, tournament, merged.form, merged.rules, other_changes=merged.other_changes)
    return render_refusal(request, PAGE, context)


def _form(tournament: Tournament, data: Any = None, *, shown_rules: RuleSet | None = None) -> RulesForm:
    book = tournament.rule_book
    return RulesForm(data, current=rules_of(book), based_on=book.digest, shown_rules=shown_rules)


def _context(
    request: PageRequest, tournament: Tournament, form: RulesForm, shown_rules: RuleSet, **extra: Any
) -> dict[str, Any]:
    return organizer_context(
        request, tournament, "rules", **tournament_editor_context(tournament, form, shown_rules), **extra
    )


def _requested_preset(request: PageRequest, tournament: Tournament) -> RuleSet | None:
    """After the first hand only the current one."""
    present = rules_of(tournament.rule_book)
    preset: RuleSet | None = game_of_rules(present).presets.get(request.GET.get("preset", ""))
    if preset is None or (preset.id != present.id and not amendments.may_change_rules(tournament)):
        return None
    return preset
