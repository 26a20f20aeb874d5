from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, time

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from rules.games import game_of
from rules.games.okey101.rulesets import rule_set
from tests.factories import (
    NOW,
    ClubFactory,
    drawn_tournament,
    encounters_of,
    first_stage,
    open_tournament,
    phone_of,
    settings,
)
from tests.module_fixtures import module_fixture
from tournaments.draws.domain import draw
from tournaments.enums import Agreement, EntrantKind, SideLetter, StageKind, TournamentState
from tournaments.log.actor import CONSOLE
from tournaments.models import Club, Draw, Feed, LogRow, RuleBook, Stage, Table, TableLink, Tournament
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.setup.domain import tournament_settings
from tournaments.stages.stage_flow_checks import SettingsNotPossible, StageFlowNotPossible
from tournaments.stages.stage_settings import (
    FeedSettings,
    Length,
    StageSettings,
    groups_then_knockout,
    usual_tie_breaks,
)
from tournaments.tables.domain import tables

pytestmark = pytest.mark.django_db

KNOCKOUT = Length(best_of=3, hands=5)


@module_fixture
def club() -> Club:
    return ClubFactory.create()


def create(club: Club, **changes) -> Tournament:
    return tournament_settings.create_tournament(club=club, settings=settings(**changes), by=CONSOLE, at=NOW)


def change(tournament: Tournament, **changes) -> None:
    common = {name: changes.pop(name) for name in COMMON_SETTINGS if name in changes}
    present = tournament_settings.settings_of(tournament)
    new_settings = replace(present.with_common(**common), **changes)
    tournament_settings.change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)


def test_created_tournament_is_open_with_stages_tables_and_links(club):
    tournament = create(club, tables=3, knockout=KNOCKOUT, advance=1)
    assert (tournament.state, tournament.club, tournament.venue) == (
        TournamentState.OPEN,
        club,
        "Kulüp salonu",
    )
    stages = tournament.stages.order_by("position").values_list("kind", "best_of", "hands_per_match")
    assert list(stages) == [(StageKind.GROUPS, 1, 3), (StageKind.KNOCKOUT, 3, 5)]
    feeds = Feed.objects.filter(source__tournament=tournament)
    assert list(feeds.values_list("source__position", "stage__position", "first_rank", "last_rank")) == [
        (1, 2, 1, 1)
    ]
    assert list(tournament.tables.order_by("number").values_list("number", flat=True)) == [1, 2, 3]
    assert TableLink.objects.filter(table__tournament=tournament, revoked_at=None).count() == 3


def test_settings_survive_a_round_trip(club):
    new_settings = settings(tables=7, knockout=KNOCKOUT, advance=1)
    tournament = tournament_settings.create_tournament(club=club, settings=new_settings, by=CONSOLE, at=NOW)
    assert tournament_settings.settings_of(Tournament.objects.get(pk=tournament.pk)) == new_settings


def test_tournaments_of_one_rule_set_share_its_snapshot(club):
    first, second = create(club), create(club)
    assert first.rule_book == second.rule_book
    assert first.rule_book.content == rule_set("101-pairs").to_json()
    other = tournament_settings.create_tournament(
        club=club, settings=settings(), rule_set_id="101-rising", by=CONSOLE, at=NOW
    )
    assert other.rule_book != first.rule_book
    assert RuleBook.objects.count() == 2


def stage(**figures):
    return replace(Length(best_of=3, hands=11), **figures)


def with_stage(position: int, **changes) -> tuple[StageSettings, ...]:
    stages = list(settings().stages)
    stages[position - 1] = replace(stages[position - 1], **changes)
    return tuple(stages)


OUT_OF_RANGE = [
    *({part: stage(best_of=best_of)} for part in ("groups", "knockout") for best_of in (-1, 0, 2, 4, 7)),
    *({part: stage(hands=hands)} for part in ("groups", "knockout") for hands in (0, 1, 4, 10, 13)),
    *({"advance": advance} for advance in (0, 257)),
    *({"tables": tables} for tables in (-1, 0, 65)),
    {"kind": "trios"},
    {"stages": ()},
    {"stages": settings().stages * 5},
    {"stages": with_stage(1, kind="darts")},
    *({"stages": with_stage(1, meetings=meetings)} for meetings in (0, 3)),
    *({"stages": with_stage(1, rounds=rounds)} for rounds in (-1, 31)),
    {"stages": with_stage(1, name="x" * 61)},
    {"stages": with_stage(2, feeds=(FeedSettings(1, 2, 1),))},
    {"stages": with_stage(2, feeds=(FeedSettings(1, 1, 1, best=0),))},
]


