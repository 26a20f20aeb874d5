from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models

from tournaments.enums import DecidedBy, EncounterState, Part, SideLetter

from .entrant import Entrant, Player
from .group import Group
from .stage import Stage
from .table import Table

TableTurn = tuple[float, bool, int, int]


class EncounterQuerySet(models.QuerySet["Encounter"]):
    def not_annulled(self) -> EncounterQuerySet:
        return self.filter(annulled_at=None)

    def at_tables(self) -> EncounterQuerySet:
        return self.not_annulled().exclude(sides__vacant=True)

    def undecided(self) -> EncounterQuerySet:
        return self.not_annulled().exclude(state=EncounterState.DECIDED)

    def decided_at_tables(self) -> EncounterQuerySet:
        """Decided, and still the last at their tables."""
        decided = self.not_annulled().filter(left_table_at=None, state=EncounterState.DECIDED)
        return decided.exclude(decided_by=DecidedBy.BYE).order_by("pk")

    def in_table_queues(self) -> EncounterQuerySet:
        """Return encounters that have not left their table, decided ones too, ordered by `Encounter.turn`."""
        begun_last = models.F("started_at").desc(nulls_last=True)
        pending_last = models.Case(models.When(state=EncounterState.PENDING, then=1), default=0)
        waiting = self.not_annulled().filter(left_table_at=None, table__isnull=False)
        return waiting.order_by(begun_last, pending_last, "queue_place", "pk")

    def annotate_replaces(self) -> EncounterQuerySet:
        """`replaces`: an annulled one had the same position."""
        place = {name: models.OuterRef(name) for name in ("stage", "part", "round", "position")}
        of_group = models.Q(group=models.OuterRef("group")) | models.Q(group=None)
        annulled = Encounter.objects.filter(of_group, annulled_at__isnull=False, **place)
        return self.annotate(replaces=models.Exists(annulled))


class Encounter(models.Model):
    """`queue_place` is its order at the table, which called the next at `left_table_at`.

    `first_dealer` is a seat or ""; the deal passes to the right, even after a void hand. Hands of an annulled
    one don't count. `reopened_at` withdraws the result until closed again. After the bell at `stopped_at`,
    deal `last_deal` of match `last_match` was the last. `hand_changes` counts hands only.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="encounters")
    group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.PROTECT, related_name="encounters"
    )
    part = models.CharField(max_length=8, choices=Part, default=Part.MAIN)
    round = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="encounters"
    )
    queue_place = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=16, choices=EncounterState, default=EncounterState.PENDING)
    winner = models.CharField(max_length=1, choices=SideLetter, null=True, blank=True)  # noqa: DJ001 - null until decided
    decided_by = models.CharField(max_length=16, choices=DecidedBy, null=True, blank=True)  # noqa: DJ001 - null until decided
    started_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    left_table_at = models.DateTimeField(null=True, blank=True)
    first_dealer = models.CharField(max_length=2, blank=True)
    annulled_at = models.DateTimeField(null=True, blank=True)
    reopened_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    last_match = models.PositiveSmallIntegerField(default=0)
    last_deal = models.PositiveSmallIntegerField(default=0)
    hand_changes = models.PositiveIntegerField(default=0)

    objects = EncounterQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "group", "part", "round", "position"],
                condition=models.Q(annulled_at=None),
                name="encounter_in_group_once",
            ),
            models.UniqueConstraint(
                fields=["stage", "part", "round", "position"],
                condition=models.Q(group=None, annulled_at=None),
                name="encounter_in_bracket_once",
            ),
            models.UniqueConstraint(fields=["table", "queue_place"], name="encounter_queue_place_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=EncounterState.values), name="encounter_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state=EncounterState.DECIDED, winner__isnull=False, decided_by__isnull=False
                )
                | models.Q(
                    state=EncounterState.DECIDED,
                    winner=None,
                    decided_by__in=[DecidedBy.DOUBLE_WALKOVER, DecidedBy.BYE],
                )
                | (~models.Q(state=EncounterState.DECIDED) & models.Q(winner=None, decided_by=None)),
                name="encounter_decided_has_winner",
            ),
        ]

    @property
    def turn(self) -> TableTurn:
        """Sorts a table's encounters: the last begun, what can begin as queued, what waits for a side."""
        return table_turn(self.started_at, self.state, self.queue_place, self.pk)

    @property
    def sides_in_order(self) -> list[EncounterSide]:
        """No query if prefetched."""
        return sorted(self.sides.all(), key=lambda side: side.letter)


def table_turn(started_at: datetime | None, state: str, queue_place: int | None, pk: int) -> TableTurn:
    begun = started_at.timestamp() if started_at else float("-inf")
    return (-begun, state == EncounterState.PENDING, queue_place or 0, pk)


class EncounterSide(models.Model):
    """`seed` is the entrant's in a stage without groups.

    `from_place` of `from_encounter` fills it (1 is the winner). A `vacant` side stays empty; the opponent
    advances. `place` is final. `wins` is null until a match is decided. `swapped` seats the second player
    first (A1, B1).
    """

    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="sides")
    letter = models.CharField(max_length=1, choices=SideLetter)
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="encounter_sides"
    )
    from_group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    from_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    from_encounter = models.ForeignKey(
        Encounter, null=True, blank=True, on_delete=models.PROTECT, related_name="feeds"
    )
    from_place = models.PositiveSmallIntegerField(default=1)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    vacant = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    swapped = models.BooleanField(default=False)
    wins = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["encounter", "letter"], name="encounter_side_once"),
            models.CheckConstraint(
                condition=models.Q(letter__in=SideLetter.values), name="encounter_side_letter_known"
            ),
            models.CheckConstraint(
                condition=models.Q(vacant=False) | models.Q(entrant=None),
                name="encounter_side_vacant_is_empty",
            ),
        ]

    @property
    def players(self) -> list[Player]:
        """In seat order."""
        if self.entrant is None:
            return []
        seated = [row.player for row in sorted(self.entrant.roster.all(), key=lambda row: row.place)]
        return seated[::-1] if self.swapped else seated
