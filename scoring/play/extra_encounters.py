"""Encounters that only break a tie of two (`Part.EXTRA`)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import datetime
from itertools import groupby

from scoring.models import Match
from scoring.standings.ranking import rank_group
from tournaments.enums import Part
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Encounter, Entrant, Group
from tournaments.schedule import replacements
from tournaments.schedule.stage_feeds import all_rounds_drawn


def pairs_tied_to_advance(group: Group) -> list[AbstractSet[Entrant]]:
    """Return ties of exactly two at an advancing rank, after recorded decisions."""
    last_advancing_rank = group.stage.lowest_advancing_rank
    tied = [ranked for ranked in rank_group(group) if ranked.tied and ranked.rank <= last_advancing_rank]
    ties = [
        {ranked.entrant for ranked in members} for _rank, members in groupby(tied, lambda ranked: ranked.rank)
    ]
    return [tie for tie in ties if len(tie) == len("AB")]


def annul_extra(extra: Encounter, *, by: Actor, at: datetime) -> None:
    """Annul and log; hands stay but don't count. Caller holds the locks and decides the group again."""
    Match.objects.filter(encounter=extra).update(counts=False)
    replacements.annul_encounter(extra, at=at)
    tournament = extra.stage.tournament
    log_and_publish("extra_encounter_removed", by=by, at=at, tournament=tournament, subject=extra.public_id)


def drop_needless_extras(group: Group, *, by: Actor, at: datetime) -> None:
    """Annul undecided extra encounters whose tie a changed result has removed; the caller holds the locks.

    Does nothing while other encounters of the group are open or rounds undrawn.
    """
    undecided = Encounter.objects.undecided().filter(group=group).select_related("stage__tournament")
    extras = list(undecided.filter(part=Part.EXTRA).prefetch_related("sides__entrant").order_by("pk"))
    # While others are open, the tie may still return.
    if not extras or undecided.exclude(part=Part.EXTRA).exists() or not all_rounds_drawn(group.stage):
        return
    tied_pairs = pairs_tied_to_advance(group)
    for extra in extras:
        if {side.entrant for side in extra.sides_in_order} not in tied_pairs:
            annul_extra(extra, by=by, at=at)
