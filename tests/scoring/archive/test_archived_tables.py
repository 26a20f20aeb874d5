from __future__ import annotations

import json

import pytest
from django.apps import apps

from scoring.archive.archived_tables import KINDS, TOURNAMENT
from scoring.archive.json_schema import FILE, published
from scoring.archive.sealed_columns import HIDDEN_ACTIONS, SEALED_KINDS, SEAT
from scoring.ledger.sealing import SEALED_FIELDS, SEALED_OF_CONFIRMATIONS
from scoring.models import EntrySeat
from tests.log_actions import written_in
from tournaments.log import audit_log
from tournaments.models import EntrantPlayer

ROSTER = {"id", "entrant", "player", "place"}
OF_SEATS = {"id", "entry", "player", *SEAT}
ELSEWHERE = {"match", "hand", "rule_book", "player", "reason", "before", "after"}
"""Columns of sealed rows that are covered by the key of a row, or by its public texts."""
LEFT_OUT = {
    "tournaments.user": "accounts are nobody's business but the house's",
    "tournaments.club": "its name is under `club`; the operator names another",
    "tournaments.membership": "who may what in a house",
    "tournaments.invitation": "secrets",
    "tournaments.signedin": "which browsers people use",
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
    "tournaments.roundjob": "work under way; what it gave is among the draws",
    "tournaments.tries": "guesses that were counted",
    "tournaments.clublogo": "what a club shows of itself; the operator names another",
    "tournaments.setuptemplate": "how a club begins other tournaments",
    "tournaments.series": "what a club plans; its evenings are tournaments",
    "tournaments.evening": "of which nights of a club a tournament is one",
    "tournaments.signup": "how a house takes those who sign up; nobody signs up to an archive",
    "tournaments.checkin": "secrets of the evening, before the draw",
    "tournaments.partnerrequest": "between two who signed up; the pair is told",
    "tournaments.application": "contacts, and names of who may be on no list; entrants are told",
    "scoring.seatdeed": "worked out anew from reports",
    "scoring.withheldreason": "an archive holds no such reason",
    "scoring.kepttable": "a read model, made anew",
    "scoring.standing": "a read model, made anew",
    "scoring.windowstold": "what sweeps remember",
    "scoring.typedsheet": "not in the ledger yet",
    "scoring.notice": "on the screen of the evening",
    "scoring.roundclock": "on the screen of the evening; bells are in the archive",
    "scoring.screensettings": "on the screen of the evening",
}


def test_every_table_is_archived_or_left_out_with_a_reason():
    archived = {kind.model for kind in (*KINDS, TOURNAMENT)} | {kind.model for kind in SEALED_KINDS}
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


@pytest.mark.parametrize("kind", [*KINDS, TOURNAMENT], ids=lambda kind: kind.name)
def test_every_column_is_archived_or_left_out_with_a_reason(kind):
    columns = {field.name for field in kind.model._meta.concrete_fields}
    assert columns == {*kind.names} | kind.left_out.keys()
    assert not {*kind.names} & kind.left_out.keys()
    assert all(kind.left_out.values())


@pytest.mark.parametrize("kind", SEALED_KINDS, ids=lambda kind: kind.name)
def test_every_column_of_a_sealed_row_is_archived_with_its_seal(kind):
    columns = {field.attname for field in kind.model._meta.concrete_fields}
    archived = {*kind.columns, *kind.numbers, *kind.private, *kind.left_out}
    referenced = {column.removesuffix("_id") for column in columns - archived}
    assert referenced <= ELSEWHERE
    assert archived <= columns
    sealed = {
        "entries": SEALED_FIELDS,
        "confirmations": SEALED_OF_CONFIRMATIONS,
        "log": audit_log.SEALED_FIELDS,
    }
    assert {*sealed[kind.name]} <= kind.names


def test_no_log_row_about_an_application_is_published():
    of_tournaments = {"sign_up_changed", "contacts_forgotten"}
    written = written_in("tournaments/signup")
    assert written - of_tournaments == HIDDEN_ACTIONS


def test_rosters_and_seats_have_no_other_columns():
    assert {field.name for field in EntrantPlayer._meta.concrete_fields} == ROSTER
    assert {field.name for field in EntrySeat._meta.concrete_fields} == OF_SEATS


def test_published_schema_is_current():
    assert json.loads(FILE.read_text()) == json.loads(json.dumps(published()))
