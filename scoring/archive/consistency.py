from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Final

from rules.games import game_of
from rules.rulesets import UnknownRuleSet
from scoring.archive.archived_tables import ROSTER
from scoring.archive.encounter_consistency import ENCOUNTER_CHECKS
from scoring.archive.errors import ArchiveRefused, json_pointer
from scoring.archive.parsed_archive import Archive, Values
from scoring.ledger.rulebooks import rules_of
from scoring.ledger.seal_verification import UNREADABLE
from tournaments.enums import (
    BRACKET_KINDS,
    STANDINGS_KINDS,
    EntrantKind,
    EntrantState,
    StageKind,
    TournamentState,
)
from tournaments.models import RuleBook
from tournaments.models.common_settings import COMMON_SETTINGS
from tournaments.naming.invisible_characters import is_visible_name
from tournaments.setup.domain.tournament_settings import TournamentSettings, refuse_settings
from tournaments.stages.stage_flow_checks import SettingsNotPossible, StageFlowNotPossible
from tournaments.stages.stage_settings import FeedSettings, StageSettings

Problem = tuple[str, str]
"""A JSON pointer, and what is wrong there."""
INVISIBLE_NAME: Final = "is blank, or has signs that nobody sees"
CLOCK_STEP: Final = timedelta(days=1)
"""Setting a clock between two moments moves it back by less than this."""
ORDERED_MOMENTS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "tournament": (("created_at", "cancelled_at"),),
    "draws": (("drawn_at", "undone_at"),),
    "encounters": (("started_at", "decided_at"), ("started_at", "annulled_at")),
    "bells": (("rung_at", "taken_back_at"),),
    "protests": (("asked_at", "taken_at"), ("asked_at", "closed_at"), ("taken_at", "closed_at")),
}
"""Moments of a row, the earlier first, that the domain stores one after the other."""


def refuse_inconsistent(archive: Archive) -> None:
    """Raise ArchiveRefused for rows that no release writes together."""
    _refuse_rule_books(archive)
    _refuse_settings(archive)
    for check in (*CHECKS, *ENCOUNTER_CHECKS):
        for place, why in check(archive):
            raise ArchiveRefused(place, why)


def _refuse_rule_books(archive: Archive) -> None:
    """Raise ArchiveRefused for rule books of an unknown game or with another id than their content has."""
    for number, row in enumerate(archive.rows["rule_books"]):
        try:
            same = rules_of(RuleBook(**row)).id == row["rule_set_id"]
        except (*UNREADABLE, UnknownRuleSet) as error:
            raise ArchiveRefused(
                json_pointer("rule_books", number), f"is of no game known here: {error!r}"
            ) from error
        if not same:
            raise ArchiveRefused(
                json_pointer("rule_books", number, "rule_set_id"), "is another than its content says"
            )


def _refuse_settings(archive: Archive) -> None:
    """Raise ArchiveRefused for stages not numbered from 1, and settings or rules that can't be played.

    Call after _refuse_rule_books.
    """
    stages = archive.rows["stages"]
    for number, row in enumerate(stages):
        if row["position"] != number + 1:
            raise ArchiveRefused(json_pointer("stages", number, "position"), "is not the next number from 1")
    tournament = archive.tournament
    books = {row["digest"]: row for row in archive.rows["rule_books"]}
    game = game_of(books[tournament["rule_book"]]["rule_set_id"])
    try:
        refuse_settings(_build_settings(archive), game)
    except StageFlowNotPossible as refusal:
        place = json_pointer("stages", refusal.details["stage"] - 1)
        raise ArchiveRefused(place, f"can't be played: {refusal.details['why']}") from refusal
    except SettingsNotPossible as refusal:
        raise ArchiveRefused(
            _refusal_pointer(refusal, archive), f"can't be played: {refusal.message}"
        ) from refusal
    rules = rules_of(RuleBook(**books[tournament["rule_book"]]))
    if game.rules_for(rules, tournament["kind"] == EntrantKind.SINGLES) != rules:
        raise ArchiveRefused("/tournament/rule_book", "is not for those who enter, pairs or singles")


