"""The draw of the groups: by a recorded seed, or as placed by hand from a bag."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DrawMethod, EncounterState, StageKind, TournamentState
from tournaments.formats.groups import group_name, group_sizes
from tournaments.formats.names import fold
from tournaments.formats.round_robin import round_robin
from tournaments.models import Encounter, EncounterSide, Entrant, Group, GroupPlace, Stage, Tournament

from . import counter, log, tables
from .actor import Actor
from .group_checks import check_groups, reasons_against
from .refusals import Refused
from .setup import AlreadyDrawn


class HandsWerePlayed(Refused):
    code = "hands_were_played"
    template = _("An encounter of this draw has begun; the draw can't be taken back.")


def suggested_seed(tournament: Tournament, entrants: Sequence[Entrant]) -> str:
    """A short seed that follows from the list: asking again, in the hope of other groups, gives the same."""
    listed = ",".join(sorted(str(entrant.public_id) for entrant in entrants))
    return hashlib.sha256(f"{tournament.public_id}:{listed}".encode()).hexdigest()[:8]


def shuffled(entrants: Sequence[Entrant], seed: str) -> list[Entrant]:
    """The order that a seed gives: the same for the same names, in whatever order they were entered."""
    order = sorted(entrants, key=lambda entrant: (fold(entrant.name), entrant.number))
    random.Random(seed).shuffle(order)
    return order


def groups_of(entrants: Sequence[Entrant], groups: int, seed: str) -> list[tuple[str, list[Entrant]]]:
    """The groups that a seed gives, by name."""
    order = iter(shuffled(entrants, seed))
    sizes = group_sizes(len(entrants), max(groups, 1))
    return [(group_name(index), [next(order) for _place in range(size)]) for index, size in enumerate(sizes)]


@transaction.atomic
def draw_groups(*, tournament: Tournament, groups: int, seed: str, by: Actor, at: datetime) -> None:
    """Draw that many groups from a seed, which is recorded. Raises what check_groups raises, AlreadyDrawn."""
    stage = _lock_undrawn(tournament)
    drawn = groups_of(list(tournament.entrants.all()), groups, seed)
    check_groups(sizes=[len(members) for _name, members in drawn], advance=stage.advance)
    stage.seed = seed
    _place(stage, drawn, method=DrawMethod.SEEDED, by=by, at=at)


@transaction.atomic
def place_by_hand(
    *, tournament: Tournament, groups: Sequence[tuple[str, Sequence[Entrant]]], by: Actor, at: datetime
) -> None:
    """Take the groups as given. Raises the first of `reasons_against` them, or AlreadyDrawn."""
    stage = _lock_undrawn(tournament)
    everybody = list(tournament.entrants.order_by("number"))
    for reason in reasons_against(entrants=everybody, groups=groups, advance=stage.advance):
        raise reason
    _place(stage, groups, method=DrawMethod.BY_HAND, by=by, at=at)


@transaction.atomic
def undo_draw(*, tournament: Tournament, by: Actor, at: datetime) -> None:
    """Take a draw back before its first hand; entries are open again. Raises HandsWerePlayed."""
    encounters = Encounter.objects.filter(stage__tournament=tournament)
    list(encounters.select_for_update(of=("self",)).order_by("pk"))  # before the tournament, as every hand
    if Tournament.objects.select_for_update().get(pk=tournament.pk).state == TournamentState.OPEN:
        return
    if encounters.exclude(state__in=[EncounterState.PENDING, EncounterState.READY]).exists():
        raise HandsWerePlayed
    groups = Group.objects.filter(stage__tournament=tournament)
    before = {group.name: _names(group) for group in groups.order_by("position")}
    EncounterSide.objects.filter(encounter__in=encounters).delete()
    encounters.delete()
    GroupPlace.objects.filter(group__in=groups).delete()
    groups.delete()
    tournament.stages.update(draw_method="", seed="", drawn_at=None)
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.OPEN)
    log.write("draw_undone", by=by, at=at, tournament=tournament, before=before)
    counter.touch(tournament)


def _lock_undrawn(tournament: Tournament) -> Stage:
    state = Tournament.objects.select_for_update().values_list("state", flat=True).get(pk=tournament.pk)
    if state != TournamentState.OPEN:
        raise AlreadyDrawn
    return tournament.stages.get(kind=StageKind.GROUPS)


def _place(
    stage: Stage,
    groups: Sequence[tuple[str, Sequence[Entrant]]],
    *,
    method: DrawMethod,
    by: Actor,
    at: datetime,
) -> None:
    tournament = stage.tournament
    for position, (name, members) in enumerate(groups):
        group = Group.objects.create(stage=stage, name=name, position=position)
        GroupPlace.objects.bulk_create(
            GroupPlace(group=group, entrant=entrant, position=place) for place, entrant in enumerate(members)
        )
        _make_encounters(stage, group, members)
    stage.draw_method, stage.drawn_at = method, at
    stage.save(update_fields=["draw_method", "drawn_at", "seed"])
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.PLAYING)
    tables.queue_encounters(stage=stage)
    log.write(
        "groups_drawn",
        by=by,
        at=at,
        tournament=tournament,
        after={
            "method": method,
            "seed": stage.seed,
            "groups": {name: [str(entrant.public_id) for entrant in members] for name, members in groups},
        },
    )
    counter.touch(tournament)


def _make_encounters(stage: Stage, group: Group, members: Sequence[Entrant]) -> None:
    meetings = [
        (number, position, members[one], members[other])
        for number, meetings in enumerate(round_robin(len(members)), start=1)
        for position, (one, other) in enumerate(meetings)
    ]
    encounters = Encounter.objects.bulk_create(
        Encounter(stage=stage, group=group, round=number, position=position, state=EncounterState.READY)
        for number, position, _one, _other in meetings
    )
    EncounterSide.objects.bulk_create(
        EncounterSide(encounter=encounter, letter=letter, entrant=entrant)
        for encounter, (_number, _position, one, other) in zip(encounters, meetings, strict=True)
        for letter, entrant in (("A", one), ("B", other))
    )


def _names(group: Group) -> list[str]:
    return [place.entrant.name for place in group.places.select_related("entrant").order_by("position")]
