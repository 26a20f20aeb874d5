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

from scoring.people import domain, queries
from scoring.people.forms import PersonForm
from scoring.play.dry_run import run_and_roll_back
from tournaments.access import managed_club_or_404, person_or_404
from tournaments.database.row_locks import get_or_refuse
from tournaments.history.log_actions import PlayLog
from tournaments.history.log_sentences import describe_rows
from tournaments.models import Club, LogRow, Player
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import MAX_NAME_LENGTH, matches_search
from tournaments.people.domain import merging, namesakes, renaming
from tournaments.people.domain.aliases import NAME_COLUMNS
from tournaments.people.domain.contact_details import details_of
from tournaments.people.domain.contact_retention import expiring_details
from tournaments.people.domain.known_people import KnownPeople
from tournaments.people.domain.merging import MergeResult
from tournaments.people.domain.renaming import RenamedPair
from tournaments.people.forms.contact_details import ContactDetailsForm, initial_values
from tournaments.people.forms.name_choices import PlayerNameForm
from tournaments.people.forms.name_matches import describe_person
from tournaments.refusals import Refused
from tournaments.sentences import Sentence, with_names
from tournaments.web.http import PageRequest, actor_of, render_refusal, see_other

_PAGE_SIZE = 100
_MAX_FOUND = 20
_PREVIEW = "scoring/people/name_change_preview.html"


@dataclass(frozen=True)
class _NamePreview:
    before: str
    after: str
    pairs: Sequence[RenamedPair]


@require_safe
def club_people(request: PageRequest, club_id: UUID) -> HttpResponse:
    club = managed_club_or_404(request.user, club_id)
    return render(request, "scoring/people/people.html", people_context(request, club))


def people_context(request: PageRequest, club: Club) -> dict[str, Any]:
    """Return a page of people; `?name=` searches, `?since=` selects people absent since that day.

    Similar names are listed only without either.
    """
    search_text, since = _clean_text(request.GET.get("name", "")), _day(request.GET.get("since", ""))
    people = queries.people_of(club, search_text)
    if since is not None:
        people = queries.absent_since(since, club, people)
    page = Paginator(people, _PAGE_SIZE).get_page(request.GET.get("page"))
    return {
        "club": club,
        "wanted": search_text,
        "since": since,
        "page": page,
        "people": queries.with_tournaments(list(page)),
        "similar_names": [] if search_text or since else _similar_names(club, people),
        "form": PersonForm(),
    }


def _similar_names(club: Club, people: Sequence[Player]) -> list[list[tuple[Player, Sentence]]]:
    """Return groups of like names, each with what tells the person from the others."""
    known = KnownPeople(club.pk)
    return [
        [(person, describe_person(known.describe(person))) for person in group]
        for group in queries.spelled_alike(people)[:_MAX_FOUND]
    ]


@require_safe
def person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    player = person_or_404(request.user, club_id, player_id)
    if player.same_as is not None:
        return see_other("scoring:person", club_id, player.same_as.public_id)
    return render(request, "scoring/people/person.html", person_context(request, player))


