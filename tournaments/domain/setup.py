"""Setting a tournament up, before its draw."""

from __future__ import annotations

import hashlib
from collections.abc import Container
from dataclasses import asdict, dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import Max, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.rulesets import RuleSet, rule_set
from tournaments.enums import Agreement, StageKind, TournamentState
from tournaments.models import Club, Keeper, LogRow, RuleBook, SidesLink, Stage, Table, TableLink, Tournament

from . import counter, log
from .actor import Actor
from .refusals import Refused

MOST_TABLES = 64


class AlreadyDrawn(Refused):
    code = "already_drawn"
    template = _("The groups of this tournament are drawn; this can't be changed any more.")


class SettingsNotPossible(Refused):
    code = "settings_not_possible"
    template = _("These settings can't be played: “%(field)s” can't be %(value)s.")


class TableWasUsed(Refused):
    code = "table_was_used"
    template = _(
        "The link of table %(number)s was used already, and the history names it."
        " Keep at least %(number)s tables."
    )


BEST_OF = (1, 3, 5)
HANDS = (3, 5, 7, 9, 11)
ADVANCE = (1, 2)
LONGEST_PROTEST_MINUTES = 240


ALWAYS_CHANGEABLE = ("name", "first_day", "last_day", "venue", "agreement", "protest_minutes")


@dataclass(frozen=True)
class StageSettings:
    best_of: int
    hands: int


@dataclass(frozen=True)
class TournamentSettings:
    """What an organizer sets: name, days, place, how long encounters are, tables in the room.

    `agreement` is what both sides confirm; what they don't is final after `protest_minutes`.
    """

    name: str
    first_day: date
    last_day: date
    venue: str
    tables: int
    groups: StageSettings
    knockout: StageSettings
    advance: int = 2
    agreement: str = Agreement.MATCH.value
    protest_minutes: int = 15


@transaction.atomic
def create_tournament(
    *, club: Club, settings: TournamentSettings, rule_set_id: str = "101-pairs", by: Actor, at: datetime
) -> Tournament:
    """A tournament that is open for entries, with its rule book, its two stages and its tables.

    Raises SettingsNotPossible for figures out of range.
    """
    _check(settings)
    tournament = Tournament.objects.create(
        club=club,
        name=settings.name,
        first_day=settings.first_day,
        last_day=settings.last_day,
        venue=settings.venue,
        rule_book=rule_book_for(rule_set(rule_set_id), at=at),
        agreement=settings.agreement,
        protest_minutes=settings.protest_minutes,
        created_at=at,
    )
    for position, kind in enumerate((StageKind.GROUPS, StageKind.KNOCKOUT), start=1):
        Stage.objects.create(
            tournament=tournament, position=position, kind=kind, **_stage_fields(settings, kind)
        )
    _set_tables(tournament, settings.tables, at=at)
    log.write("tournament_created", by=by, at=at, tournament=tournament, after=asdict(settings))
    return tournament


@transaction.atomic
def change_tournament(
    *, tournament: Tournament, settings: TournamentSettings, by: Actor, at: datetime
) -> None:
    """Change the settings.

    Raises SettingsNotPossible, AlreadyDrawn where the draw rests on a change, TableWasUsed.
    """
    _check(settings)
    state = Tournament.objects.select_for_update().values_list("state", flat=True).get(pk=tournament.pk)
    before = settings_of(tournament)
    if state != TournamentState.OPEN and _rests_on_draw(before) != _rests_on_draw(settings):
        raise AlreadyDrawn
    for field in ALWAYS_CHANGEABLE:
        setattr(tournament, field, getattr(settings, field))
    tournament.save(update_fields=ALWAYS_CHANGEABLE)
    # After the draw they can't differ; hands being stored hold the stages before the tournament.
    for stage in tournament.stages.all() if state == TournamentState.OPEN else ():
        for field, value in _stage_fields(settings, stage.kind).items():
            setattr(stage, field, value)
        stage.save(update_fields=["best_of", "hands_per_match", "advance"])
    if before.tables != settings.tables:
        _set_tables(tournament, settings.tables, at=at)
    log.write(
        "tournament_changed",
        by=by,
        at=at,
        tournament=tournament,
        before=asdict(before),
        after=asdict(settings),
    )
    counter.touch(tournament)


def settings_of(tournament: Tournament) -> TournamentSettings:
    """The settings as they stand."""
    stages = {stage.kind: stage for stage in tournament.stages.order_by("position")}
    groups = stages[StageKind.GROUPS]
    knockout = stages[StageKind.KNOCKOUT]
    return TournamentSettings(
        name=tournament.name,
        first_day=tournament.first_day,
        last_day=tournament.last_day,
        venue=tournament.venue,
        tables=tournament.tables.count(),
        groups=StageSettings(groups.best_of, groups.hands_per_match),
        knockout=StageSettings(knockout.best_of, knockout.hands_per_match),
        advance=groups.advance,
        agreement=tournament.agreement,
        protest_minutes=tournament.protest_minutes,
    )


def rule_book_for(rules: RuleSet, *, at: datetime) -> RuleBook:
    """The snapshot of a rule set, made once for each content."""
    content = rules.to_json()
    book, _created = RuleBook.objects.get_or_create(
        digest=hashlib.sha256(content.encode()).hexdigest(),
        defaults={"rule_set_id": rules.id, "content": content, "created_at": at},
    )
    return book


def _check(settings: TournamentSettings) -> None:
    figures: list[tuple[Promise, int | str, Container[int | str]]] = [
        (_("best of"), settings.groups.best_of, BEST_OF),
        (_("best of"), settings.knockout.best_of, BEST_OF),
        (_("hands a match"), settings.groups.hands, HANDS),
        (_("hands a match"), settings.knockout.hands, HANDS),
        (_("advance from each group"), settings.advance, ADVANCE),
        (_("tables"), settings.tables, range(1, MOST_TABLES + 1)),
        (_("what both sides confirm"), settings.agreement, Agreement.values),
        (_("minutes to protest"), settings.protest_minutes, range(LONGEST_PROTEST_MINUTES + 1)),
    ]
    for name, value, allowed in figures:
        if value not in allowed:
            raise SettingsNotPossible(field=name, value=value)


def _stage_fields(settings: TournamentSettings, kind: str) -> dict[str, int]:
    plan = settings.groups if kind == StageKind.GROUPS else settings.knockout
    return {"best_of": plan.best_of, "hands_per_match": plan.hands, "advance": settings.advance}


def _rests_on_draw(settings: TournamentSettings) -> tuple[object, ...]:
    return (settings.groups, settings.knockout, settings.advance, settings.tables)


def _set_tables(tournament: Tournament, wanted: int, *, at: datetime) -> None:
    """Add or take away tables so that there are 1…wanted, each with its link."""
    surplus = tournament.tables.filter(number__gt=wanted)
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
        Table(tournament=tournament, number=number)
        for number in range(1, wanted + 1)
        if number not in present
    )
    TableLink.objects.bulk_create(TableLink(table=table, created_at=at) for table in tables)
    SidesLink.objects.bulk_create(SidesLink(table=table, created_at=at) for table in tables)
