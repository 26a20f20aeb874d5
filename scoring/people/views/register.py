"""The register of a club: somebody new comes into it, what is kept of a person, somebody leaves it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.people.forms import PersonForm
from scoring.people.views.people_list import about, listing
from tournaments.access import managed_club_or_404, person_or_404
from tournaments.database.row_locks import get_or_refuse
from tournaments.enums import NameShown
from tournaments.models import Player
from tournaments.people.domain import contact_details, registration
from tournaments.people.domain.contact_details import kept_of, version_of
from tournaments.people.domain.public_names import Shown, choose_for_one, shown_now
from tournaments.people.domain.registration import InTheRegisterAlready
from tournaments.people.forms.contact_details import CardForm
from tournaments.people.forms.name_choices import PlayerNameForm, read_said, said, shown_as
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, refuse, see_other

_PEOPLE, _PERSON = "scoring/people/people.html", "scoring/people/person.html"


@require_http_methods(["GET", "HEAD", "POST"])
def add_person(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Somebody who has not played yet; of a name that is known it is asked whether he is another."""
    club = managed_club_or_404(request.user, club_id)
    if request.method != "POST":
        return see_other("scoring:club_people", club.public_id)
    form = PersonForm(request.POST)
    asks = False
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
            asks = isinstance(refusal, InTheRegisterAlready)
        else:
            messages.success(request, _("%(name)s is in the register.") % {"name": person.real_name})
            return see_other("scoring:person", club.public_id, person.public_id)
    return refuse(request, _PEOPLE, listing(request, club) | {"form": form, "asks_namesake": asks})


@require_http_methods(["GET", "HEAD", "POST"])
def keep_card(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """How a person is reached, his licence, and what organizers note of him."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    form = CardForm(request.POST.dict())
    if form.is_valid():
        try:
            changed = _keep(request, player, form)
        except Refused as refusal:
            form.add_error(None, refusal.message)
            form.data = {**form.data, "seen": version_of(kept_of(player))}
        else:
            messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
            return see_other("scoring:person", club_id, player.public_id)
    return refuse(request, _PERSON, about(request, player) | {"card_form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def withdraw_consent(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Forget at once what is kept of a person, who takes back that he agreed."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method == "POST":
        gone = contact_details.withdraw_consent(player=player, by=actor_of(request), at=timezone.now())
        told = _("Contact and notes of %(name)s are forgotten.") if gone else _("Nothing had changed.")
        messages.success(request, told % {"name": player.real_name})
    return see_other("scoring:person", club_id, player.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def show_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """What everybody reads of a person, as he chose, in every tournament of the club."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    form = PlayerNameForm(request.POST.dict())
    if form.is_valid():
        try:
            changed = _show(request, player, form)
        except Refused as refusal:
            form.add_error(None, refusal.message)
            form.data = {**form.data, "was": said(shown_now(get_or_refuse(Player.objects, player.pk)))}
        else:
            messages.success(request, _("Saved.") if changed else _("Nothing had changed."))
            return see_other("scoring:person", club_id, player.public_id)
    return refuse(request, _PERSON, about(request, player) | {"shown_form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def remove_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Take somebody out of the register who was never entered."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    try:
        name = registration.remove_person(player=player, by=actor_of(request), at=timezone.now())
    except Refused as refusal:
        return refuse(request, _PERSON, about(request, player) | {"refusal": refusal})
    messages.success(request, _("%(name)s is in the register no more.") % {"name": name})
    return see_other("scoring:club_people", club_id)


def _keep(request: PageRequest, player: Player, form: CardForm) -> bool:
    now = timezone.now()
    kept = form.kept(kept_of(player), timezone.localdate(now))
    return contact_details.keep(
        player=player, kept=kept, seen=form.cleaned_data["seen"], by=actor_of(request), at=now
    )


def _show(request: PageRequest, player: Player, form: PlayerNameForm) -> bool:
    told = form.cleaned_data
    shown = shown_as(told["shown"], told["alias"]) or Shown(NameShown.FULL)
    seen = read_said(told["was"])
    return choose_for_one(player=player, shown=shown, seen=seen, by=actor_of(request), at=timezone.now())
