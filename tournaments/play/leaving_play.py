from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum

from django.utils.translation import gettext_lazy as _

from tournaments.enums import (
    SWISS_KINDS,
    DecidedBy,
    EncounterState,
    EntrantState,
    Part,
    StageKind,
    TournamentState,
)
from tournaments.models import Encounter, Entrant, GroupPlace, Stage, Tournament
from tournaments.refusals import Refused
from tournaments.schedule.begun_encounters import has_begun


class NotInPlayYet(Refused):
    code = "not_in_play_yet"
    template = _("The tournament is not drawn yet: remove %(name)s from the list of entries instead.")


class TournamentIsOver(Refused):
    code = "tournament_is_over"
    template = _("The tournament is over; nobody can leave it any more.")


class HasLeftAlready(Refused):
    code = "has_left_already"
    template = _("%(name)s has already left the tournament.")


class HasNotLeft(Refused):
    code = "has_not_left"
    template = _("%(name)s is playing, so there is nothing to undo.")


class LeaverResults(Enum):
    KEPT = "kept"
    ANNULLED = "annulled"


def default_results(entrant: Entrant, stage: Stage) -> LeaverResults:
    """Return KEPT once half of the encounters in groups are decided, elsewhere always.

    Elsewhere opponents were chosen by results: without them, who met the leaver loses a win to who didn't.
    """
    if stage.kind != StageKind.GROUPS:
        return LeaverResults.KEPT
    decided, planned = count_played_and_planned(entrant, stage)
    return LeaverResults.KEPT if 2 * decided >= planned else LeaverResults.ANNULLED


def count_played_and_planned(entrant: Entrant, stage: Stage) -> tuple[int, int]:
    encounters = stage.encounters.not_annulled().filter(sides__entrant=entrant).exclude(part=Part.EXTRA)
    decided = encounters.exclude(decided_by=None).exclude(decided_by=DecidedBy.BYE).count()
    if stage.kind in SWISS_KINDS:
        return decided, stage.last_round or 0
    return decided, encounters.count()


def open_table_stages(entrant: Entrant) -> list[Stage]:
    """Return stages with standings whose later stages are not drawn."""
    stages = Stage.objects.filter(groups__places__entrant=entrant).exclude(drawn_at=None)
    followed = Stage.objects.exclude(drawn_at=None).filter(feeds_in__source__in=stages)
    finished = followed.values("feeds_in__source")
    return list(stages.exclude(pk__in=finished).select_related("tournament").order_by("position"))


def stages_with_results(entrant: Entrant, *, annulled: Sequence[Stage]) -> list[Stage]:
    decided = Encounter.objects.not_annulled().filter(sides__entrant=entrant, state=EncounterState.DECIDED)
    played = decided.exclude(decided_by=DecidedBy.BYE).exclude(stage__in=annulled)
    stages = Stage.objects.filter(pk__in=played.values("stage")).select_related("tournament")
    return list(stages.order_by("position"))


def remove_from_play(entrant: Entrant, state: EntrantState, *, at: datetime) -> list[Stage]:
    """Store that an entrant left, but decide no encounter; return stages in whose standings they rank last.

    Elsewhere they pass on places by which they haven't advanced, so that they are nobody's next. Raises
    NotInPlayYet, TournamentIsOver, HasLeftAlready. Caller holds the locks.
    """
    tournament = Tournament.objects.get(pk=entrant.tournament_id)
    if tournament.state == TournamentState.OPEN:
        raise NotInPlayYet(name=entrant.name)
    if tournament.state == TournamentState.FINISHED:
        raise TournamentIsOver
    if entrant.has_left:
        raise HasLeftAlready(name=entrant.name)
    stages = open_table_stages(entrant)
    entrant.places.filter(group__stage__in=stages).update(gone=True)
    unused = [place.pk for place in entrant.places.filter(gone=False) if not _encounters_after(place)]
    entrant.places.filter(pk__in=unused).update(passed_on=True)
    entrant.state, entrant.left_at = state, at
    entrant.save(update_fields=["state", "left_at"])
    return stages


def places_to_pass_on(entrant: Entrant) -> list[GroupPlace]:
    """Return places by which an entrant advanced to stages where none of their encounters has begun."""
    later = {place: _encounters_after(place) for place in entrant.places.order_by("pk")}
    return [
        place
        for place, encounters in later.items()
        if encounters and not any(has_begun(encounter) for encounter in encounters)
    ]


def _encounters_after(place: GroupPlace) -> list[Encounter]:
    """Return the entrant's encounters in the stages that the place's stage feeds."""
    fed = Stage.objects.filter(feeds_in__source__groups=place.group_id)
    encounters = Encounter.objects.not_annulled().filter(stage__in=fed, sides__entrant=place.entrant_id)
    return list(encounters.order_by("pk"))


def return_to_play(entrant: Entrant) -> datetime:
    """Return when it had left; places stay passed on. Raises HasNotLeft. Caller holds the locks."""
    left_at = entrant.left_at
    if left_at is None:
        raise HasNotLeft(name=entrant.name)
    entrant.places.update(gone=False)
    entrant.state, entrant.left_at = EntrantState.PLAYING, None
    entrant.save(update_fields=["state", "left_at"])
    return left_at


def open_encounters(entrant: Entrant) -> list[Encounter]:
    """Sources first."""
    encounters = Encounter.objects.undecided().filter(sides__entrant=entrant)
    return list(
        encounters.select_related("stage__tournament", "group").order_by("stage__position", "round", "pk")
    )


def encounters_to_award(
    entrant: Entrant, results: LeaverResults, *, next_takes_place: bool = False
) -> list[Encounter]:
    """Return open encounters that opponents would win if the entrant left now with these `results`.

    With `next_takes_place`, leave out those that the next in the ranking would play.
    """
    annulled = open_table_stages(entrant) if results is LeaverResults.ANNULLED else []
    passed_on = [
        encounter
        for place in (places_to_pass_on(entrant) if next_takes_place else ())
        for encounter in _encounters_after(place)
    ]
    return [
        encounter
        for encounter in open_encounters(entrant)
        if encounter.stage not in annulled and encounter not in passed_on
    ]
