from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from django.db.models import Max, prefetch_related_objects

from rules.standings.criteria import opponents_won
from rules.standings.qualification.status import Qualification, QualificationStatus, qualification_statuses
from rules.standings.tiebreaks import steps_by_ids
from scoring.enums import Outlook
from scoring.models import Standing
from scoring.standings.ranking import (
    GroupLedger,
    RankedEntrant,
    lot_order_across,
    rank_ledgers_across,
    read_ledgers,
    tied_at_cut,
)
from scoring.standings.records import byes_of
from tournaments.enums import SWISS_KINDS, StageKind, TimeUp
from tournaments.models import Entrant, Feed, GroupPlace, Stage

FIGURES: Final = (
    "encounters_played",
    "encounters_won",
    "matches_won",
    "matches_lost",
    "penalties",
    "opponents_penalties",
    "infractions",
    "unopened",
    "finishes",
    "hands",
)


OPEN_STATUS: Final = QualificationStatus(Qualification.CAN_STILL, exact=False)


@dataclass(frozen=True)
class _StageContext:
    stage: Stage
    direct_places: int
    best_feed: Feed | None
    ranked_groups: frozenset[int]
    rounds_to_draw: int
    best_placed: Mapping[int, RankedEntrant]
    advancing_ids: frozenset[int]
    tied_ids: frozenset[int]

    @property
    def contested_ranks(self) -> int:
        """How many ranks below the direct places may advance."""
        if self.best_feed is None or self.best_feed.first_rank != self.direct_places + 1:
            return 0
        return self.best_feed.last_rank - self.direct_places

    def is_separated(self, entrant: Entrant) -> bool:
        return bool(self.advancing_ids | self.tied_ids) and entrant.pk not in self.tied_ids


def compute_rows(stage: Stage, groups: Iterable[int] | None = None) -> list[Standing]:
    """All, or of some groups unless `groups_are_coupled`."""
    prefetch_related_objects([stage], "feeds_out")
    selected = stage.groups.select_related("stage").order_by("position")
    ledgers = read_ledgers(list(selected if groups is None else selected.filter(pk__in=groups)))
    context = _stage_context(stage, ledgers)
    return [row for ledger in ledgers for row in _compute_group_rows(ledger, context)]


def groups_are_coupled(stage: Stage) -> bool:
    """Whether a hand can change another group's rows."""
    return stage.feeds_out.exclude(best=None).exists()


def _stage_context(stage: Stage, ledgers: Sequence[GroupLedger]) -> _StageContext:
    """Read what the rows of all groups need, also who advances as best placed.

    These advance once all groups are ranked, unless tied.
    """
    places = GroupPlace.objects.filter(
        group__in=[ranked_item.group for ranked_item in ledgers], rank__isnull=False
    )
    ranked = frozenset(places.order_by("pk").values_list("group", flat=True))
    best = next((feed for feed in stage.feeds_out.all() if feed.best is not None), None)
    compared = rank_ledgers_across(ledgers, best.first_rank, lot_order_across(stage)) if best else []
    advancing = compared[: best.best] if best else []
    tied = tied_at_cut(compared, len(advancing)) if advancing else []
    complete = len(ranked) == len(ledgers) > 0
    return _StageContext(
        stage=stage,
        direct_places=stage.certain_qualifier_count,
        best_feed=best,
        ranked_groups=ranked,
        rounds_to_draw=_rounds_to_draw(stage, ledgers),
        best_placed={ranked_item.entrant.pk: ranked_item for ranked_item in compared},
        advancing_ids=frozenset(
            ranked_item.entrant.pk for ranked_item in advancing if complete and ranked_item not in tied
        ),
        tied_ids=frozenset(ranked_item.entrant.pk for ranked_item in tied if complete),
    )


def _rounds_to_draw(stage: Stage, ledgers: Sequence[GroupLedger]) -> int:
    if stage.kind not in SWISS_KINDS:
        return 0
    drawn = stage.encounters.not_annulled().aggregate(last=Max("round"))["last"] or 0
    playing = sum(len(ledger.entrants) - len(ledger.departed_keys) for ledger in ledgers)
    return stage.rounds_left(drawn=drawn, playing=playing)


def _compute_group_rows(ledger: GroupLedger, stage_input: _StageContext) -> Iterable[Standing]:
    byes, outlooks = byes_of(ledger.records), _qualification_statuses(ledger, stage_input)
    for ranked in ledger.rank_entrants():
        key = str(ranked.entrant.public_id)
        yield _row(ledger, ranked, stage_input, outlooks.get(key), byes.get(key, 0))


def _qualification_statuses(
    ledger: GroupLedger, stage_input: _StageContext
) -> Mapping[str, QualificationStatus]:
    """Return entrants' chances to advance by public id, without those who left; {} if nobody advances.

    At tables of four every status is open.
    """
    if not stage_input.direct_places and not stage_input.contested_ranks:
        return {}
    if stage_input.stage.kind == StageKind.FOURS:  # With an average a hand, anybody may still end anywhere.
        return {key: OPEN_STATUS for key in ledger.entrants if key not in ledger.departed_keys}
    steps = steps_by_ids(stage_input.stage.tie_breaks)
    if (
        ledger.departed_keys
    ):  # The strength of opponents who left is unknown here, so what depends on it stays open.
        steps = tuple(takewhile(lambda step: step.value is not opponents_won, steps))
    return qualification_statuses(
        entrants=[key for key in ledger.entrants if key not in ledger.departed_keys],
        records=ledger.records,
        steps=steps,
        places=stage_input.direct_places,
        best_of=stage_input.stage.best_of,
        contested=stage_input.contested_ranks,
        rounds_to_draw=stage_input.rounds_to_draw,
        lot=ledger.lot_order or None,
        time_up=stage_input.stage.time_up != TimeUp.OFF,
    )


def _row(
    ledger: GroupLedger,
    ranked: RankedEntrant,
    stage_input: _StageContext,
    outlook: QualificationStatus | None,
    byes: int,
) -> Standing:
    """Return an unsaved row, without qualification status if no `outlook`."""
    group, entrant = ledger.group, ranked.entrant
    across = stage_input.best_placed.get(entrant.pk)
    qualified = entrant.pk in stage_input.advancing_ids or (
        group.pk in stage_input.ranked_groups and ranked.rank <= stage_input.direct_places
    )
    row = Standing(
        stage_id=group.stage_id,
        group=group,
        entrant=entrant,
        place=ranked.place,
        rank=ranked.rank,
        tied=ranked.tied,
        strength=ranked.strength,
        byes=byes,
        qualified=qualified,
        separated_by=dict(ranked.separated_by),
        reasons=[reason.to_json() for reason in ranked.reasons],
        across_place=across.place if across else None,
        across_rank=across.rank if across else None,
        across_reasons=[reason.to_json() for reason in across.reasons] if across else [],
        **{name: getattr(ranked.row, name) for name in FIGURES},
    )
    if outlook is not None:
        decided = stage_input.is_separated(entrant) if across else group.pk in stage_input.ranked_groups
        _set_outlook(row, ledger, outlook, decided=decided)
    return row


def _set_outlook(row: Standing, ledger: GroupLedger, outlook: QualificationStatus, *, decided: bool) -> None:
    row.outlook, row.exact = outlook.state.value, outlook.exact or decided
    if row.qualified:
        row.outlook = Outlook.THROUGH.value
    elif decided:
        row.outlook = Outlook.OUT.value
    elif outlook.requirements:
        row.needs = outlook.requirements.statement.to_json()
