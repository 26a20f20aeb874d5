"""An anonymized name is removed from everything stored, and nothing else changes."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import Error, connection, transaction

from scoring.integrity.integrity_checks import verify
from scoring.models import Call, Entry
from scoring.models.reasons import word_reason
from scoring.people import domain
from scoring.play.dry_run import run_and_roll_back
from tests.factories import NOW, correct, drawn_tournament, encounters_of, open_tournament, play_hand, report
from tests.module_fixtures import module_fixture
from tests.simulation.checks import check
from tests.simulation.random_evening import SimulatedEvening
from tournaments.entrants.domain import entry_list
from tournaments.enums import NameDisplay
from tournaments.log.actor import CONSOLE
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Anonymising, Encounter, Entrant, Keeper, LogRow, Player, Tournament
from tournaments.people.domain import public_names
from tournaments.people.domain.anonymization import AlreadyAnonymous
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.play import substitutes

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

SEEDS = {"groups_knockout": 16, "swiss": 10, "tables": 15}
"""Short generated evenings with corrections, walkovers and withdrawals."""


@module_fixture
def tournament() -> Tournament:
    return open_tournament()


@module_fixture
def entrant(tournament: Tournament) -> Entrant:
    return pair(tournament, "Ali Kaya", "Ece Demir")


@pytest.fixture
def encounter() -> Encounter:
    return encounters_of(drawn_tournament(pairs=6, groups=2))[0]


def anonymize(player: Player) -> domain.AnonymizedPlayer:
    return domain.make_anonymous(player=player, by=CONSOLE, at=NOW)


def every_text() -> str:
    rows = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            rows += [str(row) for row in cursor.fetchall()]
    return "\n".join(rows)


def hashes() -> list[str]:
    return list(Entry.objects.order_by("pk").values_list("hash", flat=True))


def pair(tournament: Tournament, *players: str, name: str = "") -> Entrant:
    entry_name = name or " – ".join(player.split()[-1] for player in players)
    return entry_list.add_entrant(tournament=tournament, name=entry_name, players=players, by=CONSOLE, at=NOW)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEDS)
def test_played_tournament_changes_only_the_name(name):
    evening = SimulatedEvening(name, SEEDS[name])
    singles = evening.entrants[0].roster.count() == 1
    player = evening.entrants[0].players.order_by("rosters__place")[0]
    entry = entry_list.entry_of(evening.entrants[0])
    players = ("Şükrü Ilgazözü", *entry.players[1:])
    entry_name = players[0] if singles else "Ilgazözü – Öz"
    changed = ListedEntrant(entry_name, players)
    entry_list.change_entrant(entrant=evening.entrants[0], entry=changed, by=CONSOLE, at=NOW)
    player = Player.objects.get(name="Şükrü Ilgazözü")
    check(evening)
    before = hashes()
    anonymize(player)
    stored_texts = every_text()
    assert "Ilgazözü" not in stored_texts
    assert "Şükrü" not in stored_texts
    assert hashes() == before
    for command in ("redraw", "rebuild_standings"):
        call_command(command, check=True, stdout=StringIO())


def test_pair_shows_the_number(entrant):
    anonymize(entrant.players.get(name="Ali Kaya"))
    assert Entrant.objects.get(pk=entrant.pk).name == "#1 – Demir"
    (player,) = entrant.players.exclude(name="Ece Demir")
    names = (player.public_name, player.real_name, player.short_name, player.surname)
    assert names == ("#1", "#1", "#1", "")


def test_two_anonymized_players_get_different_numbers(entrant):
    for player in entrant.players.order_by("pk"):
        anonymize(player)
    assert Entrant.objects.get(pk=entrant.pk).name == "#1 – #2"


def test_second_anonymization_is_refused(entrant):
    player = entrant.players.order_by("pk")[0]
    anonymize(player)
    with pytest.raises(AlreadyAnonymous):
        anonymize(player)
    with pytest.raises(public_names.NoNameLeft):
        public_names.set_public_name(Player.objects.get(pk=player.pk), NameDisplay.FULL)


def test_preview_shows_the_changes(entrant):
    before = every_text()
    seen = run_and_roll_back(lambda: anonymize(entrant.players.get(name="Ali Kaya")))
    assert [(pair.before, pair.after) for pair in seen.pairs] == [("Kaya – Demir", "#1 – Demir")]
    assert every_text() == before


def test_namesakes_and_later_entries_keep_the_name(tournament, entrant):
    anonymize(entrant.players.get(name="Ali Kaya"))
    other = pair(tournament, "Ali Kaya", "Can Öz")
    assert (other.name, other.players.filter(anonymous_as=None).count()) == ("Kaya – Öz", 2)


def test_replaced_player_is_removed_from_the_name_of_the_pair(encounter):
    side = encounter.sides.get(letter="A").entrant
    assert side is not None
    Entrant.objects.filter(pk=side.pk).update(name="Ilgaz – Öz1")
    leaves = side.players.order_by("rosters__place")[0]
    Player.objects.filter(pk=leaves.pk).update(name="Şükrü Ilgaz")
    leaves.refresh_from_db()
    play_hand(encounter)
    substitutes.substitute(entrant=side, old_player=leaves, new_name="Deniz Ak", by=CONSOLE, at=NOW)
    anonymize(leaves)
    assert "Ilgaz" not in every_text()
    assert Entrant.objects.get(pk=side.pk).name.startswith("Ak – Öz")
    assert substitutes.last_substitution(Entrant.objects.get(pk=side.pk)) is None


def test_log_rows_with_the_name_are_rewritten(tournament, entrant):
    typed = {"name": "Kaya – Demir", "players": ["Ali Kaya", "Ece Demir"], "reason": "ali kaya geç kaldı"}
    subject = entrant.public_id
    log_and_publish("entrant_added", by=CONSOLE, at=NOW, tournament=tournament, subject=subject, after=typed)
    anonymize(entrant.players.get(name="Ali Kaya"))
    details = json.loads(LogRow.objects.get(action="entrant_added", after__contains="reason").after)
    assert details == {"name": "…", "players": ["…", "Ece Demir"], "reason": "…"}


def test_rewritten_log_rows_stay_in_the_hash_chain_with_new_digests(tournament, entrant):
    for name in ("Ali Kaya", "Ece Demir", "Efe Su"):
        log_and_publish(
            "hall_told", by=CONSOLE, at=NOW, tournament=tournament, after={"text": f"{name} ile Ali Kaya"}
        )
    log_rows = LogRow.objects.filter(action="hall_told").order_by("pk")
    for name in ("Ali Kaya", "Ece Demir"):
        anonymize(entrant.players.get(name=name))
    assert [json.loads(row.after)["text"] for row in log_rows] == ["…", "…", "…"]
    verification = verify(tournament)
    assert (verification.discrepancies, verification.overwritten_count) == ([], 3)
    Anonymising.objects.update(open=True)
    LogRow.objects.filter(pk=log_rows[1].pk).update(after='{"text": "Ece Demir"}')
    [log_break] = verify(tournament).discrepancies
    assert log_break.problem == "tells something else than was written"


def test_database_rejects_other_changes_to_log_rows(entrant):
    player = entrant.players.get(name="Ali Kaya")
    anonymize(player)
    assert not Anonymising.objects.filter(open=True).exists()
    with pytest.raises(Error), transaction.atomic():
        LogRow.objects.update(after="{}")
    Anonymising.objects.update(open=True)
    for change in (
        {"action": "x"},
        {"device": "x"},
        {"texts_digest": "x"},
        {"hash": "x"},
        {"seal_format": 2},
    ):
        with pytest.raises(Error), transaction.atomic():
            LogRow.objects.update(**change)
    with pytest.raises(Error), transaction.atomic():
        LogRow.objects.filter(action="entrant_added").delete()


def test_typed_texts_lose_the_name(encounter):
    assert encounter.table is not None
    entered = Player.objects.filter(rosters__entrant__tournament=encounter.stage.tournament)
    player = entered.order_by("pk")[0]
    name = player.name
    Keeper.objects.create(table=encounter.table, name=name.upper(), device_id="x", since=NOW)
    call = Call.objects.create(
        table=encounter.table, encounter=encounter, question=f"{name} taş gösterdi", asked_at=NOW
    )
    anonymize(player)
    call.refresh_from_db()
    assert (Keeper.objects.get().name, call.question) == ("…", "…")


def test_sealed_reason_is_withheld(encounter):
    play_hand(encounter)
    player = encounter.sides.get(letter="A").players[0]
    typed = f"{player.name} yanlış yazmış"
    correct(encounter, report(finisher="B1"), reason=typed, reason_codes=["mistyped"])
    before = hashes()
    seen = anonymize(player)
    entry = Entry.objects.exclude(reason="").get()
    assert [reason.row for reason in seen.reasons] == [entry]
    assert entry.public_reason == word_reason(["mistyped"], "")
    assert hashes() == before


def test_command_previews_and_with_yes_anonymizes(entrant):
    player = entrant.players.get(name="Ali Kaya")
    output = StringIO()
    call_command("make_anonymous", str(player.public_id), stdout=output)
    assert "would be #1" in output.getvalue()
    player.refresh_from_db()
    assert player.name == "Ali Kaya"
    call_command("make_anonymous", str(player.public_id), yes=True, stdout=output)
    player.refresh_from_db()
    assert player.anonymous_as == 1
    for wrong in (str(player.public_id), "nobody"):
        with pytest.raises(SystemExit) as exit_:
            call_command("make_anonymous", wrong, stderr=StringIO())
        assert exit_.value.code == 2
