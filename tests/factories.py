from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import factory.declarations
import factory.django
from factory.declarations import SubFactory
from factory.helpers import post_generation

from rules.games.okey101.reports import parse_report
from rules.hands import HandReport, Report
from scoring.ledger.encounter_state import read_play
from scoring.ledger.played_matches import EncounterPlay
from scoring.ledger.rulebooks import rules_of
from scoring.officials.domain import rulings
from scoring.play import corrections, recording
from scoring.play.recording import RecordedEntry
from tournaments.draws.domain import draw, stage_layout
from tournaments.entrants.domain import entry_list
from tournaments.enums import EntrantKind, Role, StageKind, Visibility
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.encounter_plan import StageField
from tournaments.log.actor import CONSOLE, Actor
from tournaments.models import (
    Club,
    Encounter,
    EncounterSide,
    Entrant,
    Membership,
    Stage,
    Table,
    Tournament,
    User,
)
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.people.domain.rosters import ListedEntrant
from tournaments.schedule.change import Change
from tournaments.schedule.stage_encounters import (
    SeedEntrant,
    format_settings_of,
    read_played_stage,
    store_plan,
)
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_settings import Length, StageSettings, groups_then_knockout
from tournaments.tables.domain import keepers

LEAGUE = (StageSettings("groups", best_of=1, hands=3),)
"""One stage in which everybody meets; the first is champion."""

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    email = factory.declarations.Sequence(lambda number: f"kisi{number}@example.org")
    name = factory.declarations.Sequence(lambda number: f"Kişi {number}")

    @post_generation
    def password(self: User, create: bool, extracted: str | None, **_: Any) -> None:
        self.set_password(extracted or "ıstaka-101-okey")
        self.save(update_fields=["password"])


