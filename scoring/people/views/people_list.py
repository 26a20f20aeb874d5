"""The people of a club: names corrected, two joined that are one, and parted again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.people import queries
from scoring.people.domain import merging as seated
from scoring.people.forms import PersonForm
from scoring.play.dry_run import rehearse
from tournaments.access import managed_club_or_404, person_or_404
from tournaments.database.row_locks import get_or_refuse
from tournaments.history.details.row_context import Words
from tournaments.history.log_sentences import described
from tournaments.models import Club, LogRow, Player
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import LONGEST_NAME, found_by
from tournaments.people.domain import merging, renaming
from tournaments.people.domain.aliases import FORMER
from tournaments.people.domain.contact_details import kept_of
from tournaments.people.domain.contact_retention import held_cards
from tournaments.people.domain.merging import Joined
from tournaments.people.domain.public_names import shown_now
from tournaments.people.domain.renaming import CalledAnew
from tournaments.people.forms.contact_details import CardForm, typed_of
from tournaments.people.forms.name_choices import PlayerNameForm, said
from tournaments.refusals import Refused
from tournaments.web.http import PageRequest, actor_of, refuse, see_other

_A_PAGE = 100
_FOUND = 20
_PREVIEW = "scoring/people/preview.html"


@dataclass(frozen=True)
class _Seen:
    """What a change would do: the name that goes, the one that stays, and the pairs that are called anew."""

    before: str
    after: str
    pairs: Sequence[CalledAnew]


@require_safe
def club_people(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Everybody of a club by name; `?name=…` who bears it, `?since=…` who has not played since."""
    club = managed_club_or_404(request.user, club_id)
    return render(request, "scoring/people/people.html", listing(request, club))


def listing(request: PageRequest, club: Club) -> dict[str, Any]:
    """What the page of a club's people shows."""
    wanted, since = _typed(request.GET.get("name", "")), _day(request.GET.get("since", ""))
    found = queries.people_of(club, wanted)
    if since is not None:
        found = queries.absent_since(since, club, found)
    page = Paginator(found, _A_PAGE).get_page(request.GET.get("page"))
    return {
        "club": club,
        "wanted": wanted,
        "since": since,
        "page": page,
        "people": queries.with_tournaments(list(page)),
        "alike": [] if wanted or since else queries.spelled_alike(found),
        "form": PersonForm(),
    }


@require_safe
def person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """A person: his names, where he plays, who may be the same; `?name=…` looks for others."""
    player = person_or_404(request.user, club_id, player_id)
    if player.same_as is not None:
        return see_other("scoring:person", club_id, player.same_as.public_id)
    return render(request, "scoring/people/person.html", about(request, player))


@require_http_methods(["GET", "HEAD", "POST"])
def rename_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Correct a name; what that changes is shown first."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    typed = request.POST.get("name", "")
    if one_line(typed) == player.real_name:
        messages.info(request, _("Nothing had changed."))
        return see_other("scoring:person", club_id, player.public_id)

    def act() -> _Seen:
        done = renaming.rename(player=player, name=typed, by=actor_of(request), at=timezone.now())
        return _Seen(done.before, done.person.real_name, done.pairs)

    said = _("%(before)s is called %(after)s now.")
    return _answer(request, player, player, act, said, heading=_("Correct a name"), fields={"name": typed})


