"""A score sheet typed hand after hand, in the form of the game."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.ledger.hand_versions import Draft, judge_report
from scoring.ledger.refusals import DealSkipped, HandAlreadyRecorded, HandRefused, WarningsNotAccepted
from scoring.models import Entry
from scoring.paper import domain
from scoring.paper.views.typing_screen import TypingScreen, open_sheet
from scoring.table.forms.hand_form import EntryForm
from scoring.table.views.hand_entry import entry_context, show_form
from scoring.table.views.save_hand import store_hand
from scoring.table.views.version_comparison import render_comparison
from tournaments.refusals import Refused
from tournaments.schedule.change import Change
from tournaments.small_inputs import parse_small_number
from tournaments.web.http import PageRequest, SeeOther, actor_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def type_sheet(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Show the form of the next hand, or of `?row=` kept for double entry; 404 unless staff.

    POST stores the hand, or keeps it for double entry, which `typed_all` ends.
    """
    screen = open_sheet(request, encounter_id, match)
    if request.method != "POST":
        return _show_sheet(request, screen)
    if "typed_all" in request.POST:
        return _finish_typing(request, screen)
    return _save(request, screen)


@require_http_methods(["GET", "HEAD", "POST"])
def preview_typed_row(request: PageRequest, encounter_id: UUID, match: int) -> HttpResponse:
    """Preview the posted hand; GET redirects to the sheet."""
    screen = open_sheet(request, encounter_id, match)
    if request.method != "POST":
        return SeeOther(screen.address())
    return show_form(request, screen, actor_of(request), _bound_form(request, screen))


def _show_sheet(request: PageRequest, screen: TypingScreen) -> HttpResponse:
    context = screen.context(actor_of(request))
    row = parse_small_number(request.GET.get("row")) or 0
    if row in screen.drafts:
        screen.go_to(row)
        draft = screen.entering.correction_initial(screen.drafts[row], screen.rules)
        context |= entry_context(screen, initial=draft | {"deal": row})
    elif screen.wants_hand and (not screen.has_finished or row == screen.deal):
        # On paper is the task that the table drew.
        context |= entry_context(screen, initial={"task": ""})
    return render(request, screen.page, context)


def _bound_form(request: PageRequest, screen: TypingScreen) -> EntryForm:
    fields = request.POST.copy()
    fields["match"] = str(screen.number)
    form = screen.entering.form(fields, rules=screen.rules, playing=screen.seat_codes)
    screen.go_to(form.cleaned_data.get("deal") or screen.deal)
    return form


def _save(request: PageRequest, screen: TypingScreen) -> HttpResponse:
    """Redirect to the next row; or show problems (422), the hand stored before, or the refusal (409)."""
    form, actor = _bound_form(request, screen), actor_of(request)
    if not form.has_valid_hand_id or form.cleaned_data["deal"] is None:
        messages.error(request, _("This form is incomplete. Nothing was saved: type the row again."))
        return SeeOther(screen.address())
    try:
        if not form.is_valid_hand:
            return show_form(request, screen, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        if screen.double_entry.is_required:
            return _keep_row(request, screen, form)
        store_hand(screen.encounter, form, by=actor, at=timezone.now())
    except (HandRefused, WarningsNotAccepted):
        return show_form(request, screen, actor, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except HandAlreadyRecorded as refusal:
        return _compare_with_stored(request, screen, form, refusal.entry)
    except Refused as refusal:
        return _show_refusal(request, screen, refusal)
    messages.success(request, _("Row %(row)s is stored.") % {"row": screen.deal})
    return SeeOther(screen.address())


def _keep_row(request: PageRequest, screen: TypingScreen, form: EntryForm) -> HttpResponse:
    """Keep a hand that the rules allow for double entry, and end the typing with the match.

    Raises what `judge_report` and `keep_typed_row` raise, HandAlreadyRecorded, DealSkipped.
    """
    actor, at, match = actor_of(request), timezone.now(), screen.match
    if screen.deal <= screen.stored_deals:
        raise HandAlreadyRecorded(
            Entry.objects.select_related("hand__match").get(pk=match.hands[screen.deal - 1].entry_id)
        )
    if not screen.wants_hand or screen.deal != match.next_deal:
        raise DealSkipped(number=match.next_number)
    place = (screen.encounter, screen.number, screen.deal)
    draft = Draft(
        *place, form.report, form.key, Change(actor, at), paid_before=match.totals_before(screen.deal)
    )
    judge_report(draft, screen.rules)
    domain.keep_typed_row(
        encounter=screen.encounter,
        match=screen.number,
        deal=screen.deal,
        report=form.report,
        by=actor,
        at=at,
    )
    messages.success(request, _("Row %(row)s is saved for the comparison.") % {"row": screen.deal})
    if screen.double_entry.is_complete:
        return SeeOther(screen.address("compare_double_entry"))
    after = open_sheet(request, screen.encounter.public_id, screen.number)
    if after.won and not after.has_finished:
        return _finish_typing(request, after)
    return SeeOther(screen.address())


def _finish_typing(request: PageRequest, screen: TypingScreen) -> HttpResponse:
    """Redirect, to the comparison after the second typing."""
    try:
        domain.finish_typing(
            encounter=screen.encounter, match=screen.number, by=actor_of(request), at=timezone.now()
        )
    except Refused as refusal:
        messages.error(request, refusal.message.html)
        return SeeOther(screen.address())
    entry = domain.read_double_entry(screen.encounter, screen.number)
    return SeeOther(screen.address("compare_double_entry" if entry.is_complete else "type_sheet"))


def _compare_with_stored(
    request: PageRequest, screen: TypingScreen, form: EntryForm, stored: Entry
) -> HttpResponse:
    hand = stored.hand
    place = [screen.encounter.public_id, hand.match.number, hand.deal]
    correct_url = reverse("scoring:preview_as_referee", args=place)
    if screen.encounter.table_id is not None:
        correct_url = reverse("scoring:preview_correction", args=[screen.table.public_id, *place])
    addresses = {"keep_url": screen.address(), "correct_url": correct_url}
    return render_comparison(request, screen, actor_of(request), form, stored, **addresses)


def _show_refusal(request: PageRequest, screen: TypingScreen, refusal: Refused) -> HttpResponse:
    """Show the form again with its input, as the next row if its own isn't."""
    screen = open_sheet(request, screen.encounter.public_id, screen.number)
    fields = request.POST.copy()
    fields["match"], fields["deal"] = str(screen.number), str(screen.match.next_deal)
    form = screen.entering.form(fields, rules=screen.rules, playing=screen.seat_codes)
    status = HTTPStatus.CONFLICT
    return show_form(request, screen, actor_of(request), form, status=status, refusal=refusal)
