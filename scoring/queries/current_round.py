from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.play_progress import RoundProgress, names_of_rounds, rounds_of_listings
from scoring.queries.round_names import RoundName
from scoring.queries.tournament_context import StageContext, TournamentContext


@dataclass(frozen=True)
class CurrentRound:
    """The first unfinished round, progress without byes."""

    stage: StageContext
    round: RoundName
    playing: int
    stage_decided: int
    stage_total: int


def read_current_round(
    context: TournamentContext, listings: Sequence[EncounterListing]
) -> CurrentRound | None:
    return find_current_round(context, rounds_of_listings(listings))


def find_current_round(context: TournamentContext, rounds: Sequence[RoundProgress]) -> CurrentRound | None:
    """Return the first undecided round in playing order, else the last; None without encounters.

    `playing` counts encounters of all rounds, `stage_decided` and `stage_total` those of the round's stage.
    """
    nonempty = [round_ for round_ in rounds if round_.total]
    if not nonempty:
        return None
    undecided = [round_ for round_ in nonempty if round_.decided < round_.total]
    if undecided:
        current = min(undecided, key=lambda round_: (*_play_order(context, round_), round_.next))
    else:
        current = max(nonempty, key=lambda round_: (*_play_order(context, round_), round_.last))
    stage_rounds = [round_ for round_ in nonempty if round_.key[0] == current.key[0]]
    return CurrentRound(
        stage=context.stage(current.key[0]),
        round=names_of_rounds(context, rounds)[current.key],
        playing=sum(round_.playing for round_ in rounds),
        stage_decided=sum(round_.decided for round_ in stage_rounds),
        stage_total=sum(round_.total for round_ in stage_rounds),
    )


def _play_order(context: TournamentContext, round_: RoundProgress) -> tuple[int, int]:
    stage, _part, number = round_.key
    return context.stage(stage).stage.position, number