def _refusal_pointer(refusal: SettingsNotPossible, archive: Archive) -> str:
    for place, value in (("/tables", len(archive.rows["tables"])), *_setting_values(archive)):
        if refusal.details["value"] == value:
            return place
    return "/stages"


def _setting_values(archive: Archive) -> Iterator[tuple[str, Any]]:
    yield from ((json_pointer("tournament", name), archive.tournament[name]) for name in COMMON_SETTINGS)
    for kind in ("stages", "feeds"):
        for number, row in enumerate(archive.rows[kind]):
            yield from ((json_pointer(kind, number, name), value) for name, value in row.items())


def _build_settings(archive: Archive) -> TournamentSettings:
    tournament = archive.tournament
    return TournamentSettings(
        name=tournament["name"],
        first_day=tournament["first_day"],
        last_day=tournament["last_day"],
        tables=len(archive.rows["tables"]),
        stages=tuple(_stage_settings(row, archive.rows["feeds"]) for row in archive.rows["stages"]),
        kind=tournament["kind"],
        common={name: tournament[name] for name in COMMON_SETTINGS},
    )


def _stage_settings(row: Values, all_feeds: list[Values]) -> StageSettings:
    """Take the row's own of `all_feeds`, by source and first rank."""
    feeding = [feed for feed in all_feeds if feed["stage"] == row["position"]]
    return StageSettings(
        kind=row["kind"],
        best_of=row["best_of"],
        hands=row["hands_per_match"],
        feeds=tuple(
            FeedSettings(feed["source"], feed["first_rank"], feed["last_rank"], feed["best"])
            for feed in sorted(feeding, key=lambda feed: (feed["source"], feed["first_rank"]))
        ),
        tie_breaks=tuple(row["tie_breaks"]),
        **{
            name: row[name]
            for name in ("name", "meetings", "rounds", "third_place", "reset_final", "draws_itself")
        },
        time_up=row["time_up"],
        least_hands=row["least_hands"],
    )


def _check_tables(archive: Archive) -> Iterator[Problem]:
    for number, row in enumerate(archive.rows["tables"], start=1):
        if not 1 <= row["number"] <= len(archive.rows["tables"]):
            yield json_pointer("tables", number - 1, "number"), "leaves a number out: tables count from 1"
    if all(row["closed_at"] is not None for row in archive.rows["tables"]):
        yield "/tables", "are all closed: one is always open"


def _check_tournament(archive: Archive) -> Iterator[Problem]:
    """Yield invisible names, a state unlike the first draw, a cancellation unlike its reason, wrong days."""
    tournament, stages = archive.tournament, archive.rows["stages"]
    if not is_visible_name(tournament["name"]):
        yield "/tournament/name", INVISIBLE_NAME
    if not is_visible_name(archive.raw["club"]["name"]):
        yield "/club/name", INVISIBLE_NAME
    if (tournament["state"] == TournamentState.OPEN) != (stages[0]["drawn_at"] is None):
        yield "/tournament/state", "does not fit the draw of its first stage"
    if (tournament["cancelled_at"] is None) != (tournament["cancelled_because"] == ""):
        yield "/tournament/cancelled_because", "does not fit whether it is cancelled"
    if tournament["last_day"] < tournament["first_day"]:
        yield "/tournament/last_day", "is before its first day"


def _check_entrants(archive: Archive) -> Iterator[Problem]:
    """Yield rosters of a wrong size, invisible names, and times of leaving that contradict the state."""
    size = 1 if archive.tournament["kind"] == EntrantKind.SINGLES else 2
    for number, row in enumerate(archive.rows["entrants"]):
        place = json_pointer("entrants", number)
        if len(set(row[ROSTER])) != size or len(row[ROSTER]) != size:
            yield f"{place}/{ROSTER}", f"are not {size}"
        if not is_visible_name(row["name"]):
            yield f"{place}/name", INVISIBLE_NAME
        if row["club_name"] and not is_visible_name(row["club_name"]):
            yield f"{place}/club_name", INVISIBLE_NAME
        if (row["state"] == EntrantState.PLAYING) != (row["left_at"] is None):
            yield f"{place}/left_at", "does not fit its state"
    for number, row in enumerate(archive.rows["players"]):
        if row["anonymous_as"] is None and not is_visible_name(row["name"]):
            yield json_pointer("players", number, "name"), INVISIBLE_NAME