@pytest.mark.parametrize("changes", OUT_OF_RANGE, ids=str)
def test_values_out_of_range_are_refused_and_nothing_is_stored(club, changes):
    with pytest.raises(SettingsNotPossible):
        create(club, **changes)
    assert not Tournament.objects.exists()
    tournament = create(club)
    with pytest.raises(SettingsNotPossible):
        tournament_settings.change_tournament(
            tournament=tournament, settings=settings(**changes), by=CONSOLE, at=NOW
        )
    assert tournament_settings.settings_of(tournament) == settings()


IN_RANGE = [
    *({part: stage(best_of=best_of)} for part in ("groups", "knockout") for best_of in (1, 3, 5)),
    *({part: stage(hands=hands)} for part in ("groups", "knockout") for hands in (3, 5, 7, 9, 11)),
    *({"advance": advance} for advance in (1, 2, 256)),
    *({"tables": tables} for tables in (1, 64)),
    {"stages": with_stage(1, meetings=2, name="x" * 60)},
    {"stages": with_stage(2, third_place=True, draws_itself=False)},
    {"stages": with_stage(1, tie_breaks=("average", "encounters_won", "lot"))},
    {"stages": (StageSettings("swiss", 3, 9, rounds=30),)},
    {"stages": (StageSettings("double", 1, 11, reset_final=False),)},
    {"stages": (StageSettings("tables", 1, 11),), "kind": "singles"},
]


@pytest.mark.parametrize("changes", IN_RANGE, ids=str)
def test_every_value_in_range_is_accepted(club, changes):
    assert tournament_settings.settings_of(create(club, **changes)) == settings(**changes)
    tournament = create(club)
    tournament_settings.change_tournament(
        tournament=tournament, settings=settings(**changes), by=CONSOLE, at=NOW
    )
    assert tournament_settings.settings_of(Tournament.objects.get(pk=tournament.pk)) == settings(**changes)


def test_everything_can_change_before_the_draw(club):
    tournament = create(club)
    new_settings = tournament_settings.TournamentSettings(
        name="Kış Kupası",
        first_day=date(2027, 1, 2),
        last_day=date(2027, 1, 3),
        tables=2,
        stages=(
            StageSettings("swiss", 1, 9, name="Eleme turları", rounds=4),
            StageSettings("double", 3, 11, feeds=(FeedSettings(1, 1, 8),), reset_final=False),
            StageSettings("knockout", 3, 11, feeds=(FeedSettings(1, 9, 12),)),
        ),
    )
    counter = Tournament.objects.get(pk=tournament.pk).counter
    tournament_settings.change_tournament(tournament=tournament, settings=new_settings, by=CONSOLE, at=NOW)
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament_settings.settings_of(tournament) == new_settings
    assert tournament.counter == counter + 1
    row = LogRow.objects.get(action="tournament_changed")
    assert ("Güz Kupası" in row.before, "Kış Kupası" in row.after) == (True, True)


def test_name_days_and_venue_can_change_after_the_draw():
    tournament = drawn_tournament()
    change(tournament, name="Kış Kupası", last_day=date(2026, 11, 25), venue="Lokal")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.last_day.day, tournament.venue) == ("Kış Kupası", 25, "Lokal")


@pytest.mark.parametrize(
    "changes",
    [
        {"stages": with_stage(1, best_of=3)},
        {"stages": with_stage(1, tie_breaks=("average", "lot"))},
        {"stages": (StageSettings("swiss", 1, 3), settings().stages[1])},
        {"stages": settings().stages[:1], "tables": 5},
        {"tables": 5},
        {"stages": (StageSettings("tables", 1, 3),), "kind": "singles"},
    ],
    ids=str,
)
def test_settings_that_a_draw_depends_on_cannot_change(changes):
    tournament = drawn_tournament()
    before = tournament_settings.settings_of(tournament)
    with pytest.raises(tournament_settings.AlreadyDrawn):
        change(tournament, name="Kış Kupası", **changes)
    assert tournament_settings.settings_of(Tournament.objects.get(pk=tournament.pk)) == before