@require_http_methods(["GET", "HEAD", "POST"])
def rename_person(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, preview `name`; `save` stores it, 422 if refused.

    After saving, and for an unchanged name or GET, redirect to the person.
    """
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    typed = request.POST.get("name", "")
    if one_line(typed) == player.real_name:
        messages.info(request, _("Nothing had changed."))
        return see_other("scoring:person", club_id, player.public_id)

    def rename_and_describe() -> _NamePreview:
        done = renaming.rename_person(player=player, name=typed, by=actor_of(request), at=timezone.now())
        return _NamePreview(done.before, done.person.real_name, done.pairs)

    message = _("%(before)s is now called %(after)s.")
    return _answer(
        request,
        player,
        player,
        rename_and_describe,
        message,
        heading=_("Correct a name"),
        fields={"name": typed},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def merge_people(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Preview and merge; the name to keep can be swapped."""
    player = person_or_404(request.user, club_id, player_id).person
    if request.method != "POST":
        return see_other("scoring:person", club_id, player.public_id)
    candidates = Player.objects.filter(club=player.club_id).select_related("same_as__club")
    duplicate = get_object_or_404(candidates, public_id=_uuid(request.POST.get("other", ""))).person
    swapped = request.POST.get("keep") == "other"
    alias, remaining = (player, duplicate) if swapped else (duplicate, player)

    def merge_and_describe() -> _NamePreview:
        return _preview_of(
            domain.merge(alias=alias, person=remaining, by=actor_of(request), at=timezone.now())
        )

    fields = {"other": str(duplicate.public_id), "keep": "other" if swapped else "this"}
    message = _("%(before)s and %(after)s are now one person.")
    alias_tournaments = queries.count_tournaments(alias)
    context = {
        "other_keep_choice": "this" if swapped else "other",
        "alias_tournaments": alias_tournaments,
        "is_merge": True,
    }
    return _answer(
        request,
        player,
        remaining,
        merge_and_describe,
        message,
        heading=_("The same person?"),
        fields=fields,
        context=context,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def distinguish_people(request: PageRequest, club_id: UUID) -> HttpResponse:
    """Stop proposing the posted `people` as one, and redirect to the register; nothing for fewer than two."""
    club = managed_club_or_404(request.user, club_id)
    keys = [_uuid(text) for text in request.POST.getlist("people")]
    known = Player.objects.people().filter(club=club, anonymous_as=None)
    people = list(known.filter(public_id__in=keys).select_related("club").order_by("pk"))
    if len(people) > 1:
        namesakes.distinguish(people, by=actor_of(request), at=timezone.now())
        names = ", ".join(person.real_name for person in people)
        messages.success(request, with_names(_("These stay different people: %(names)s."), names=names))
    return see_other("scoring:club_people", club.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
def split_people(request: PageRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """On POST, preview making an alias its own person; `save` does it and redirects there, 422 if refused.

    GET redirects to the alias's person.
    """
    alias = person_or_404(request.user, club_id, player_id)
    if request.method != "POST":
        return see_other("scoring:person", club_id, alias.person.public_id)

    def split_and_describe() -> _NamePreview:
        done = merging.unmerge(alias=alias, by=actor_of(request), at=timezone.now())
        return _NamePreview(done.person.real_name, done.name, done.pairs)

    message = _("%(after)s and %(before)s are two people again.")
    return _answer(
        request,
        alias.person,
        alias,
        split_and_describe,
        message,
        heading=_("Two people after all?"),
        fields={},
    )


def _answer(
    request: PageRequest,
    player: Player,
    redirect_person: Player,
    change: Callable[[], _NamePreview],
    message: str,
    *,
    heading: str,
    fields: dict[str, str],
    context: dict[str, Any] | None = None,
) -> HttpResponse:
    """Show a dry run; POST with `save` makes the change and redirects to `redirect_person`.

    Refusals appear on the person's page. `message` has `before` and `after`.
    """
    page_context = {
        "club": player.club,
        "player": player,
        "heading": heading,
        "fields": fields,
        **(context or {}),
    }
    try:
        if "save" not in request.POST:
            return render(request, _PREVIEW, {**page_context, "preview": run_and_roll_back(change)})
        preview = change()
    except Refused as refusal:
        current = get_or_refuse(Player.objects.select_related("club"), player.pk)
        return _show_refusal(request, current, refusal, typed=fields.get("name"))
    messages.success(request, with_names(message, before=preview.before, after=preview.after))
    return see_other("scoring:person", player.club.public_id, redirect_person.public_id)


def _show_refusal(
    request: PageRequest, player: Player, refusal: Refused, *, typed: str | None = None
) -> HttpResponse:
    """Answer 422, with `typed` as name; redirect with a message if merged or anonymous meanwhile."""
    if player.same_as_id is None and player.anonymous_as is None:
        context = person_context(request, player) | {"refusal": refusal, "typed": typed}
        return render_refusal(request, "scoring/people/person.html", context)
    messages.warning(request, refusal.message.html)
    if player.anonymous_as is not None:
        return see_other("scoring:club_people", player.club.public_id)
    return see_other("scoring:person", player.club.public_id, player.public_id)


def _preview_of(done: MergeResult) -> _NamePreview:
    return _NamePreview(done.name, done.person.real_name, done.pairs)


def person_context(request: PageRequest, player: Player) -> dict[str, Any]:
    """Return a person's page; `?name=` searches others to merge with.

    Raises Http404 if merged or anonymous.
    """
    search_text = _clean_text(request.GET.get("name", ""))
    people = queries.people_of(player.club)
    current = next((candidate for candidate in people if candidate == player), None)
    if current is None:  # anonymized or merged a moment ago
        raise Http404
    other_people = [candidate for candidate in people if candidate != current]
    matches = [
        candidate
        for candidate in other_people
        if search_text and matches_search(search_text, queries.names_of(candidate))
    ]
    subjects = [str(identity.public_id) for identity in (current, *current.aliases.all())]
    rows = LogRow.objects.filter(club=player.club, action__in=NAME_COLUMNS, subject__in=subjects)
    rows = rows.select_related("user", "table_link__table", "sides_link__table", "keeper").order_by("-pk")
    entrants = queries.entrants_of(current)
    details = details_of(current)
    return {
        "club": player.club,
        "player": current,
        "entrants": entrants,
        "contact_details": details,
        "card_form": ContactDetailsForm(initial=initial_values(details)),
        "shown_form": PlayerNameForm(initial={"shown": current.shown, "was": current.shown}),
        "until": next((card.kept_until for card in expiring_details(current.club, person=current)), None),
        "similar_people": queries.with_tournaments(_possible_duplicates(current, other_people)),
        "wanted": search_text,
        "found_people": queries.with_tournaments(matches[:_MAX_FOUND]),
        "history": describe_rows(list(rows), play=PlayLog()),
    }


def _possible_duplicates(person: Player, others: Sequence[Player]) -> list[Player]:
    likely = queries.likely_duplicates(person, others)
    different = queries.different_people([person, *likely]) if likely else set()
    return [candidate for candidate in likely if frozenset((person, candidate)) not in different]


def _clean_text(text: str) -> str:
    return one_line(text)[:MAX_NAME_LENGTH]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
