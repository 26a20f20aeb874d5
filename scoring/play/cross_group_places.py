from __future__ import annotations

from scoring.standings.ranking import best_placed
from tournaments.models import CrossGroupPlace, Feed, GroupPlace, Stage
from tournaments.schedule.stage_feeds import is_decided

FeedPlace = tuple[int, int, int]
"""A feed's primary key, the place across groups, and the primary key of the place in a group."""


def store_cross_group_places(stage: Stage) -> bool:
    """Store the best across groups by the ledger, if a draw needs them; return whether any place changed.

    The caller holds the stage's lock.
    """
    if not is_ranked_across_groups(stage):
        return False
    places = places_by_ledger(stage)
    if places == stored_places(stage):
        return False
    CrossGroupPlace.objects.filter(feed__source=stage).delete()
    CrossGroupPlace.objects.bulk_create(
        CrossGroupPlace(feed_id=feed, place=place, group_place_id=group_place)
        for feed, place, group_place in sorted(places)
    )
    return True


def is_ranked_across_groups(stage: Stage) -> bool:
    """Whether the best across groups advance, and each group is ranked or a stage that they feed is drawn."""
    if not _best_feeds(stage):
        return False
    return is_decided(stage) or stage.feeds_out.exclude(stage__drawn_at=None).exists()


def places_by_ledger(stage: Stage) -> set[FeedPlace]:
    group_places = dict(GroupPlace.objects.filter(group__stage=stage).values_list("entrant", "pk"))
    return {
        (feed.pk, place, group_places[entrant.pk])
        for feed in _best_feeds(stage)
        for place, entrant in best_placed(feed).items()
    }


def stored_places(stage: Stage) -> set[FeedPlace]:
    stored = CrossGroupPlace.objects.filter(feed__source=stage)
    return set(stored.values_list("feed", "place", "group_place"))


def _best_feeds(stage: Stage) -> list[Feed]:
    return [feed for feed in stage.feeds_out.all() if feed.best is not None]
