from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournaments.enums import StageKind
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.group_sizes import LARGEST, SMALLEST, group_sizes
from tournaments.models import Entrant
from tournaments.refusals import Refused
from tournaments.stages.stage_names import stage_names
from tournaments.stages.stage_settings import StageSettings
from tournaments.stages.stage_sizes import Sizes, find_underfilled_stage, has_single_group

SMALLEST_SINGLE_GROUP, LARGEST_SINGLE_GROUP = 2, 24
"""Sizes of the only group of a round robin; 24 entrants play 276 encounters."""

ENTRANTS_FOR_ANY_FLOW = 65
"""An upper bound: every playable stage flow can be completed by this many entrants."""


class TooFewEntrants(Refused):
    code = "too_few_entrants"
    template = _("This draw needs at least %(fewest)s entrants. There are %(entered)s.")


class GroupsOutOfRange(Refused):
    code = "groups_out_of_range"
    template = _(
        "%(entered)s entrants can't be split like that (groups: %(groups)s): each group has %(smallest)s to"
        " %(largest)s. %(nearest)s"
    )


class TooFewAdvance(Refused):
    code = "too_few_advance"
    template = _(
        "Only %(coming)s would advance to “%(stage)s”, which needs at least %(fewest)s. Draw more groups,"
        " or let more advance under Stages."
    )


class OneGroupOnly(Refused):
    code = "one_group_only"
    template = _(
        "The first of this stage is the champion, so all play in one group. For several groups, add "
        "another stage under Stages."
    )


class EntrantsMisplaced(Refused):
    code = "entrants_misplaced"
    template = _("Everyone must be placed exactly once. Missing or placed twice: %(names)s.")


class GroupTooSmallOrLarge(Refused):
    code = "group_too_small_or_large"
    template = _("Each group has %(smallest)s to %(largest)s entrants. Too few or too many in: %(groups)s.")