LATER = replace(
    settings().stages[1], best_of=5, hands=11, third_place=True, feeds=(FeedSettings(1, 1, 1),), name="Final"
)


@pytest.mark.parametrize(
    "later",
    [
        (LATER,),
        (),
        (StageSettings("swiss", 3, 9, rounds=3, tie_breaks=("average", "lot"), feeds=LATER.feeds),),
        (LATER, StageSettings("knockout", 1, 3, feeds=(FeedSettings(1, 2, 2),))),
    ],
    ids=["longer", "none", "another format", "one more"],
)
def test_undrawn_stages_can_change_while_others_are_played(later):
    tournament = drawn_tournament()
    first = tournament.stages.get(position=1)
    new_stages = (settings().stages[0], *later)
    change(tournament, stages=new_stages)
    assert tournament_settings.settings_of(Tournament.objects.get()).stages == new_stages
    assert tournament.stages.get(position=1) == first
    assert first.encounters.count() == 12


def test_drawn_stage_can_be_renamed():
    tournament = drawn_tournament()
    new_stages = with_stage(1, name="Cuma akşamı")
    change(tournament, stages=new_stages)
    assert tournament_settings.settings_of(tournament).stages == new_stages


def test_finished_tournament_gets_no_further_stage():
    tournament = drawn_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    more = (*settings().stages, StageSettings("knockout", 1, 3, feeds=(FeedSettings(2, 1, 2),)))
    with pytest.raises(tournament_settings.AlreadyDrawn):
        change(tournament, stages=more)
    change(tournament, stages=with_stage(2, name="Final"))


def test_stage_with_a_revoked_draw_can_be_removed():
    tournament = drawn_tournament()
    draw.revoke_draw(stage=tournament.stages.get(position=1), by=CONSOLE, at=NOW)
    swapped = Stage.objects.get(tournament=tournament, position=1).draws.get()
    Draw.objects.filter(pk=swapped.pk).update(stage=tournament.stages.get(position=2))
    change(tournament, stages=settings().stages[:1])
    assert tournament.stages.count() == 1


def test_impossible_stage_flow_is_refused_with_stage_and_reason(club):
    with pytest.raises(StageFlowNotPossible) as refusal:
        create(club, stages=with_stage(2, feeds=()))
    assert refusal.value.details["stage"] == 2
    assert str(refusal.value.details["why"]) in refusal.value.message


def test_pairs_become_singles_only_while_nobody_is_entered(club):
    singles = {"kind": EntrantKind.SINGLES.value, "stages": (StageSettings("tables", 1, 3),)}
    tournament = open_tournament(club=club)
    change(tournament, **singles)
    assert tournament_settings.settings_of(Tournament.objects.get()).kind == EntrantKind.SINGLES
    entered = open_tournament(club=club, pairs=1)
    with pytest.raises(tournament_settings.EntrantsAreEntered):
        change(entered, **singles)


def test_form_opened_before_the_draw_cannot_change_what_it_depends_on():
    tournament = open_tournament(pairs=8)
    draw.draw_groups(
        tournament=Tournament.objects.get(pk=tournament.pk), groups=2, seed="101", by=CONSOLE, at=NOW
    )
    assert tournament.state == TournamentState.OPEN
    with pytest.raises(tournament_settings.AlreadyDrawn):
        change(tournament, tables=9)


def test_name_can_change_after_a_draw_of_one_group():
    tournament = drawn_tournament(pairs=4, groups=1, knockout=KNOCKOUT)
    change(tournament, name="Kış Kupası")
    tournament.refresh_from_db()
    assert tournament.name == "Kış Kupası"


def test_confirmation_can_change_during_play():
    tournament = drawn_tournament()
    change(tournament, agreement=Agreement.HAND, protest_minutes=30)
    tournament.refresh_from_db()
    assert (tournament.agreement, tournament.protest_minutes) == (Agreement.HAND, 30)
    row = LogRow.objects.get(action="tournament_changed")
    before, after = json.loads(row.before), json.loads(row.after)
    assert (before["agreement"], after["agreement"]) == ("match", "hand")
    assert (before["protest_minutes"], after["protest_minutes"]) == (15, 30)


@pytest.mark.parametrize(
    "changes", [{"agreement": "maybe"}, {"protest_minutes": -1}, {"protest_minutes": 241}]
)
def test_invalid_confirmation_is_refused(changes):
    with pytest.raises(SettingsNotPossible):
        change(drawn_tournament(), **changes)


