"""Effects of results on a tournament; this module doesn't read hands.

Callers lock the encounter, every encounter that its result feeds, and the stage.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.enums import DecidedBy, EncounterState
from tournaments.models import Encounter, Entrant, Group, Stage
from tournaments.play.qualifying import draw_following_stage, update_qualifiers
from tournaments.schedule import stage_feeds
from tournaments.schedule.begun_encounters import has_begun
from tournaments.schedule.bracket_slots import fill_following_slots
from tournaments.schedule.change import Change
from tournaments.tables.domain.play_order import leave_closed_table


def begin(encounter: Encounter, *, at: datetime) -> None:
    encounter.state, encounter.started_at = EncounterState.PLAYING, at
    encounter.save(update_fields=["state", "started_at"])


def apply_result(
    *,
    encounter: Encounter,
    wins: Mapping[str, int | None],
    winner: str | None,
    decided_by: DecidedBy,
    change: Change,
    places: Mapping[str, int] | None = None,
) -> None:
    """Store the result of an encounter; without a winner it reopens, unless both lost by walkover.

    Outside groups, fill or empty the slots it feeds. `places` are for four sides only. Raises
    LaterPlayAffected.
    """
    decided = winner is not None or decided_by == DecidedBy.DOUBLE_WALKOVER
    was_decided = encounter.state == EncounterState.DECIDED
    if decided:
        if not was_decided:
            encounter.decided_at = change.at
        encounter.state, encounter.decided_by = EncounterState.DECIDED, decided_by
    elif was_decided:
        encounter.state = EncounterState.PLAYING if encounter.started_at else EncounterState.READY
        encounter.decided_by = encounter.decided_at = encounter.left_table_at = None
        if encounter.started_at is None:
            leave_closed_table(encounter)
    encounter.winner = winner
    encounter.save(update_fields=["state", "winner", "decided_by", "decided_at", "left_table_at"])
    _store_sides(encounter, wins, places or places_of_two(winner, decided=decided))
    if encounter.group_id is None and (decided or was_decided):
        fill_fed_slots(encounter, change=change)


def fill_fed_slots(encounter: Encounter, *, change: Change) -> None:
    """Outside groups only. Raises LaterPlayAffected."""
    fill_following_slots(encounter, change=change)
    update_following_stages(encounter.stage, change=change)


def store_group_ranks(group: Group, ranking: Sequence[tuple[Entrant, int]] | None) -> bool:
    """Return whether the following stages must be updated: the group is ranked, or was.

    `ranking` None, while incomplete, clears the ranks.
    """
    ranks = {entrant.pk: rank for entrant, rank in ranking or ()}
    changed = [place for place in group.places.all() if place.rank != ranks.get(place.entrant_id)]
    for place in changed:
        place.rank = ranks.get(place.entrant_id)
        place.save(update_fields=["rank"])
    return bool(changed or ranks)


def update_following_stages(stage: Stage, *, change: Change) -> None:
    """Draw or refill the stages that a stage feeds, and update the champion.

    Delete a superfluous final. If encounters are added, such as a second final, leave the next stages alone.
    Raises LaterPlayAffected.
    """
    _delete_superfluous_final(stage, change=change)
    if not stage.encounters.undecided().exists() and stage_feeds.add_follow_up_encounters(
        stage, at=change.at
    ):
        # A correction may add an encounter after the champion was set.
        stage_feeds.update_champion(stage.tournament, at=change.at)
        return
    feeds = stage.feeds_out.select_related("stage__tournament").order_by("stage__position", "pk")
    later = {feed.stage_id: feed.stage for feed in feeds}  # two feeds may lead to one stage
    for next_stage in later.values():
        if next_stage.drawn_at is not None:
            update_qualifiers(next_stage, change=change)
        else:
            draw_following_stage(next_stage, change=change)
    stage_feeds.update_champion(stage.tournament, at=change.at)


def _delete_superfluous_final(stage: Stage, *, change: Change) -> None:
    superfluous = stage_feeds.superfluous_final(stage)
    if superfluous is not None and has_begun(superfluous):
        change.refuse_for([superfluous])
    elif superfluous is not None:
        superfluous.sides.all().delete()
        superfluous.delete()


def places_of_two(winner: str | None, *, decided: bool) -> Mapping[str, int]:
    if not decided:
        return {}
    return {letter: 1 if letter == winner else 2 for letter in "AB"}


def _store_sides(encounter: Encounter, wins: Mapping[str, int | None], places: Mapping[str, int]) -> None:
    for side in encounter.sides.all():
        result = wins.get(side.letter), places.get(side.letter)
        if (side.wins, side.place) != result:
            side.wins, side.place = result
            side.save(update_fields=["wins", "place"])
