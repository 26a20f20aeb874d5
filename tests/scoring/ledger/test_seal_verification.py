from __future__ import annotations

import uuid
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, models

from scoring import triggers
from scoring.ledger.seal_verification import (
    VerificationResult,
    verify_club,
    verify_log_outside_clubs,
    verify_tournament,
)
from scoring.models import Confirmation, Entry, EntrySeat, EntrySeatEvent, Hand
from scoring.play.undo_hand import take_hand_back
from tests.factories import (
    NOW,
    UserFactory,
    correct,
    drawn_tournament,
    encounters_of,
    play_hand,
    report,
)
from tests.module_fixtures import module_fixture
from tests.scoring.confirmation.confirm_matches import confirm, match_of
from tests.scoring.table.table_phones import home_of
from tournaments.accounts.domain.club_members import invite_member, invite_owner
from tournaments.enums import Role
from tournaments.log import audit_log, seals
from tournaments.log.actor import CONSOLE, Actor
from tournaments.log.log_and_publish import log_all_and_publish, log_and_publish
from tournaments.log.seals import FORMAT
from tournaments.models import Club, LogRow, RuleBook, Tournament
from tournaments.tables.domain.keepers import become_keeper

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SEALED = (Entry, EntrySeat, EntrySeatEvent, Confirmation, LogRow)
OTHER_FORMATS = (0, 2)


@module_fixture
def tournament() -> Tournament:
    tournament, other = drawn_tournament(), encounters_of(drawn_tournament())[0]
    encounter = encounters_of(tournament)[0]
    for number in range(3):
        play_hand(encounter, at=NOW + timedelta(minutes=number))
    correct(encounter, report(points=(5, 6)))
    match = match_of(encounter)
    for letter in "AB":
        confirm(match, letter)
    taken = Entry.objects.get(hand__deal=3)
    at, key = taken.received_at, uuid.uuid4().hex
    take_hand_back(encounter=encounter, match=1, deal=3, entry_key=key, by=CONSOLE, at=at)
    play_hand(other)
    become_keeper(table=home_of(other), name="Ece", by=Actor(device_id="7" * 32), at=NOW)
    RuleBook.objects.create(digest="7" * 64, rule_set_id="other", content="{}", created_at=NOW)
    UserFactory()
    return tournament


@pytest.fixture
def _remove_triggers() -> None:
    connection.check_constraints()  # PostgreSQL can't alter a table with pending constraints.
    triggers.remove(connection)


def test_untouched_rows_verify(tournament):
    verified = verify_tournament(tournament)
    assert verified.discrepancies == []
    assert (verified.rows["hands"], verified.rows["confirmations"]) == (5, 2)
    assert (verified.overwritten_count, verified.unpublished_count, verified.withheld_count) == (0, 0, 0)


def columns() -> list[Any]:
    fields = [(model, field) for model in SEALED for field in model._meta.concrete_fields]
    return [
        pytest.param(model, field, id=f"{model.__name__}.{field.attname}")
        for model, field in fields
        if not field.primary_key
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("model", "field"), columns())
@pytest.mark.usefixtures("_remove_triggers")
def test_change_of_any_sealed_column_is_found(tournament, model, field):
    row = middle_row(model, tournament)
    model.objects.filter(pk=row.pk).update(**{field.attname: other_value(field, row)})
    assert len(assert_broken(tournament).discrepancies) >= 1


def middle_row(model: type[models.Model], tournament: Tournament) -> Any:
    if model is Entry:
        return Entry.objects.get(kind="report", version=2)
    if model is EntrySeat:
        return EntrySeat.objects.get(entry__version=2, seat="A1", entry__kind="report")
    if model is EntrySeatEvent:
        return EntrySeatEvent.objects.get(seat=middle_row(EntrySeat, tournament), kind="finished")
    if model is Confirmation:
        return Confirmation.objects.order_by("pk")[0]
    return LogRow.objects.filter(tournament=tournament, action="hand_recorded").order_by("pk")[1]


def other_value(field: models.Field[Any, Any], row: models.Model) -> Any:
    current = getattr(row, field.attname)
    if isinstance(field, models.ForeignKey):
        return other_row(field, current)
    if field.choices:
        return [value for value, _name in field.choices if value != current][-1]
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.BooleanField):
        return not current
    if isinstance(field, models.DateTimeField):
        return (current or NOW) + timedelta(seconds=1)
    return current + 1 if isinstance(field, models.IntegerField) else "zz"


def other_row(field: models.ForeignKey[Any, Any], now: int | None) -> int:
    if field.related_model is Club:
        return Club.objects.create(name="Başka", created_at=NOW).pk
    if field.related_model is Entry:  # The one without seats.
        return Entry.objects.get(kind="withdrawal").pk
    other_rows = field.related_model._default_manager.exclude(pk=now).order_by("-pk")
    return other_rows.values_list("pk", flat=True)[0]


def assert_broken(tournament: Tournament) -> VerificationResult:
    verified = verify_tournament(tournament)
    output = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_ledger", str(tournament.public_id), stdout=output)
    assert stopped.value.code == 1
    assert all(
        f"{problem.location}: {problem.problem}" in output.getvalue() for problem in verified.discrepancies
    )
    return verified


