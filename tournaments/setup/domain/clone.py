from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import transaction

from rules.games import game_of
from tournaments.accounts.domain.club_members import lock_club
from tournaments.entrants.domain.entry_list import add_entrants
from tournaments.entrants.domain.returning_entrants import entries_for_clone
from tournaments.log.actor import Actor
from tournaments.models import Tournament
from tournaments.setup.domain.tournament_settings import create_tournament, settings_of
from tournaments.signup.domain.terms import set_terms, terms_for_clone


@transaction.atomic
def clone_tournament(
    *,
    tournament: Tournament,
    name: str,
    first_day: date,
    last_day: date,
    with_entrants: bool,
    changed_settings: Mapping[str, Any] | None = None,
    by: Actor,
    at: datetime,
) -> Tournament:
    """Create a draft with rules, stages, tables, settings and closed sign-up terms.

    Without results, draws and roles; only entrants who stayed until the end. `changed_settings` replace
    common ones. Raises what create_tournament and add_entrants raise.
    """
    club = lock_club(tournament.club_id)
    book = tournament.rule_book
    settings = settings_of(tournament).with_common(**changed_settings or {})
    clone = create_tournament(
        club=club,
        settings=replace(settings, name=name, first_day=first_day, last_day=last_day),
        rules=game_of(book.rule_set_id).read_rules(book.content),
        cloned_from=tournament,
        by=by,
        at=at,
    )
    if (terms := terms_for_clone(tournament)) is not None:
        set_terms(tournament=clone, terms=terms, by=by, at=at)
    entries = entries_for_clone(tournament) if with_entrants else []
    if entries:
        add_entrants(tournament=clone, entries=entries, by=by, at=at)
    return clone