def _check_moments(archive: Archive) -> Iterator[Problem]:
    for kind, orders in ORDERED_MOMENTS.items():
        rows = [archive.tournament] if kind == "tournament" else archive.rows[kind]
        for number, row in enumerate(rows):
            place = json_pointer(kind) if kind == "tournament" else json_pointer(kind, number)
            for earlier, later in orders:
                if row[earlier] and row[later] and row[later] < row[earlier] - CLOCK_STEP:
                    yield f"{place}/{later}", f"is before `{earlier}`"


def _check_draws(archive: Archive) -> Iterator[Problem]:
    """Yield draws of another format, later rounds of groups or brackets, drawn stages without their draw.

    An undone draw may have another format.
    """
    stages = {row["position"]: row for row in archive.rows["stages"]}
    drawn: Counter[int] = Counter()
    for number, row in enumerate(archive.rows["draws"]):
        stage, place = stages[row["stage"]], json_pointer("draws", number)
        if row["undone_at"] is None:
            drawn[row["stage"]] += row["round"] == 0
            if row["kind"] != stage["kind"]:
                yield f"{place}/kind", "is another format than that of its stage"
        if row["round"] and row["kind"] in (StageKind.GROUPS, *BRACKET_KINDS):
            yield f"{place}/round", "is that of a format that is drawn as a whole"
    for position, stage in stages.items():
        if drawn[position] != (stage["drawn_at"] is not None):
            yield json_pointer("stages", position - 1, "drawn_at"), "does not fit its draws"


def _check_groups(archive: Archive) -> Iterator[Problem]:
    """Yield groups of undrawn or knock-out stages, misnumbered, missing or too many, and wrong places."""
    stages = {row["position"]: row for row in archive.rows["stages"]}
    groups: Counter[int] = Counter()
    for number, row in enumerate(archive.rows["groups"]):
        stage = stages[row["stage"]]
        if stage["kind"] not in STANDINGS_KINDS or stage["drawn_at"] is None:
            yield json_pointer("groups", number, "stage"), "is drawn without groups"
        if row["position"] != groups[row["stage"]]:
            yield json_pointer("groups", number, "position"), "is not the next number from 0"
        groups[row["stage"]] += 1
    for position, stage in stages.items():
        grouped = stage["kind"] in STANDINGS_KINDS and stage["drawn_at"] is not None
        if grouped and (not groups[position] or (stage["kind"] != StageKind.GROUPS and groups[position] > 1)):
            yield json_pointer("stages", position - 1, "kind"), "does not fit the number of its groups"
    yield from _check_group_places(archive)


def _check_group_places(archive: Archive) -> Iterator[Problem]:
    """Yield entrants in two groups of a stage, and groups without entrants."""
    entrants_by_stage: set[tuple[int, Any]] = set()
    filled: Counter[Any] = Counter()
    for number, row in enumerate(archive.rows["group_places"]):
        key = (row["group"][0], row["entrant"])
        if key in entrants_by_stage:
            yield json_pointer("group_places", number, "entrant"), "is in a group of this stage already"
        entrants_by_stage.add(key)
        filled[row["group"]] += 1
    for number, row in enumerate(archive.rows["groups"]):
        if not filled[row["stage"], row["position"]]:
            yield json_pointer("groups", number), "has nobody in it"


def _check_tie_decisions(archive: Archive) -> Iterator[Problem]:
    entrants = archive.names["entrants"]
    for number, row in enumerate(archive.rows["tie_decisions"]):
        if (row["group"] is None) == (row["stage"] is None):
            yield json_pointer("tie_decisions", number, "group"), "is not one of a group or of a stage"
        for place, entrant in enumerate(row["order"]):
            if entrant not in entrants:
                yield json_pointer("tie_decisions", number, "order", place), "names none of the entrants"


CHECKS: Final[tuple[Callable[[Archive], Iterator[Problem]], ...]] = (
    *(
        _check_tables,
        _check_tournament,
        _check_entrants,
        _check_moments,
        _check_draws,
        _check_groups,
        _check_tie_decisions,
    ),
)
