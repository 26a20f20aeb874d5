"""The practice table: a real form and rules. Nothing is stored."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from rules.games import DEFAULT_RULE_SET, game_of
from scoring.ledger.hand_versions import with_penalties_before
from scoring.ledger.rulebooks import rules_of
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.hand_entry import entry_context, show_form
from scoring.table.views.practice_screen import MOST_DEALS, PracticeDeal, PracticeScreen, read_deals
from tournaments.access import visible_tournaments
from tournaments.log.actor import Actor
from tournaments.models import Stage
from tournaments.web.http import PageRequest, SeeOther

VISITOR = Actor()


@csrf_exempt  # It changes nothing.
@require_http_methods(["GET", "HEAD", "POST"])
def practice(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Show the form, or a won match's result; POST adds a hand to the address, 422 if refused."""
    screen = _practice_screen(request, tournament_id, rule_set_id)
    if screen.winner is not None:
        return render(request, screen.page, screen.context(VISITOR) | {"shows": "result"})
    if request.method == "POST":
        return _add_deal(request, screen)
    return render(request, screen.page, screen.context(VISITOR) | entry_context(screen))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def preview_practice(
    request: PageRequest, tournament_id: UUID | None = None, rule_set_id: str = DEFAULT_RULE_SET
) -> HttpResponse:
    """Preview the posted hand; GET, or a won match, redirects to the practice."""
    screen = _practice_screen(request, tournament_id, rule_set_id)
    if request.method != "POST" or screen.winner is not None:
        return SeeOther(screen.address("practice", screen.deals))
    return show_form(request, screen, VISITOR, _posted(request, screen))


def _add_deal(request: PageRequest, screen: PracticeScreen) -> HttpResponse:
    form = _posted(request, screen)
    if not form.is_valid_hand or not _is_acceptable(form, screen):
        return show_form(request, screen, VISITOR, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    report = with_penalties_before(form.report, screen.rules, screen.paid_before(form))
    deals = [*screen.deals, PracticeDeal.from_score(screen.entering.game.score_hand(report, screen.rules))]
    return SeeOther(screen.address("practice", deals if len(deals) <= MOST_DEALS else []))


def _posted(request: PageRequest, screen: PracticeScreen) -> EntryForm:
    return screen.entering.form(request.POST, rules=screen.rules, playing=screen.seat_codes)


def _is_acceptable(form: EntryForm, screen: PracticeScreen) -> bool:
    report, rules, game = form.report, screen.rules, screen.entering.game
    warning_codes = {warning.code for warning in game.find_warnings(report, rules)}
    return not game.find_errors(report, rules) and warning_codes <= set(report.accepted)


def _practice_screen(request: PageRequest, tournament_id: UUID | None, rule_set_id: str) -> PracticeScreen:
    """Return the practice of a visible tournament's first stage (else 404), or of a preset, which must exist.

    Previous deals are in `?hands=`; `?tiles` offers tiles.
    """
    hands_text, with_tiles = request.GET.get("hands", ""), "tiles" in request.GET
    if tournament_id is None:
        rules = game_of(rule_set_id).presets[rule_set_id]
        return PracticeScreen(rules, read_deals(hands_text), None, with_tiles=with_tiles)
    first = Stage.objects.filter(position=1, tournament__in=visible_tournaments(request.user))
    related = first.select_related("tournament__rule_book")
    stage = get_object_or_404(related, tournament__public_id=tournament_id)
    rules = rules_of(stage.tournament.rule_book)
    return PracticeScreen(rules, read_deals(hands_text, stage.letters), stage, with_tiles=with_tiles)
