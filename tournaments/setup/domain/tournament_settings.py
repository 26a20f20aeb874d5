from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from rules.games import DEFAULT_RULE_SET, game_of
from rules.games.game import Game
from rules.rulesets import RuleSet
from tournaments.calendar_revisions import revise_tournament
from tournaments.database.row_locks import lock_rows
from tournaments.enums import EntrantKind, TournamentState, Visibility
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import (
    Club,
    Evening,
    Keeper,
    LogRow,
    RuleBook,
    SidesLink,
    Table,
    TableLink,
    Tournament,
)
from tournaments.models.common_settings import (
    COMMON_SETTINGS,
    common_settings_of,
    default_common_settings,
    flatten_common_settings,
)
from tournaments.models.table import MOST_TABLES
from tournaments.naming.dates_in_names import move_date
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.stages.stage_flow_checks import SettingsNotPossible, check_stage_flow, refuse_out_of_range
from tournaments.stages.stage_settings import StageSettings, stage_from_log, stages_of, store_stages


class AlreadyDrawn(Refused):
    code = "already_drawn"
    template = _("The draw depends on it, so it can't be changed any more.")


class LengthIsDrawn(AlreadyDrawn):
    """`stage` is the position of a drawn stage."""

    code = "length_is_drawn"
    template = _(
        "Stage %(stage)s was drawn with this match length. As long as no hand is played there, undo the "
        "draw, change it and draw again; later it can only be changed for stages that are not drawn."
    )


class EntrantsAreEntered(Refused):
    code = "entrants_are_entered"
    template = _("Someone is already on the entry list, so pairs or singles can't be changed any more.")


class TableWasUsed(Refused):
    code = "table_was_used"
    template = _(
        "The link of table %(number)s was already used and is in the history. Keep at least %(number)s "
        "tables."
    )


class DoorsOpenTooLate(SettingsNotPossible):
    code = "doors_open_too_late"
    template = _("The doors can't open after the start.")


class EndNeedsStart(SettingsNotPossible):
    code = "end_needs_start"
    template = _("An end needs a start: enter both, or neither.")


LONGEST_NAME = 120
IN_CALENDARS = ("name", "first_day", "last_day", "begins", "ends", "doors", "venue")
ALWAYS_CHANGEABLE = ("name", "first_day", "last_day", *COMMON_SETTINGS)


@dataclass(frozen=True)
class TournamentSettings:
    """Anything unconfirmed is final after `protest_minutes`."""

    name: str
    first_day: date
    last_day: date
    tables: int
    stages: tuple[StageSettings, ...]
    kind: str = EntrantKind.PAIRS.value
    common: Mapping[str, Any] = field(default_factory=default_common_settings)

    def with_common(self, **changes: Any) -> TournamentSettings:
        return replace(self, common={**self.common, **changes})

    @property
    def values(self) -> dict[str, Any]:
        return flatten_common_settings(asdict(self))


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    settings: TournamentSettings,
    rule_set_id: str = DEFAULT_RULE_SET,
    rules: RuleSet | None = None,
    cloned_from: Tournament | None = None,
    visibility: Visibility = Visibility.DRAFT,
    by: Actor,
    at: datetime,
) -> Tournament:
    """Starts from a rule set, or from `rules` unchanged.

    Raises UnknownRuleSet, and what refuse_settings raises.
    """
    game = game_of(rules.id if rules else rule_set_id)
    refuse_settings(settings, game)
    tournament = Tournament.objects.create(
        club=club,
        name=settings.name,
        kind=settings.kind,
        first_day=settings.first_day,
        last_day=settings.last_day,
        visibility=visibility,
        rule_book=store_rule_book(rules or _adapt_rules(game, game.presets[rule_set_id], settings), at=at),
        created_at=at,
        revised_at=at,
        **settings.common,
    )
    store_stages(tournament, settings.stages)
    _set_tables(tournament, settings.tables, at=at)
    summary = _log_details(settings, tournament) | (
        {"again_of": str(cloned_from.public_id)} if cloned_from else {}
    )
    log_and_publish("tournament_created", by=by, at=at, tournament=tournament, after=summary)
    return tournament