@pytest.mark.parametrize("number", OTHER_FORMATS)
@pytest.mark.parametrize("model", [Entry, Confirmation, LogRow])
@pytest.mark.usefixtures("_remove_triggers")
def test_other_seal_format_is_reported(tournament, model, number):
    model.objects.filter(pk=middle_row(model, tournament).pk).update(seal_format=number)
    [problem] = assert_broken(tournament).discrepancies
    assert problem.problem == f"has seal format {number}; the only known format is {FORMAT}"


@pytest.mark.usefixtures("_remove_triggers")
def test_row_without_a_seal_is_reported(tournament):
    row = middle_row(LogRow, tournament)
    LogRow.objects.filter(pk=row.pk).update(seal_format=0, previous_hash="", hash="")
    [problem] = assert_broken(tournament).discrepancies
    assert (problem.location, problem.problem) == (
        f"log row {row.pk}, hand_recorded",
        "has seal format 0; the only known format is 1",
    )


@pytest.mark.usefixtures("_remove_triggers")
def test_only_an_unpublished_row_is_verified_by_the_digest_of_its_facts(tournament):
    row = middle_row(LogRow, tournament)
    Tournament.objects.filter(pk=tournament.pk).update(origin="{}")
    LogRow.objects.filter(pk=row.pk).update(
        action="zz", origin=seals.canonical_json({"facts": seals.digest(audit_log.sealed_log_facts(row))})
    )
    tournament.refresh_from_db()
    assert "is no longer as it was entered" in [
        problem.problem for problem in assert_broken(tournament).discrepancies
    ]


@pytest.mark.usefixtures("_remove_triggers")
def test_missing_row_breaks_the_chain(tournament):
    LogRow.objects.filter(pk=middle_row(LogRow, tournament).pk).delete()
    [problem] = assert_broken(tournament).discrepancies
    assert "one is missing" in problem.problem


def test_inserted_row_with_a_copied_seal_is_found(tournament):
    row = middle_row(LogRow, tournament)
    row.pk, row._state.adding = None, True
    row.save()
    assert len(assert_broken(tournament).discrepancies) == 1


def test_hand_that_shows_an_older_version_is_found(tournament):
    entry = middle_row(Entry, tournament)
    Hand.objects.filter(pk=entry.hand_id).update(current=Entry.objects.get(hand=entry.hand_id, version=1))
    [problem] = assert_broken(tournament).discrepancies
    assert problem.problem == "another version than its newest is shown"


def test_changed_rule_book_is_found(tournament):
    RuleBook.objects.filter(pk=tournament.rule_book_id).update(content="{}")
    [problem] = assert_broken(tournament).discrepancies
    assert problem.problem == "its rule book is not what it was"


def test_digest_changes_with_each_new_row(tournament):
    before = verify_tournament(tournament).seal
    assert verify_tournament(tournament).seal == before
    play_hand(encounters_of(tournament)[1])
    assert verify_tournament(tournament).seal != before


def test_logs_of_a_club_and_of_no_club_are_verified(tournament):
    club = tournament.club
    for _time in range(2):
        invite_member(club=club, role=Role.SCOREKEEPER, by=CONSOLE, at=NOW)
        invite_owner(at=NOW)
    for verified, rows in ((verify_club(club), 2), (verify_log_outside_clubs(), 2)):
        assert (verified.discrepancies, verified.rows) == ([], {"log rows": rows})
    output = StringIO()
    call_command("verify_ledger", stdout=output)
    assert output.getvalue().endswith("0 differences\n")
    connection.check_constraints()  # PostgreSQL can't alter a table with pending constraints.
    triggers.remove(connection)
    LogRow.objects.filter(tournament=None).update(action="zz")
    assert [len(result.discrepancies) for result in (verify_club(club), verify_log_outside_clubs())] == [1, 2]


def test_bulk_written_log_rows_continue_the_chain(tournament):
    rows = [
        audit_log.build_log_row("zz", by=CONSOLE, at=NOW, tournament=tournament, subject=number)
        for number in range(3)
    ]
    before = LogRow.objects.filter(tournament=tournament).order_by("pk").last()
    assert before is not None
    log_all_and_publish(rows)
    log_and_publish("zz", by=CONSOLE, at=NOW, tournament=tournament)
    chain = list(LogRow.objects.filter(tournament=tournament, pk__gte=before.pk).order_by("pk"))
    assert [row.previous_hash for row in chain[1:]] == [row.hash for row in chain[:-1]]
    assert verify_tournament(tournament).discrepancies == []


def test_digests_are_appended_to_the_given_file(tournament, tmp_path):
    file = tmp_path / "digests"
    for _time in range(2):
        call_command("verify_ledger", str(tournament.public_id), digests=file, stdout=StringIO())
    lines = [line.split() for line in file.read_text().splitlines()]
    expected = [str(tournament.public_id), verify_tournament(tournament).seal]
    assert [line[1:] for line in lines] == [expected, expected]
    with pytest.raises(SystemExit) as stopped:
        call_command("verify_ledger", digests=tmp_path, stdout=StringIO(), stderr=StringIO())
    assert stopped.value.code == 2


def test_unknown_tournament_exits_with_2():
    for public_id in ("nobody", str(uuid.uuid4())):
        with pytest.raises(SystemExit) as stopped:
            call_command("verify_ledger", public_id, stderr=StringIO())
        assert stopped.value.code == 2
