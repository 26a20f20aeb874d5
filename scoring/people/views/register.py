from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.people.forms import PersonForm
from scoring.people.views.people_list import people_context, person_context
from tournaments.access import managed_club_or_404, person_or_404
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameDisplay
from tournaments.models import Player
from tournaments.people.domain import contact_details, registration
from tournaments.people.domain.contact_details import ContactDetails, details_of
from tournaments.people.domain.public_names import choose_for_player
from tournaments.people.domain.registration import AlreadyRegistered
from tournaments.people.forms.contact_details import ContactDetailsForm, initial_values
from tournaments.people.forms.name_choices import PlayerNameForm, parse_choice
from tournaments.refusals import Refused
from tournaments.sentences import with_names
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

_PEOPLE, _PERSON = "scoring/people/people.html", "scoring/people/person.html"


@require_http_methods(["GET", "HEAD", "POST"])
def add_person(request: PageRequest, club_id: UUID) -> HttpResponse:
    """On POST, add a person; 422 if invalid, or to ask whether a known name is another person.

    GET redirects.
    """
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("scoring:club_people", club.public_id)
    form = PersonForm(request.POST)
    asks_namesake = False
    if form.is_valid():
        try:
            person = registration.add_person(
                club=club,
                name=form.cleaned_data["name"],
                namesake=form.cleaned_data["namesake"],
                by=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refusal:
            form.add_error("name", refusal.message)
            asks_namesake = isinstance(refusal, AlreadyRegistered)
        else:
            messages.success(
                request, with_names(_("%(name)s was added to the register."), name=person.real_name)
            )
            return see_other("scoring:person", club.public_id, person.public_id)
    return render_refusal(
        request, _PEOPLE, people_context(request, club) | {"form": form, "asks_namesake": asks_namesake}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def save_details(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, store contact details; 422 if invalid or refused. Else redirects to the person."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    present = details_of(player)
    form = ContactDetailsForm(request.POST.dict(), initial=initial_values(present))
    if form.is_valid():
        try:
            changed = _save_details(request, player, form, present)
        except Refused as refusal:
            form.add_error(None, refusal.message)
        else:
            messages.success(request, form.with_merged(_("Saved.") if changed else _("Nothing had changed.")))
            return see_other("scoring:person", club_id, player.public_id)
    return render_refusal(request, _PERSON, person_context(request, player) | {"card_form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw_consent(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, delete contact details and notes. Redirects to the person."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method == "POST":
        deleted = contact_details.withdraw_consent(player=player, by=actor_of(request), at=timezone.now())
        message = (
            _("Contact details and notes of %(name)s were deleted.") if deleted else _("Nothing had changed.")
        )
        messages.success(request, with_names(message, name=player.real_name))
    return see_other("scoring:person", club_id, player.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def save_public_name(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, store which name is public; 422 if invalid or refused. Else redirects to the person."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    form = PlayerNameForm(request.POST.dict())
    if form.is_valid():
        try:
            changed = _save_public_name(request, player, form)
        except Refused as refusal:
            form.add_error(None, refusal.message)
            form.data = {**form.data, "was": get_or_refuse(Player.objects, player.pk).shown}
        else:
            messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
            return see_other("scoring:person", club_id, player.public_id)
    return render_refusal(request, _PERSON, person_context(request, player) | {"shown_form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def remove_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, remove a person from the register and redirect there; 422 if refused.

    GET redirects to the person.
    """
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    try:
        name = registration.remove_person(player=player, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return render_refusal(request, _PERSON, person_context(request, player) | {"refusal": refusal})
    messages.success(request, with_names(_("%(name)s was removed from the register."), name=name))
    return see_other("scoring:club_people", club_id)


def _save_details(
    request: PageRequest, player: Player, form: ContactDetailsForm, present: ContactDetails
) -> bool:
    now = timezone.now()
    details = form.updated_details(present, timezone.localdate(now))
    return contact_details.update_details(
        player=player, details=details, seen=present, by=actor_of(request), at=now
    )


def _save_public_name(request: PageRequest, player: Player, form: PlayerNameForm) -> bool:
    return choose_for_player(
        player=player,
        shown=NameDisplay(form.cleaned_data["shown"]),
        seen=parse_choice(form.cleaned_data["was"]),
        by=actor_of(request),
        at=timezone.now(),
    )
