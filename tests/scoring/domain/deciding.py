"""Groups decided by walkovers, so that hands don't part whom nothing else does."""

from __future__ import annotations

from scoring.domain import walkovers
from tests.factories import NOW, encounters_of, play_encounter
from tournaments.domain.actor import CONSOLE
from tournaments.enums import SideLetter
from tournaments.models import Encounter, Entrant, Group, Tournament


def record_walkover(encounter: Encounter, winner: SideLetter = SideLetter.A, **extra) -> None:
    walkovers.record_walkover(encounter=encounter, winner=winner, by=CONSOLE, at=NOW, **extra)
    encounter.refresh_from_db()


def take_back(encounter: Encounter, **extra) -> None:
    walkovers.take_walkover_back(encounter=encounter, by=CONSOLE, at=NOW, **extra)
    encounter.refresh_from_db()


def entrant_at(encounter: Encounter, letter: str) -> Entrant:
    """Who plays a side."""
    found = encounter.sides.get(letter=letter).entrant
    assert found is not None
    return found


def play_as_entered(encounter: Encounter) -> None:
    """The side that was entered earlier wins."""
    earlier = min(encounter.sides.all(), key=lambda side: side.entrant.number if side.entrant else 0)
    play_encounter(encounter, earlier.letter)


def groups_of(tournament: Tournament) -> list[Group]:
    return list(
        Group.objects.filter(stage__tournament=tournament).select_related("stage").order_by("position")
    )


def by_walkover(group: Group, *, cycle: int = 0) -> None:
    """Earlier places win, but the last `cycle` of the group beat each other round in a circle."""
    places = {place.entrant_id: place.position for place in group.places.all()}
    first_of_cycle = len(places) - cycle
    for encounter in group.encounters.all():
        sides = {side.letter: places[side.entrant_id or 0] for side in encounter.sides.all()}
        low = min(sides, key=lambda letter: sides[letter])
        high = "A" if low == "B" else "B"
        apart = sides[high] - sides[low]
        turned = cycle and sides[low] >= first_of_cycle and apart == cycle - 1
        record_walkover(encounter, SideLetter(high if turned else low))


def members(group: Group) -> list[Entrant]:
    return [place.entrant for place in group.places.select_related("entrant").order_by("position")]


def ranks(group: Group) -> dict[str, int | None]:
    return dict(group.places.order_by("position").values_list("entrant__name", "rank"))


def knockout(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.group is None]