class ClubFactory(factory.django.DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = factory.declarations.Sequence(lambda number: f"Kulüp {number}")
    created_at = NOW


class MembershipFactory(factory.django.DjangoModelFactory[Membership]):
    class Meta:
        model = Membership

    user = SubFactory(UserFactory)
    club = SubFactory(ClubFactory)
    role = Role.ORGANIZER


def settings(**changes: Any) -> tournament_settings.TournamentSettings:
    groups = changes.pop("groups", Length(changes.pop("groups_best_of", 1), hands=3))
    knockout, advance = changes.pop("knockout", Length(best_of=1, hands=3)), changes.pop("advance", 2)
    fields: dict[str, Any] = {
        "name": "Güz Kupası",
        "first_day": date(2026, 11, 21),
        "last_day": date(2026, 11, 22),
        "tables": 4,
        "stages": groups_then_knockout(groups, knockout, advance),
    }
    common = {name: changes.pop(name) for name in COMMON_SETTINGS if name in changes}
    base = tournament_settings.TournamentSettings(**fields | changes)
    return base.with_common(**{"venue": "Kulüp salonu"} | common)


def open_tournament(
    *,
    club: Club | None = None,
    pairs: int = 0,
    rule_set_id: str = "101-pairs",
    visibility: Visibility = Visibility.PUBLIC,
    **changes: Any,
) -> Tournament:
    tournament = tournament_settings.create_tournament(
        club=club or ClubFactory.create(),
        settings=settings(**changes),
        rule_set_id=rule_set_id,
        visibility=visibility,
        by=CONSOLE,
        at=NOW,
    )
    keep_codes(tournament)
    enter_pairs(tournament, pairs)
    return tournament


def keep_codes(tournament: Tournament) -> None:
    tournament.codes_kept = True
    tournament.save(update_fields=["codes_kept"])


def enter_pairs(tournament: Tournament, pairs: int) -> list[Entrant]:
    named = [(f"Takım {number}", (f"Ayşe Işık{number}", f"Can Öz{number}")) for number in range(1, pairs + 1)]
    return enter_named(tournament, named)


def enter_named(
    tournament: Tournament, named: Sequence[tuple[str, Sequence[str]]], *, at: datetime = NOW
) -> list[Entrant]:
    entries = [ListedEntrant(name, tuple(players)) for name, players in named]
    return entry_list.add_entrants(tournament=tournament, entries=entries, by=CONSOLE, at=at)


def drawn_tournament(*, pairs: int = 8, groups: int = 2, **changes: Any) -> Tournament:
    tournament = open_tournament(pairs=pairs, **changes)
    draw.draw_groups(tournament=tournament, groups=groups, seed="101", by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    return tournament


def first_stage(tournament: Tournament) -> Stage:
    return tournament.stages.select_related("tournament").order_by("position")[0]


def encounters_of(tournament: Tournament) -> list[Encounter]:
    return list(
        Encounter.objects.filter(stage__tournament=tournament)
        .select_related("stage__tournament", "group", "table")
        .prefetch_related("sides__entrant")
        .order_by("pk")
    )


def report(
    *, finisher: str = "A1", points: Sequence[int] = (30, 40), fouls: int = 0, **changes: Any
) -> HandReport:
    """Return a plain finish: both opponents opened with series and have these points left."""
    own_seats, opponent_seats = (
        (("A1", "A2"), ("B1", "B2")) if finisher[0] == "A" else (("B1", "B2"), ("A1", "A2"))
    )
    seats: dict[str, Any] = {seat: {"opening": "series"} for seat in own_seats}
    for seat, points_left in zip(opponent_seats, points, strict=True):
        seats[seat] = {"opening": "series", "rack": {"points": points_left}}
    if fouls:
        seats[finisher]["infractions"] = [{"code": "okey_discard", "count": fouls}]
    return parse_report({"outcome": "finished", "finisher": finisher, "seats": seats} | changes)


def void_report() -> HandReport:
    seats = {seat: {"opening": "pairs"} for seat in ("A1", "B1", "A2", "B2")}
    return parse_report({"outcome": "all_opened_pairs", "seats": seats})


def level_report() -> HandReport:
    """Return a hand in which nobody opened and the deck ran out; every side pays the same."""
    seats: dict[str, Any] = {seat: {} for seat in ("A1", "B1", "A2", "B2")}
    return parse_report({"outcome": "deck_exhausted", "seats": seats})


def play_of(encounter: Encounter) -> EncounterPlay:
    return read_play(encounter, rules_of(encounter.stage.tournament.rule_book))


def play_hand(
    encounter: Encounter,
    hand_report: Report | None = None,
    *,
    entry_key: str | None = None,
    by: Actor = CONSOLE,
    at: datetime = NOW,
) -> RecordedEntry:
    current = play_of(encounter).current
    return recording.record_hand(
        encounter=encounter,
        match=current.number,
        deal=current.next_deal,
        report=hand_report or report(),
        entry_key=entry_key or uuid.uuid4().hex,
        by=by,
        at=at,
    )


def phone_of(table: Table | None, device: str = "") -> Actor:
    assert table is not None
    phone = Actor(table_link=table.links.get(revoked_at=None), device=device, device_id="a" * 32)
    return replace(phone, keeper_id=keepers.become_keeper(table=table, name="Nermin", by=phone, at=NOW).pk)


def play_encounter(encounter: Encounter, winner: str = "A", *, points: Sequence[int] = (30, 40)) -> None:
    hand = report(finisher=f"{winner}1", points=points)
    encounter.refresh_from_db()
    while encounter.winner is None:
        current = play_of(encounter).current
        for deal in range(current.next_deal, max(current.next_deal, current.hands_per_match or 0) + 1):
            recording.record_hand(
                encounter=encounter,
                match=current.number,
                deal=deal,
                report=hand,
                entry_key=uuid.uuid4().hex,
                by=CONSOLE,
                at=NOW,
            )
        encounter.refresh_from_db()


def correct(
    encounter: Encounter,
    hand_report: Report,
    *,
    match: int = 1,
    deal: int = 1,
    version: int = 1,
    change: Change | None = None,
    by: Actor = CONSOLE,
    at: datetime = NOW,
    keep_later_play: bool = False,
    **extra: Any,
) -> RecordedEntry:
    fields: dict[str, Any] = {
        "reason": "Rakamlar ters yazılmış",
        "entry_key": uuid.uuid4().hex,
        "change": change or Change(by, at, keep_later_play=keep_later_play),
    }
    return corrections.correct_hand(
        encounter=encounter, match=match, deal=deal, version=version, report=hand_report, **fields | extra
    )


def rule(
    encounter: Encounter,
    ruling: rulings.Ruling,
    *,
    match: int = 1,
    deal: int = 1,
    version: int = 1,
    by: Actor = CONSOLE,
    at: datetime = NOW,
    keep_later_play: bool = False,
    **extra: Any,
) -> RecordedEntry:
    fields: dict[str, Any] = {
        "reason": "Taşlar görülmüş",
        "entry_key": uuid.uuid4().hex,
        "change": Change(by, at, keep_later_play=keep_later_play),
    }
    return rulings.rule_hand(
        encounter=encounter, match=match, deal=deal, version=version, ruling=ruling, **fields | extra
    )


def fixed(*points: int) -> rulings.FixedPoints:
    """Return a ruling that fixes the points of A1, B1, A2 and B2."""
    return rulings.FixedPoints(dict(zip(("A1", "B1", "A2", "B2"), points, strict=True)))


SINGLES = ("A1", "B1", "C1", "D1")
FIRST_NAMES = (
    "Ayla",
    "Bora",
    "Canan",
    "Deniz",
    "Ebru",
    "Ferit",
    "Gül",
    "Hakan",
    "Işıl",
    "Kaan",
    "Lale",
    "Murat",
    "Nil",
)


def singles_tournament(
    *, players: int = 12, hands: int | None = 3, rule_set_id: str = "101-rounds", **changes: Any
) -> Tournament:
    """Return a singles tournament with tables of four, the first round seated by number."""
    tournament = tournament_settings.create_tournament(
        club=changes.pop("club", None) or ClubFactory.create(),
        settings=settings(
            kind=EntrantKind.SINGLES.value,
            stages=(StageSettings(StageKind.TABLES.value, best_of=1, hands=hands),),
            **changes,
        ),
        rule_set_id=rule_set_id,
        visibility=Visibility.PUBLIC,
        by=CONSOLE,
        at=NOW,
    )
    keep_codes(tournament)
    names = [f"{FIRST_NAMES[number % len(FIRST_NAMES)]} Oyuncu{number}" for number in range(1, players + 1)]
    names_and_players = [(name, (name,)) for name in names]
    entered = enter_named(tournament, names_and_players)
    stage_layout.store_order(first_stage(tournament), [SeedEntrant(entrant) for entrant in entered], at=NOW)
    tournament.refresh_from_db()
    return tournament


def seat_next_round(tournament: Tournament) -> list[Encounter]:
    stage = first_stage(tournament)
    played_stage = read_played_stage(stage)
    field = StageField(entrants=len(played_stage.entrants), seeds_in_order=tuple(played_stage.entrants))
    planned = FORMATS[stage.kind].next_round(field, format_settings_of(stage), played_stage.played) or []
    last = stage.encounters.not_annulled().filter(round=played_stage.last_round, sides__place__isnull=False)
    sides = EncounterSide.objects.filter(encounter__in=last, place__isnull=False)
    sides_by_entrant = {side.entrant_id: side for side in sides.select_related("encounter")}
    seated = {
        seed: SeedEntrant(
            entrant,
            from_encounter=sides_by_entrant[entrant.pk].encounter,
            from_place=sides_by_entrant[entrant.pk].place or 1,
        )
        for seed, entrant in played_stage.entrants.items()
        if entrant.pk in sides_by_entrant
    }
    return store_plan(stage=stage, planned=planned, seated=seated, at=NOW)


def singles_report(*points: int, **changes: Any) -> HandReport:
    """Return a hand opened with series by all; points are in order from A, 0 for the finisher."""
    finisher = SINGLES[points.index(0)]
    seats: dict[str, Any] = {seat: {"opening": "series"} for seat in SINGLES}
    for seat, points_left in zip(SINGLES, points, strict=True):
        if seat != finisher:
            seats[seat]["rack"] = {"points": points_left}
    return parse_report({"outcome": "finished", "finisher": finisher, "seats": seats} | changes)


def play_table(encounter: Encounter, *points: int) -> None:
    """Play a table of four to its end with equal hands; points are in order from A, 0 for the finisher."""
    encounter.refresh_from_db()
    while encounter.winner is None:
        play_hand(encounter, singles_report(*points))
        encounter.refresh_from_db()