@transaction.atomic
def change_tournament(
    *,
    tournament: Tournament,
    settings: TournamentSettings,
    seen: TournamentSettings | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """Of a drawn stage only the name changes; a moved club night's name has the new date.

    `seen` are the settings that the edit started from.

    Raises what refuse_settings raises, ChangedMeanwhile, AlreadyDrawn (LengthIsDrawn if only the match
    length differs), EntrantsAreEntered, TableWasUsed.
    """
    game = game_of(tournament.rule_book.rule_set_id)
    refuse_settings(settings, game)
    list(lock_rows(tournament.tables).order_by("pk"))  # locked before the tournament, as keepers do
    list(lock_rows(tournament.stages).order_by("pk"))  # and as every hand does
    locked = lock_rows(Tournament.objects).get(pk=tournament.pk)
    before = settings_of(locked)
    refuse_concurrent_change(seen, before)
    if settings.name == before.name and before.first_day != settings.first_day and is_club_night(locked):
        settings = replace(settings, name=name_for_day(before, settings.first_day))
    _refuse_drawn_changes(drawn_positions(locked), TournamentState(locked.state), before, settings)
    if before.kind != settings.kind and tournament.entrants.exists():
        raise EntrantsAreEntered
    for name in ALWAYS_CHANGEABLE:
        setattr(tournament, name, settings.values[name])
    if before.kind != settings.kind:
        rules = game.read_rules(locked.rule_book.content)
        tournament.rule_book = store_rule_book(_adapt_rules(game, rules, settings), at=at)
        tournament.save(update_fields=["rule_book"])
    tournament.kind = settings.kind
    tournament.save(update_fields=[*ALWAYS_CHANGEABLE, "kind"])
    if any(before.values[name] != settings.values[name] for name in IN_CALENDARS):
        revise_tournament(tournament, at=at)
    if before.stages != settings.stages:
        store_stages(tournament, settings.stages)
    if before.tables != settings.tables:
        _set_tables(tournament, settings.tables, at=at)
    log_and_publish(
        "tournament_changed",
        by=by,
        at=at,
        tournament=tournament,
        before=_log_details(before, tournament),
        after=_log_details(settings, tournament),
    )


def settings_of(tournament: Tournament) -> TournamentSettings:
    return TournamentSettings(
        name=tournament.name,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        tables=tournament.tables.count(),
        stages=stages_of(tournament),
        kind=tournament.kind,
        common=common_settings_of(tournament),
    )


def is_club_night(tournament: Tournament) -> bool:
    return Evening.objects.filter(tournament=tournament).exists()


def name_for_day(settings: TournamentSettings, day: date) -> str:
    """Return the name with its date moved, if it has one."""
    return move_date(
        settings.name,
        first_day=settings.first_day,
        last_day=settings.last_day,
        new_day=day,
        longest=LONGEST_NAME,
    )


def stages_before_switch(tournament: Tournament) -> tuple[StageSettings, ...]:
    """Return the stages before entrants were last switched to this kind, from the log; () if unreadable."""
    rows = (
        tournament.log.filter(action="tournament_changed")
        .exclude(before="")
        .exclude(after="")
        .order_by("-pk")
    )
    for before, after in rows.values_list("before", "after"):
        old, new = json.loads(before), json.loads(after)
        if new.get("kind") == tournament.kind != old.get("kind"):
            with suppress(KeyError, TypeError):  # older versions logged it in another form
                return tuple(stage_from_log(settings) for settings in old["stages"])
    return ()


def drawn_positions(tournament: Tournament) -> set[int]:
    return set(tournament.stages.exclude(drawn_at=None).values_list("position", flat=True))


def store_rule_book(rules: RuleSet, *, at: datetime) -> RuleBook:
    """Stored once for each content."""
    content = rules.to_json()
    book, _created = RuleBook.objects.get_or_create(
        digest=hashlib.sha256(content.encode()).hexdigest(),
        defaults={"rule_set_id": rules.id, "content": content, "created_at": at},
    )
    return book


def _adapt_rules(game: Game[Any, Any], rules: RuleSet, settings: TournamentSettings) -> RuleSet:
    adapted: RuleSet = game.rules_for(rules, settings.kind == EntrantKind.SINGLES)
    return adapted


def refuse_settings(settings: TournamentSettings, game: Game[Any, Any]) -> None:
    """Raise SettingsNotPossible, DoorsOpenTooLate, EndNeedsStart, and what check_stage_flow raises."""
    refuse_out_of_range(
        (_("tables"), settings.tables, range(1, MOST_TABLES + 1)),
        (_("who enters"), settings.kind, EntrantKind.values),
    )
    for name, value in settings.common.items():
        try:
            COMMON_SETTINGS[name].clean(value, None)
        except ValidationError as error:
            raise SettingsNotPossible(field=COMMON_SETTINGS[name].verbose_name, value=value) from error
    _refuse_hours(settings.common)
    check_stage_flow(settings.stages, settings.kind, game)


def _refuse_hours(common: Mapping[str, Any]) -> None:
    begins, ends, doors = (common[name] for name in ("begins", "ends", "doors"))
    if doors and begins and doors > begins:
        raise DoorsOpenTooLate(value=doors)
    if ends and not begins:
        raise EndNeedsStart(value=ends)


def _refuse_drawn_changes(
    drawn: Collection[int], state: TournamentState, before: TournamentSettings, after: TournamentSettings
) -> None:
    """Raise LengthIsDrawn if only lengths of a drawn stage change, else AlreadyDrawn; `drawn` are positions.

    A drawn stage fixes kind and number of tables, too, but no names. Once the tournament is finished,
    any stage's change is AlreadyDrawn.
    """
    stages_before, stages_after = (_without_names(settings.stages) for settings in (before, after))
    if state == TournamentState.FINISHED and stages_before != stages_after:
        raise AlreadyDrawn
    for position in sorted(drawn):
        stage_slice = slice(position - 1, position)
        if stages_before[stage_slice] != stages_after[stage_slice]:
            same_format = _without_lengths(stages_before[stage_slice]) == _without_lengths(
                stages_after[stage_slice]
            )
            raise LengthIsDrawn(stage=position) if same_format else AlreadyDrawn
    if drawn and (before.kind, before.tables) != (after.kind, after.tables):
        raise AlreadyDrawn


def _without_names(stages: Sequence[StageSettings]) -> list[StageSettings]:
    return [replace(stage, name="") for stage in stages]


def _log_details(settings: TournamentSettings, tournament: Tournament) -> dict[str, Any]:
    return settings.values | {"rule_set": tournament.rule_book.rule_set_id}


def _without_lengths(stages: Sequence[StageSettings]) -> list[StageSettings]:
    return [replace(stage, best_of=1, hands=None) for stage in stages]


def _set_tables(tournament: Tournament, count: int, *, at: datetime) -> None:
    """Create or delete tables, with links; if all are closed, open all.

    Raises TableWasUsed if the log refers to links of a table to be deleted.
    """
    surplus = tournament.tables.filter(number__gt=count)
    used = LogRow.objects.filter(
        Q(table_link__table__in=surplus) | Q(sides_link__table__in=surplus)
    ).aggregate(entering=Max("table_link__table__number"), agreeing=Max("sides_link__table__number"))
    if numbers := [number for number in used.values() if number is not None]:
        raise TableWasUsed(number=max(numbers))
    Keeper.objects.filter(table__in=surplus).delete()
    SidesLink.objects.filter(table__in=surplus).delete()
    TableLink.objects.filter(table__in=surplus).delete()
    surplus.delete()
    present = set(tournament.tables.values_list("number", flat=True))
    tables = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, count + 1) if number not in present
    )
    TableLink.objects.bulk_create(TableLink(table=table, created_at=at) for table in tables)
    SidesLink.objects.bulk_create(SidesLink(table=table, created_at=at) for table in tables)
    if not tournament.tables.open().exists():
        tournament.tables.update(closed_at=None)
