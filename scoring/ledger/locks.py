"""Lock order: encounters by primary key, then stages, then the tournament's counter.

An encounter's row guards its matches and hands. A result also locks the encounters it fills and the
extra ones of its group; a changed one all later ones. Read related rows after the lock: if PostgreSQL
waits, a joined row may be older.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_lazy as _

from tournaments.database.compiled_queries import compiled_query
from tournaments.database.row_locks import lock_rows, lock_whole_tournament
from tournaments.enums import EntrantState, Part
from tournaments.models import Encounter, EncounterSide, Entrant, Feed, Stage, Tournament
from tournaments.refusals import Refused, RemovedMeanwhile


class EncounterGone(RemovedMeanwhile):
    code = "encounter_gone"
    template = _("This encounter no longer exists: the draw was undone.")


class EncounterAnnulled(Refused):
    code = "encounter_annulled"
    template = _(
        "This encounter was annulled. Its hands stay in its history but don't count. Nothing was saved."
    )


def lock_encounter(encounter: Encounter) -> Encounter:
    """Also lock those it fills, and extra ones.

    Raises EncounterGone, EncounterAnnulled, TournamentCancelled.
    """
    if encounter.group_id is None:
        return _require_active(encounter, _lock_in_bracket(encounter.pk))
    return _require_active(encounter, _lock_in_group(encounter.pk, encounter.group_id, encounter.stage_id))


def lock_with_later(encounter: Encounter) -> Encounter:
    """Also lock the encounters of later rounds and stages. Raises as lock_encounter."""
    stage = encounter.stage
    later = Q(stage__position__gt=stage.position) | Q(stage=stage, group=None, round__gt=encounter.round)
    later &= Q(stage__tournament=stage.tournament_id)
    if encounter.group_id is not None:
        later |= _extra_of(encounter.group_id)
    return _require_active(encounter, _lock_encounters(encounter.pk, later))


def lock_tournament(tournament: Tournament) -> Tournament:
    """Until commit, no hand, decision or draw is stored. Raises TournamentErased, TournamentCancelled."""
    locked = lock_even_if_cancelled(tournament)
    locked.require_not_cancelled()
    return locked


def lock_even_if_cancelled(tournament: Tournament) -> Tournament:
    """Raises TournamentErased."""
    locked = lock_whole_tournament(tournament)
    locked.require_not_erased()
    return locked


@compiled_query
def _lock_in_bracket(encounter: int) -> QuerySet[Encounter]:
    return _lock_encounters(encounter, Q(pk__in=_select_filled_encounter_ids("from_encounter_id", encounter)))


@compiled_query
def _lock_in_group(encounter: int, group: int, stage: int) -> QuerySet[Encounter]:
    best = Feed.objects.filter(source=stage).exclude(best=None).values("stage")
    return _lock_encounters(
        encounter,
        Q(pk__in=_select_filled_encounter_ids("from_group_id", group)) | Q(stage__in=best) | _extra_of(group),
    )


def _extra_of(group: int) -> Q:
    return Q(group=group, part=Part.EXTRA)


def _lock_encounters(encounter: int, other_encounters: Q) -> QuerySet[Encounter]:
    return lock_rows(Encounter.objects.filter(Q(pk=encounter) | other_encounters)).order_by("pk")


def _select_filled_encounter_ids(source: str, key: int) -> RawSQL:
    """Select encounters that `source` fills; each with a side vacant or left adds those it fills, and so on.

    `source` is the side's column with the value `key`.
    """
    # All are found before any is locked: a late one may have a lower key than its feeders.
    sides, entrants = EncounterSide._meta.db_table, Entrant._meta.db_table  # noqa: SLF001 - Django's own way to ask
    return RawSQL(  # noqa: S611 - names of our own tables
        f"WITH RECURSIVE filled(id) AS (SELECT encounter_id FROM {sides} WHERE {source} = %s"  # noqa: S608
        f" UNION SELECT next.encounter_id FROM filled JOIN {sides} next ON next.from_encounter_id = filled.id"
        f" WHERE EXISTS (SELECT 1 FROM {sides} near LEFT JOIN {entrants} who ON who.id = near.entrant_id"
        " WHERE near.encounter_id = filled.id AND (near.vacant OR who.state <> %s)))"
        " SELECT id FROM filled",
        [key, EntrantState.PLAYING.value],
    )


def _require_active(encounter: Encounter, locked: Iterable[Encounter]) -> Encounter:
    own_row = next((row for row in locked if row.pk == encounter.pk), None)
    if own_row is None:
        raise EncounterGone
    if own_row.annulled_at is not None:
        raise EncounterAnnulled
    (own_row.stage,) = _stage_with_rule_book(own_row.stage_id)
    own_row.stage.tournament.require_not_cancelled()
    return own_row


@compiled_query
def _stage_with_rule_book(stage: int) -> QuerySet[Stage]:
    return Stage.objects.select_related("tournament__rule_book").filter(pk=stage)
