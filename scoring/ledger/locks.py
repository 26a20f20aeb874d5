"""Locks, always in the same order: encounters by primary key, then stages, then the tournament's counter.

An encounter's row guards its matches and hands. Whoever stores a result also holds the encounters that it
fills, and whoever may change an earlier result all later ones, so that no hand is stored in an encounter
whose sides are just being changed, and nobody waits in a circle.

What hangs on a locked row is read after it: a row that the locking query joined may be older than the lock
where PostgreSQL had to wait for it, and a hand would be scored by rules that were just amended.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_lazy as _

from tournaments.cancelled import refuse_cancelled
from tournaments.database.compiled_queries import compiled
from tournaments.database.row_locks import hold, hold_tournament
from tournaments.enums import EntrantState
from tournaments.erased import refuse_erased
from tournaments.models import Encounter, EncounterSide, Entrant, Feed, Stage, Tournament
from tournaments.refusals import GoneMeanwhile, Refused


class EncounterGone(GoneMeanwhile):
    code = "encounter_gone"
    template = _("This encounter is not on any more: the draw was taken back.")


class EncounterAnnulled(Refused):
    code = "encounter_annulled"
    template = _(
        "This encounter was annulled: its hands stay in its history and count nowhere. Nothing was saved."
    )


def lock_encounter(encounter: Encounter) -> Encounter:
    """The encounter as it is now, with stage and rule book; it and what it fills are held until commit.

    Raises EncounterGone, EncounterAnnulled, TournamentCancelled.
    """
    if encounter.group_id is None:
        return _own(encounter, _hold_in_bracket(encounter.pk))
    return _own(encounter, _hold_in_group(encounter.pk, encounter.group_id, encounter.stage_id))


def lock_with_later(encounter: Encounter) -> Encounter:
    """The same, and every later encounter that could rest on it. Raises what lock_encounter raises."""
    stage = encounter.stage
    later = Q(stage__position__gt=stage.position) | Q(stage=stage, group=None, round__gt=encounter.round)
    later &= Q(stage__tournament=stage.tournament_id)
    return _own(encounter, _with(encounter.pk, later))


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is now: until commit no hand is stored in it, nothing decided, nothing drawn.

    Raises TournamentErased, TournamentCancelled.
    """
    held = lock_though_cancelled(tournament)
    refuse_cancelled(held)
    return held


def lock_though_cancelled(tournament: Tournament) -> Tournament:
    """The same of one that may be cancelled. Raises TournamentErased."""
    held = hold_tournament(tournament)
    refuse_erased(held)
    return held


@compiled
def _hold_in_bracket(encounter: int) -> QuerySet[Encounter]:
    return _with(encounter, Q(pk__in=_filled_by("from_encounter_id", encounter)))


@compiled
def _hold_in_group(encounter: int, group: int, stage: int) -> QuerySet[Encounter]:
    """Whose the best across groups are rests on every group."""
    best = Feed.objects.filter(source=stage).exclude(best=None).values("stage")
    return _with(encounter, Q(pk__in=_filled_by("from_group_id", group)) | Q(stage__in=best))


def _with(encounter: int, others: Q) -> QuerySet[Encounter]:
    return hold(Encounter.objects.filter(Q(pk=encounter) | others)).order_by("pk")


def _filled_by(source: str, key: int) -> RawSQL:
    """The encounters that a result fills; beyond one where somebody's chair is empty those that it fills.

    Whoever arrives opposite an empty chair goes on at once. All of them are found before any is held, since
    one that was put in another's place, or added late, need not bear a higher key than those it fills.
    """
    sides, entrants = EncounterSide._meta.db_table, Entrant._meta.db_table  # noqa: SLF001 - Django's own way to ask
    return RawSQL(  # noqa: S611 - names of our own tables
        f"WITH RECURSIVE filled(id) AS (SELECT encounter_id FROM {sides} WHERE {source} = %s"  # noqa: S608
        f" UNION SELECT next.encounter_id FROM filled JOIN {sides} next ON next.from_encounter_id = filled.id"
        f" WHERE EXISTS (SELECT 1 FROM {sides} near LEFT JOIN {entrants} who ON who.id = near.entrant_id"
        " WHERE near.encounter_id = filled.id AND (near.vacant OR who.state <> %s)))"
        " SELECT id FROM filled",
        [key, EntrantState.PLAYING.value],
    )


def _own(encounter: Encounter, held: Iterable[Encounter]) -> Encounter:
    own = next((row for row in held if row.pk == encounter.pk), None)
    if own is None:
        raise EncounterGone
    if own.annulled_at is not None:
        raise EncounterAnnulled
    (own.stage,) = _stage(own.stage_id)
    refuse_cancelled(own.stage.tournament)
    return own


@compiled
def _stage(stage: int) -> QuerySet[Stage]:
    return Stage.objects.select_related("tournament__rule_book").filter(pk=stage)