@pytest.mark.parametrize("minutes", [0, 240])
def test_protest_minutes_accept_their_limits(minutes):
    tournament = drawn_tournament()
    change(tournament, protest_minutes=minutes)
    assert tournament_settings.settings_of(Tournament.objects.get()).common["protest_minutes"] == minutes


def test_added_tables_get_links_and_others_keep_theirs(club):
    tournament = create(club, tables=2)
    before = dict(TableLink.objects.values_list("table__number", "token"))
    change(tournament, tables=4)
    after = dict(TableLink.objects.values_list("table__number", "token"))
    assert sorted(after) == [1, 2, 3, 4]
    assert {number: after[number] for number in before} == before


def test_tables_reopen_where_only_closed_ones_would_be_left(club):
    tournament = create(club, tables=3)
    tournament.tables.filter(number__lt=3).update(closed_at=NOW)
    change(tournament, tables=2)
    assert tournament.tables.open().count() == 2


def test_removed_tables_are_the_highest_numbers_with_their_links(club):
    other = create(club, tables=4)
    tournament = create(club, tables=4)
    renewed = tournament.tables.get(number=4)
    tables.renew_link(table=renewed, by=CONSOLE, at=NOW)
    change(tournament, tables=2)
    numbers = Table.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2]
    assert TableLink.objects.filter(table__tournament=tournament).count() == 2
    assert TableLink.objects.filter(table__tournament=other).count() == 4


def test_table_named_in_the_history_stays():
    tournament = drawn_tournament(tables=4)
    link = TableLink.objects.get(table__tournament=tournament, table__number=3)
    encounter = next(encounter for encounter in encounters_of(tournament) if encounter.table == link.table)
    tables.swap_partners(encounter=encounter, letter=SideLetter.A, by=phone_of(link.table), at=NOW)
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    with pytest.raises(tournament_settings.TableWasUsed) as refusal:
        change(tournament, tables=2)
    assert refusal.value.details["number"] == 3
    with pytest.raises(ProtectedError):
        link.delete()
    change(tournament, tables=3)
    assert tournament.tables.count() == 3


OPEN = groups_then_knockout(
    Length(1, 9), Length(1, None), tie_breaks=usual_tie_breaks("groups", game_of("okey-countdown"))
)


def limited(hands: int | None, position: int = 1) -> tuple[StageSettings, ...]:
    return (*OPEN[: position - 1], replace(OPEN[position - 1], hands=hands), *OPEN[position:])


@pytest.mark.parametrize("hands", [7, None])
def test_drawn_match_length_cannot_change_and_the_refusal_names_the_stage(hands):
    tournament = drawn_tournament(rule_set_id="okey-countdown", stages=OPEN)
    with pytest.raises(tournament_settings.LengthIsDrawn) as refused:
        change(tournament, stages=limited(hands))
    assert refused.value.details == {"stage": 1}
    assert tournament_settings.settings_of(tournament).stages == OPEN


def test_length_of_a_later_stage_can_change_during_play():
    tournament = drawn_tournament(rule_set_id="okey-countdown", stages=OPEN)
    change(tournament, stages=limited(11, position=2))
    assert tournament_settings.settings_of(tournament).stages == limited(11, position=2)


def test_length_can_change_after_revoking_the_draw():
    tournament = drawn_tournament(rule_set_id="okey-countdown", stages=OPEN)
    draw.revoke_draw(stage=first_stage(tournament), by=CONSOLE, at=NOW)
    tournament.refresh_from_db()
    change(tournament, stages=limited(None))
    assert tournament_settings.settings_of(tournament).stages == limited(None)


def test_doors_that_open_after_the_start_are_refused():
    with pytest.raises(tournament_settings.DoorsOpenTooLate):
        change(open_tournament(), begins=time(19), doors=time(19, 1))


def test_end_without_a_start_is_refused():
    with pytest.raises(tournament_settings.EndNeedsStart):
        change(open_tournament(), ends=time(23))


@pytest.mark.parametrize(
    "impossible", [{"begins": time(19), "doors": time(20)}, {"begins": None, "ends": time(23)}]
)
def test_database_refuses_impossible_hours(impossible):
    tournament = open_tournament()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(**impossible)
