from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from scoring.exports.queries.person_data import PersonData, PersonLogRow, SignedUp
from scoring.statistics import statistics_labels
from scoring.statistics.appearances import Appearance
from scoring.statistics.figures import Figures
from scoring.statistics.side_results import Result
from tournaments.models import Player

FORMAT: Final = "istaka-person-1"


def person_as_dict(kept: PersonData, *, at: datetime) -> dict[str, Any]:
    """Return JSON-serializable data; keys don't depend on the language, times are ISO 8601."""
    player = kept.player
    return {
        "format": FORMAT,
        "made_at": at.isoformat(timespec="seconds"),
        "club": player.club.name,
        "person": {
            "id": str(player.public_id),
            "name": player.real_name,
            "also_called": [alias.own_name for alias in kept.aliases],
            "everybody_reads": player.public_name,
            "shown": player.shown,
        },
        "contact": {
            "phone": kept.card.phone,
            "email": kept.card.email,
            "licence": kept.card.licence,
            "notes": kept.card.notes,
            "agreed_on": kept.card.agreed_on.isoformat() if kept.card.agreed_on else None,
        },
        "sign_ups": [_signed_up(signed_up) for signed_up in kept.signed_up],
        "figures": [_figures(game.figures) for game in kept.played.games],
        "tournaments": [_appearance(appearance) for appearance in kept.played.appearances],
        "log": [_log_row(row) for row in kept.log],
    }


def _signed_up(one: SignedUp) -> dict[str, Any]:
    application = one.application
    return {
        "tournament": application.tournament.name,
        "signed_up_at": application.signed_up_at.isoformat(timespec="seconds"),
        "state": application.state,
        "names_typed": list(application.players),
        "contact": application.contact,
        "email_confirmed_at": application.confirmed_at.isoformat(timespec="seconds")
        if application.confirmed_at
        else None,
        "answers": [{"question": question, "answer": answer} for question, answer in application.answered],
        "paid_at": application.paid_at.isoformat(timespec="seconds") if application.paid_at else None,
        "found_by_name_alone": not one.sure,
    }


def _appearance(one: Appearance) -> dict[str, Any]:
    entrant, tournament = one.entrant, one.tournament
    return {
        "tournament": tournament.name,
        "first_day": tournament.first_day.isoformat(),
        "last_day": tournament.last_day.isoformat(),
        "played": tournament.counts,
        "entered_as": entrant.public_name,
        "with": _names(one.partners),
        "club": entrant.club_name,
        "rating": entrant.rating,
        "seed": entrant.seed,
        "pot": entrant.pot,
        "state": entrant.state,
        "champion": one.champion,
        "reached": [statistics_labels.reached(stage) for stage in one.way],
        "figures": _figures(one.figures),
        "encounters": [_result(result) for result in one.results],
    }


def _result(result: Result) -> dict[str, Any]:
    entrants = [side.entrant for side in result.opponents if side.entrant is not None]
    return {
        "round": statistics_labels.round_of(result),
        "opponents": [entrant.public_name for entrant in entrants],
        "ended": result.ended.value,
        "matches_won_and_lost": list(result.score) if result.score else None,
        "penalty_points": [{"own": match.own, "others": list(match.others)} for match in result.matches],
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {
        "game": figures.game.id,
        "hands": figures.hands,
        "penalty_points": figures.points,
        "opened_with_series": figures.series,
        "opened_with_pairs": figures.pairs,
        "not_opened": figures.none,
        "finishes": dict(figures.finishes),
        "infractions": dict(figures.fouls),
    }


def _log_row(one: PersonLogRow) -> dict[str, Any]:
    row = one.entry.row
    return {
        "at": row.at.isoformat(timespec="seconds"),
        "what": one.entry.what,
        "detail": one.detail,
        "tournament": row.tournament.name if row.tournament else None,
    }


def _names(people: Iterable[Player]) -> list[str]:
    return [person.public_name for person in people]
