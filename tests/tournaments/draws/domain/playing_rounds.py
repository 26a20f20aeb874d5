from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.factories import NOW, first_stage, open_tournament
from tournaments.draws.domain import draw, draw_preview, rounds
from tournaments.draws.domain.compute_draw import DrawChoices
from tournaments.draws.domain.rounds import RankedEntrant
from tournaments.entrants.domain.entry_list import add_entrants
from tournaments.enums import DecidedBy, SideLetter
from tournaments.formats.drawing import Alteration, Method
from tournaments.log.actor import CONSOLE
from tournaments.models import Encounter, EncounterSide, Stage
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import advancing
from tournaments.schedule.change import Change
from tournaments.stages.stage_settings import StageSettings

BY_SEED = DrawChoices(Method.MANUAL, "kura-7")


def drawn_stage(kind: str, entrants: int, played_rounds: int = 0) -> Stage:
    entrant_kind = "singles" if kind == "tables" else "pairs"
    tournament = open_tournament(kind=entrant_kind, stages=(StageSettings(kind, 1, 3, rounds=played_rounds),))
    names = [f"Takım {number}" for number in range(1, entrants + 1)]
    listed = [
        ListedEntrant(name, (name,) if entrant_kind == "singles" else (f"{name} a", f"{name} b"), seed=number)
        for number, name in enumerate(names, start=1)
    ]
    add_entrants(tournament=tournament, entries=listed, by=CONSOLE, at=NOW)
    stage = first_stage(tournament)
    looked_at = draw_preview.preview_draw(stage, draw_preview.entrants_of_stage(stage), BY_SEED).digest
    draw.draw_stage(stage=stage, choices=BY_SEED, previewed_digest=looked_at, by=CONSOLE, at=NOW)
    return first_stage(tournament)


def decide_all(stage: Stage) -> None:
    """Decide open encounters: the better seed wins; tables of four end in the order of the seeds."""
    for encounter in stage.encounters.undecided().order_by("pk"):
        decide(encounter)


def decide(encounter: Encounter, winner: str = "") -> None:
    present = {
        side.letter: side.entrant for side in encounter.sides.select_related("entrant") if side.entrant
    }
    order = sorted(present, key=lambda letter: (letter != winner, present[letter].number))
    advancing.apply_result(
        encounter=encounter,
        wins={letter: int(letter == order[0]) for letter in present},
        winner=SideLetter(order[0]),
        decided_by=DecidedBy.PLAY,
        change=Change(CONSOLE, NOW),
        places={letter: place for place, letter in enumerate(order, start=1)},
    )


def standings(stage: Stage) -> list[RankedEntrant]:
    sides = EncounterSide.objects.filter(encounter__stage=stage, entrant__isnull=False)
    won: Counter[int] = Counter(sides.filter(place=1).values_list("entrant", flat=True))
    entrants = {side.entrant for side in sides.select_related("entrant")}
    ordered = sorted(
        (entrant for entrant in entrants if entrant), key=lambda entrant: (-won[entrant.pk], entrant.number)
    )
    return [RankedEntrant(entrant, won[entrant.pk]) for entrant in ordered]


def propose(stage: Stage, *alterations: Alteration) -> rounds.RoundProposal:
    return rounds.propose_round(stage, rounds.round_inputs(stage, standings(stage)), alterations)


def draw_next(stage: Stage, *alterations: Alteration) -> None:
    proposal = propose(stage, *alterations)
    rounds.draw_round(
        stage=stage,
        number=proposal.inputs.number,
        standings=standings,
        alterations=alterations,
        previewed_digest=proposal.digest,
        by=CONSOLE,
        at=NOW,
    )


def meetings(stage: Stage, number: int) -> list[list[int]]:
    encounters = stage.encounters.filter(round=number).prefetch_related("sides__entrant").order_by("position")
    return [
        [side.entrant.number for side in encounter.sides_in_order if side.entrant] for encounter in encounters
    ]


def ids_of(stage: Stage, *numbers: int) -> Sequence[str]:
    ids = dict(stage.tournament.entrants.values_list("number", "public_id"))
    return [str(ids[number]) for number in numbers]
