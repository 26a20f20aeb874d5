from __future__ import annotations

from scoring.play import walkovers
from scoring.standings.ranking import rank_group
from tests.factories import NOW, drawn_tournament, encounters_of, open_tournament, play_encounter
from tournaments.draws.domain.stage_layout import store_order
from tournaments.enums import SideLetter
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, Entrant, Group, Tournament
from tournaments.schedule.change import Change
from tournaments.schedule.stage_encounters import SeedEntrant
from tournaments.stages.stage_settings import StageSettings


def record_walkover(
    encounter: Encounter, winner: SideLetter = SideLetter.A, *, keep_later_play: bool = False, **extra
) -> None:
    walkovers.record_walkover(
        encounter=encounter,
        winner=winner,
        change=Change(CONSOLE, NOW, keep_later_play=keep_later_play),
        **extra,
    )
    encounter.refresh_from_db()


def take_walkover_back(encounter: Encounter, *, keep_later_play: bool = False, **extra) -> None:
    walkovers.take_walkover_back(
        encounter=encounter, change=Change(CONSOLE, NOW, keep_later_play=keep_later_play), **extra
    )
    encounter.refresh_from_db()


def entrant_at(encounter: Encounter, letter: str) -> Entrant:
    entrant = encounter.sides.get(letter=letter).entrant
    assert entrant is not None
    return entrant


def play_as_entered(encounter: Encounter) -> None:
    earlier = min(encounter.sides.all(), key=lambda side: side.entrant.number if side.entrant else 0)
    play_encounter(encounter, earlier.letter)


def groups_of(tournament: Tournament) -> list[Group]:
    return list(
        Group.objects.filter(stage__tournament=tournament).select_related("stage").order_by("position")
    )


def decide_by_walkovers(group: Group, *, cycle: int = 0) -> None:
    """Decide by walkovers: earlier places win, but the last `cycle` beat each other in a circle."""
    places = {place.entrant_id: place.position for place in group.places.all()}
    first_of_cycle = len(places) - cycle
    for encounter in group.encounters.all():
        sides = {side.letter: places[side.entrant_id or 0] for side in encounter.sides.all()}
        low = min(sides, key=lambda letter: sides[letter])
        high = "A" if low == "B" else "B"
        apart = sides[high] - sides[low]
        turned = cycle and sides[low] >= first_of_cycle and apart == cycle - 1
        record_walkover(encounter, SideLetter(high if turned else low))


def tied_and_clear_group(*, is_played: bool = False, **changes) -> tuple[Group, Group]:
    """Return a group with a tie for second place and a decided one.

    The first of the tied group wins by walkovers, or by equal hands.
    """
    tournament = drawn_tournament(pairs=6, groups=2, **changes)
    tied, clear = groups_of(tournament)
    decide_by_walkovers(clear)
    first, *others = members(tied)
    for encounter in tied.encounters.all():
        if encounter.sides.filter(entrant=first).exists():
            letter = encounter.sides.get(entrant=first).letter
            decide = play_encounter if is_played else record_walkover
            decide(encounter, SideLetter(letter))
    last = next(beaten for beaten in tied.encounters.all() if not beaten.sides.filter(entrant=first).exists())
    walkovers.record_double_walkover(encounter=last, change=Change(CONSOLE, NOW))
    assert [ranked.entrant for ranked in rank_group(tied) if ranked.tied] == others
    return tied, clear


def members(group: Group) -> list[Entrant]:
    return [place.entrant for place in group.places.select_related("entrant").order_by("position")]


def ranks(group: Group) -> dict[str, int | None]:
    return dict(group.places.order_by("position").values_list("entrant__name", "rank"))


def knockout(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in encounters_of(tournament) if encounter.group is None]


def prepared_bracket(kind: str, pairs: int, **changes) -> Tournament:
    stage = StageSettings(kind, best_of=1, hands=3, **changes)
    tournament = open_tournament(pairs=pairs, stages=(stage,))
    seated = [SeedEntrant(entrant) for entrant in tournament.entrants.order_by("number")]
    store_order(tournament.stages.get(), seated, at=NOW)
    tournament.refresh_from_db()
    return tournament


def everything(tournament: Tournament) -> list[tuple]:
    encounters = Encounter.objects.filter(stage__tournament=tournament).order_by("pk")
    fields = (
        "pk",
        "state",
        "winner",
        "decided_by",
        "annulled_at",
        "sides__entrant",
        "sides__wins",
        "sides__place",
    )
    rows = list(encounters.order_by("pk", "sides__letter").values_list(*fields))
    places = Group.objects.filter(stage__tournament=tournament).order_by("places__pk")
    tournament.refresh_from_db()
    return [*rows, *places.values_list("places__pk", "places__rank"), (tournament.state, tournament.champion)]
