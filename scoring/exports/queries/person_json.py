from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from scoring.exports.queries.person_data import PersonApplication, PersonData, PersonLogRow
from scoring.statistics import statistics_labels
from scoring.statistics.appearances import Appearance
from scoring.statistics.key_figures import Figures
from scoring.statistics.side_results import Result
from tournaments.models import Player

FORMAT: Final = "istaka-person-1"


def person_as_dict(data: PersonData, *, at: datetime) -> dict[str, Any]:
    """Return JSON-serializable data; keys don't depend on the language, times are ISO 8601."""
    player = data.player
    return {
        "format": FORMAT,
        "made_at": at.isoformat(timespec="seconds"),
        "club": player.club.name,
        "person": {
            "id": str(player.public_id),
            "name": player.real_name,
            "also_called": [alias.own_name for alias in data.aliases],
            "everybody_reads": player.public_name,
            "shown": player.shown,
        },
        "contact": {
            "phone": data.contact_details.phone,
            "email": data.contact_details.email,
            "licence": data.contact_details.licence,
            "notes": data.contact_details.notes,
            "agreed_on": data.contact_details.agreed_on.isoformat()
            if data.contact_details.agreed_on
            else None,
        },
        "sign_ups": [_application_dict(signed_up) for signed_up in data.applications],
        "figures": [_figures_dict(game.figures) for game in data.player_view.games],
        "tournaments": [_appearance_dict(appearance) for appearance in data.player_view.appearances],
        "log": [_log_row(row) for row in data.log],
    }


def _application_dict(sign_up: PersonApplication) -> dict[str, Any]:
    application = sign_up.application
    return {
        "tournament": application.tournament.name,
        "signed_up_at": application.signed_up_at.isoformat(timespec="seconds"),
        "state": application.state,
        "names_typed": list(application.players),
        "contact": application.contact,
        "email_confirmed_at": application.confirmed_at.isoformat(timespec="seconds")
        if application.confirmed_at
        else None,
        "answers": [
            {"question": question, "answer": answer} for question, answer in application.question_answers
        ],
        "paid_at": application.paid_at.isoformat(timespec="seconds") if application.paid_at else None,
        "found_by_name_alone": not sign_up.is_certain,
    }


def _appearance_dict(appearance: Appearance) -> dict[str, Any]:
    """`reached` is in the active language."""
    entrant, tournament = appearance.entrant, appearance.tournament
    return {
        "tournament": tournament.name,
        "first_day": tournament.first_day.isoformat(),
        "last_day": tournament.last_day.isoformat(),
        "played": tournament.counts,
        "entered_as": entrant.public_name,
        "with": _names(appearance.partners),
        "club": entrant.club_name,
        "rating": entrant.rating,
        "seed": entrant.seed,
        "pot": entrant.pot,
        "state": entrant.state,
        "champion": appearance.champion,
        "reached": [statistics_labels.entrant_progress_label(stage) for stage in appearance.stage_results],
        "figures": _figures_dict(appearance.figures),
        "encounters": [_result(result) for result in appearance.results],
    }


def _result(result: Result) -> dict[str, Any]:
    entrants = [side.entrant for side in result.opponents if side.entrant is not None]
    return {
        "round": statistics_labels.result_round_label(result),
        "opponents": [entrant.public_name for entrant in entrants],
        "ended": result.side_outcome.value,
        "matches_won_and_lost": list(result.score) if result.score else None,
        "penalty_points": [{"own": match.own, "others": list(match.others)} for match in result.matches],
    }


def _figures_dict(figures: Figures) -> dict[str, Any]:
    """Return hands, points, openings, finishes, infractions; no results."""
    return {
        "game": figures.game.id,
        "hands": figures.hands,
        "penalty_points": figures.points,
        "opened_with_series": figures.opened_with_series,
        "opened_with_pairs": figures.opened_with_pairs,
        "not_opened": figures.not_opened,
        "finishes": dict(figures.finishes),
        "infractions": dict(figures.fouls),
    }


def _log_row(log_row: PersonLogRow) -> dict[str, Any]:
    row = log_row.entry.row
    return {
        "at": row.at.isoformat(timespec="seconds"),
        "what": log_row.entry.what,
        "detail": log_row.detail,
        "tournament": row.tournament.name if row.tournament else None,
    }


def _names(people: Iterable[Player]) -> list[str]:
    return [person.public_name for person in people]