@require_http_methods(["GET", "HEAD", "POST"])
def join_people(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Make one person of two; what that changes is shown first, and which name stays can be turned round."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    others = Player.objects.filter(club=player.club_id).select_related("same_as__club")
    other = get_object_or_404(others, public_id=_uuid(request.POST.get("other", ""))).person
    turned = request.POST.get("keep") == "other"
    alias, stays = (player, other) if turned else (other, player)

    def act() -> _Seen:
        return _seen(seated.join(alias=alias, person=stays, by=actor_of(request), at=timezone.now()))

    fields = {"other": str(other.public_id), "keep": "other" if turned else "this"}
    said = _("%(before)s and %(after)s are one person now.")
    brings = queries.tournaments_of(alias)
    context = {"turn": "this" if turned else "other", "brings": brings, "joins": True}
    return _answer(
        request, player, stays, act, said, heading=_("The same person?"), fields=fields, context=context
    )


@require_http_methods(["GET", "HEAD", "POST"])
def part_people(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Let an alias be a person of his own again."""
    alias = person_or_404(request.user, club_id, player_id)
    if request.method != "POST":
        return see_other("scoring:person", club_id, alias.person.public_id)

    def act() -> _Seen:
        done = merging.part(alias=alias, by=actor_of(request), at=timezone.now())
        return _Seen(done.person.real_name, done.name, done.pairs)

    said = _("%(after)s is a person apart from %(before)s again.")
    return _answer(request, alias.person, alias, act, said, heading=_("Two people after all?"), fields={})


def _answer(
    request: PageRequest,
    player: Player,
    then: Player,
    act: Callable[[], _Seen],
    said: str,
    *,
    heading: str,
    fields: dict[str, str],
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """What a change would do; with “save” it is stored, and the page of `then` follows."""
    shown = {"club": player.club, "player": player, "heading": heading, "fields": fields, **(context or {})}
    try:
        if "save" not in request.POST:
            return render(request, _PREVIEW, {**shown, "seen": rehearse(act)})
        seen = act()
    except Refused as refusal:
        now = get_or_refuse(Player.objects.select_related("club"), player.pk)
        return _refused(request, now, refusal, typed=fields.get("name"))
    messages.success(request, said % {"before": seen.before, "after": seen.after})
    return see_other("scoring:person", player.club.public_id, then.public_id)


def _refused(
    request: PageRequest, player: Player, refusal: Refused, *, typed: str | None = None
) -> HttpResponse:
    """The person's page again; of one who has none any more, the page on which he can be looked for."""
    if player.same_as_id is None and player.anonymous_as is None:
        context = about(request, player) | {"refusal": refusal, "typed": typed}
        return refuse(request, "scoring/people/person.html", context)
    messages.warning(request, refusal.message)
    if player.anonymous_as is not None:
        return see_other("scoring:club_people", player.club.public_id)
    return see_other("scoring:person", player.club.public_id, player.public_id)


def _seen(done: Joined) -> _Seen:
    return _Seen(done.name, done.person.real_name, done.pairs)


def about(request: PageRequest, player: Player) -> dict[str, Any]:
    """What the page of a person shows."""
    wanted = _typed(request.GET.get("name", ""))
    everybody = queries.people_of(player.club)
    own = next((one for one in everybody if one == player), None)
    if own is None:  # made anonymous, or joined, a moment ago
        raise Http404
    others = [one for one in everybody if one != own]
    found = [one for one in others if wanted and found_by(wanted, queries.names_of(one))]
    subjects = [str(one.public_id) for one in (own, *own.aliases.all())]
    rows = LogRow.objects.filter(club=player.club, action__in=FORMER, subject__in=subjects)
    rows = rows.select_related("user", "table_link__table", "sides_link__table", "keeper").order_by("-pk")
    entrants = queries.entrants_of(own)
    kept = kept_of(own)
    return {
        "club": player.club,
        "player": own,
        "entrants": entrants,
        "kept": kept,
        "card_form": CardForm(initial=typed_of(kept)),
        "shown_form": shown_form(own),
        "until": next((one.until for one in held_cards(own.club, person=own)), None),
        "alike": queries.with_tournaments(queries.alike(own, others)),
        "wanted": wanted,
        "found": queries.with_tournaments(found[:_FOUND]),
        "history": described(list(rows), play=Words({}, {}, lambda _row, _after: "")),
    }


def shown_form(player: Player) -> PlayerNameForm:
    """What everybody reads of a person, as it is chosen now."""
    now = shown_now(player)
    return PlayerNameForm(
        initial={"shown": player.shown, "alias": now.alias if now else "", "was": said(now)}
    )


def _typed(text: str) -> str:
    return one_line(text)[:LONGEST_NAME]


def _day(text: str) -> date | None:
    """A day as browsers write one; None where it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