@dataclass(frozen=True)
class StagePosition:
    """`drawn` has the drawn stages' sizes by position."""

    stages: Sequence[StageSettings]
    position: int
    drawn: Mapping[int, Sizes] = field(default_factory=dict)

    @property
    def is_single_group(self) -> bool:
        return has_single_group(self.stages, self.position)

    @property
    def smallest(self) -> int:
        return SMALLEST_SINGLE_GROUP if self.is_single_group else SMALLEST

    @property
    def largest(self) -> int:
        return LARGEST_SINGLE_GROUP if self.is_single_group else LARGEST

    @property
    def fewest(self) -> int:
        kind = self.stages[self.position - 1].kind
        return self.smallest if kind == StageKind.GROUPS else FORMATS[kind].fewest

    def sizes_fit(self, sizes: Sizes) -> bool:
        return bool(sizes) and all(self.smallest <= size <= self.largest for size in sizes)

    def possible_group_counts(self, entered: int) -> list[int]:
        most = 1 if self.is_single_group else entered // self.smallest
        counts = range(max(1, -(-entered // self.largest)), most + 1)
        return [count for count in counts if not list(_size_refusals(group_sizes(entered, count), self))]


def fewest_entrants_for(stages: Sequence[StageSettings]) -> int:
    """Return the fewest entrants that fill every stage, else the first stage's minimum."""
    stage_position = StagePosition(stages, 1)
    counts = range(stage_position.fewest, ENTRANTS_FOR_ANY_FLOW)
    if stages[0].kind == StageKind.GROUPS:
        return next(
            (count for count in counts if stage_position.possible_group_counts(count)), stage_position.fewest
        )
    return next(
        (count for count in counts if not find_underfilled_stage(stages, {1: [count]})), stage_position.fewest
    )


def check_sizes(sizes: Sizes, stage_position: StagePosition) -> None:
    """Raise TooFewEntrants, OneGroupOnly, GroupsOutOfRange, TooFewAdvance; no groups count as one."""
    for refusal in _size_refusals(sizes, stage_position):
        raise refusal


def check_changed_groups(groups: Sequence[tuple[str, int]], stage_position: StagePosition) -> None:
    """Raise GroupTooSmallOrLarge or TooFewAdvance."""
    sizes = [size for _name, size in groups]
    for refusal in (
        _group_size_refusal(groups, stage_position),
        _too_few_advance_refusal(sizes, stage_position),
    ):
        if refusal:
            raise refusal


def placement_refusals(
    *,
    entrants: Sequence[Entrant],
    groups: Sequence[tuple[str, Sequence[Entrant]]],
    stage_position: StagePosition,
) -> list[Refused]:
    """Return all refusals, misplaced entrants first."""
    sizes = [len(members) for _name, members in groups]
    refusals = (
        _misplaced_refusal(entrants, groups),
        _group_size_refusal([(name, len(members)) for name, members in groups], stage_position),
        _too_few_refusal(len(entrants), stage_position),
        _several_groups_refusal(sizes, stage_position),
        _too_few_advance_refusal(sizes, stage_position) if all(sizes) else None,
    )
    return [refusal for refusal in refusals if refusal]


def misplaced_entrants_refusal(
    entrants: Sequence[Entrant], placed: Sequence[Entrant]
) -> EntrantsMisplaced | None:
    counts = Counter(placed)
    misplaced = [entrant.name for entrant in entrants if counts[entrant] != 1]
    unknown = set(counts) - set(entrants)
    return EntrantsMisplaced(names=", ".join(misplaced)) if misplaced or unknown else None


def _size_refusals(sizes: Sizes, stage_position: StagePosition) -> Iterator[Refused]:
    in_groups = stage_position.stages[stage_position.position - 1].kind == StageKind.GROUPS
    refusals = (
        _too_few_refusal(sum(sizes), stage_position),
        _several_groups_refusal(sizes, stage_position) if in_groups else None,
        _out_of_range_refusal(sizes, stage_position) if in_groups else None,
        _too_few_advance_refusal(sizes, stage_position),
    )
    return (refusal for refusal in refusals if refusal)


def _misplaced_refusal(
    entrants: Sequence[Entrant], groups: Sequence[tuple[str, Sequence[Entrant]]]
) -> EntrantsMisplaced | None:
    return misplaced_entrants_refusal(entrants, [entrant for _name, members in groups for entrant in members])


def _group_size_refusal(
    groups: Sequence[tuple[str, int]], stage_position: StagePosition
) -> GroupTooSmallOrLarge | None:
    misfits = [f"{name} ({size})" for name, size in groups if not stage_position.sizes_fit([size])]
    if not misfits:
        return None
    return GroupTooSmallOrLarge(
        smallest=stage_position.smallest, largest=stage_position.largest, groups=", ".join(misfits)
    )


def _too_few_refusal(entered: int, stage_position: StagePosition) -> TooFewEntrants | None:
    return (
        TooFewEntrants(fewest=stage_position.fewest, entered=entered)
        if entered < stage_position.fewest
        else None
    )


def _several_groups_refusal(sizes: Sizes, stage_position: StagePosition) -> OneGroupOnly | None:
    return OneGroupOnly() if stage_position.is_single_group and len(sizes) > 1 else None


def _out_of_range_refusal(sizes: Sizes, stage_position: StagePosition) -> GroupsOutOfRange | None:
    if stage_position.sizes_fit(sizes):
        return None
    return GroupsOutOfRange(
        entered=sum(sizes),
        groups=len(sizes),
        smallest=stage_position.smallest,
        largest=stage_position.largest,
        nearest=_lazy_describe_nearest_counts(sum(sizes), len(sizes), stage_position),
    )


def _too_few_advance_refusal(sizes: Sizes, stage_position: StagePosition) -> TooFewAdvance | None:
    shortfall = find_underfilled_stage(
        stage_position.stages, {**stage_position.drawn, stage_position.position: sizes}
    )
    if shortfall is None:
        return None
    position, reaching, fewest = shortfall
    return TooFewAdvance(stage=_lazy_stage_name(stage_position, position), coming=reaching, fewest=fewest)


def _stage_name_at(stage_position: StagePosition, position: int) -> str:
    return stage_names(stage_position.stages)[position - 1]


def _describe_nearest_counts(entered: int, requested: int, stage_position: StagePosition) -> str:
    """Word the nearest possible numbers of groups; "" if none."""
    possible = stage_position.possible_group_counts(entered)
    nearest = [
        *[count for count in possible if count <= requested][-1:],
        *[count for count in possible if count > requested][:1],
    ]
    return " ".join(
        str(_("Possible number of groups: %(groups)s (%(sizes)s)."))
        % {"groups": count, "sizes": ", ".join(str(size) for size in group_sizes(entered, count))}
        for count in nearest
    )


_lazy_stage_name = lazy(_stage_name_at, str)  # both are evaluated in the reader's language
_lazy_describe_nearest_counts = lazy(_describe_nearest_counts, str)
