from __future__ import annotations

import json

import pytest
from django.apps import apps

from scoring.archive.archived_tables import ARCHIVED_TABLES, TOURNAMENT
from scoring.archive.json_schema import FILE, build_schema
from scoring.archive.sealed_columns import HIDDEN_ACTIONS, SEALED_TABLES, SEAT_COLUMNS
from scoring.ledger.sealing import SEALED_CONFIRMATION_FIELDS, SEALED_FIELDS
from scoring.models import EntrySeat
from tests.log_actions import written_log_actions
from tournaments.log import audit_log
from tournaments.models import EntrantPlayer

ROSTER = {"id", "entrant", "player", "place"}
OF_SEATS = {"id", "entry", "player", *SEAT_COLUMNS}
ELSEWHERE = {"match", "hand", "rule_book", "player", "reason", "before", "after"}
"""Columns of sealed rows that are covered by the key of a row, or by its public texts."""
LEFT_OUT = {
    "tournaments.user": "accounts are nobody's business but the house's",
    "tournaments.club": "its name is under `club`; the operator names another",
    "tournaments.membership": "who may what in a house",
    "tournaments.invitation": "secrets",
    "tournaments.sessionrecord": "which browsers people use",
    "tournaments.accountlink": "secrets",
    "tournaments.passwordrequest": "an address, for a moment",
    "tournaments.secondstep": "secrets",
    "tournaments.recoverycode": "secrets",
    "tournaments.passkey": "by what people sign in",
    "tournaments.mail": "secrets and addresses, on their way",
    "tournaments.tablelink": "secrets; a restored table has codes of its own",
    "tournaments.sideslink": "secrets; a restored table has codes of its own",
    "tournaments.keeper": "names and phones of who kept a table are for the staff",
    "tournaments.anonymising": "evidence of the house that did it",
    "tournaments.personcard": "how a person is reached is for the club's organizers",
    "tournaments.crossgroupplace": "computed from hands and lots, again on restoring",
    "tournaments.roundjob": "work under way; what it gave is among the draws",
    "tournaments.attemptcounter": "guesses that were counted",
    "tournaments.clublogo": "what a club shows of itself; the operator names another",
    "tournaments.blueprint": "how a club begins tournaments, and what it plans; its evenings are tournaments",
    "tournaments.evening": "of which nights of a club a tournament is one",
    "tournaments.signup": "how a house takes those who sign up; nobody signs up to an archive",
    "tournaments.checkin": "secrets of the evening, before the draw",
    "tournaments.partnerrequest": "a request between two applicants; the pair is archived",
    "tournaments.application": "contacts, and names that may be on no list; entrants are archived",
    "scoring.entryseatevent": "computed from reports",
    "scoring.withheldreason": "an archive holds no such reason",
    "scoring.standingscache": "a read model, rebuilt on restoring",
    "scoring.standing": "a read model, rebuilt on restoring",
    "scoring.protestwindowsweep": "what sweeps remember",
    "scoring.typedsheet": "not in the ledger yet",
    "scoring.notice": "on the screen of the evening",
    "scoring.roundclock": "on the screen of the evening; bells are in the archive",
    "scoring.screensettings": "on the screen of the evening",
}


def test_every_table_is_archived_or_left_out_with_a_reason():
    archived = {kind.model for kind in (*ARCHIVED_TABLES, TOURNAMENT)} | {
        kind.model for kind in SEALED_TABLES
    }
    archived |= {EntrySeat, EntrantPlayer}
    names = {model._meta.label_lower for model in archived}
    ours = {
        model._meta.label_lower
        for model in apps.get_models()
        if model._meta.app_label in ("tournaments", "scoring")
    }
    assert ours == names | LEFT_OUT.keys()
    assert not names & LEFT_OUT.keys()
    assert all(LEFT_OUT.values())


@pytest.mark.parametrize("kind", [*ARCHIVED_TABLES, TOURNAMENT], ids=lambda kind: kind.name)
def test_every_column_is_archived_or_left_out_with_a_reason(kind):
    columns = {field.name for field in kind.model._meta.concrete_fields}
    assert columns == {*kind.names} | kind.omitted_columns.keys()
    assert not {*kind.names} & kind.omitted_columns.keys()
    assert all(kind.omitted_columns.values())


@pytest.mark.parametrize("kind", SEALED_TABLES, ids=lambda kind: kind.name)
def test_every_column_of_a_sealed_row_is_archived_with_its_seal(kind):
    columns = {field.attname for field in kind.model._meta.concrete_fields}
    archived = {*kind.columns, *kind.origin_keys, *kind.private, *kind.omitted_columns}
    referenced = {column.removesuffix("_id") for column in columns - archived}
    assert referenced <= ELSEWHERE
    assert archived <= columns
    sealed = {
        "entries": SEALED_FIELDS,
        "confirmations": SEALED_CONFIRMATION_FIELDS,
        "log": audit_log.SEALED_FIELDS,
    }
    assert {*sealed[kind.name]} <= kind.names


def test_no_log_row_about_an_application_is_published():
    of_tournaments = {"sign_up_changed", "contact_details_deleted"}
    written = written_log_actions("tournaments/signup")
    at_the_door = {"entrant_paid", "entrant_unpaid"}
    assert at_the_door <= written_log_actions("tournaments/checkin")
    assert written - of_tournaments == HIDDEN_ACTIONS - at_the_door


def test_rosters_and_seats_have_no_other_columns():
    assert {field.name for field in EntrantPlayer._meta.concrete_fields} == ROSTER
    assert {field.name for field in EntrySeat._meta.concrete_fields} == OF_SEATS


def test_published_schema_is_current():
    assert json.loads(FILE.read_text()) == json.loads(json.dumps(build_schema()))
