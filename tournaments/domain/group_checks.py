"""Which groups can be drawn: their sizes, the bracket that they feed, and everybody in one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournaments.formats.groups import (
    FEWEST_ENTRANTS,
    LARGEST,
    SMALLEST,
    feeds_bracket,
    group_sizes,
    nearest_group_counts,
    sizes_allowed,
)
from tournaments.models import Entrant

from .refusals import Refused


class TooFewEntrants(Refused):
    code = "too_few_entrants"
    template = _("A draw needs at least %(fewest)s pairs. Entered so far: %(entered)s.")


class GroupsOutOfRange(Refused):
    code = "groups_out_of_range"
    template = _(
        "%(entered)s pairs can't be split like that (groups: %(groups)s): each group has %(smallest)s to"
        " %(largest)s pairs. %(nearest)s"
    )


class GroupsDontFillBracket(Refused):
    code = "groups_dont_fill_bracket"
    template = _(
        "%(groups)s groups with %(advance)s advancing send %(qualifiers)s pairs on, and no bracket has that"
        " many places. %(nearest)s"
    )


class NotEverybodyPlaced(Refused):
    code = "not_everybody_placed"
    template = _("Every pair must be placed in exactly one group. Missing or placed twice: %(names)s.")


class GroupTooSmallOrLarge(Refused):
    code = "group_too_small_or_large"
    template = _("Each group has %(smallest)s to %(largest)s pairs. Too few or too many in: %(groups)s.")


def check_groups(*, sizes: list[int], advance: int) -> None:
    """Refuse groups that are too small or too large, or whose qualifiers fill no bracket.

    Raises TooFewEntrants, GroupsOutOfRange, GroupsDontFillBracket; the last two name the nearest that do.
    """
    entered = sum(sizes)
    found = (
        _too_few(entered),
        _out_of_range(sizes, advance),
        _fills_no_bracket(entered, len(sizes), advance),
    )
    for refusal in filter(None, found):
        raise refusal


def reasons_against(
    *, entrants: Sequence[Entrant], groups: Sequence[tuple[str, Sequence[Entrant]]], advance: int
) -> list[Refused]:
    """Everything that keeps these entrants from being drawn into these groups; empty when nothing does.

    In order: NotEverybodyPlaced, GroupTooSmallOrLarge, TooFewEntrants, GroupsDontFillBracket.
    """
    entered = len(entrants)
    found = (
        _not_everybody(entrants, groups),
        _too_small_or_large(groups),
        _too_few(entered),
        _fills_no_bracket(entered, len(groups), advance),
    )
    return list(filter(None, found))


def _not_everybody(
    entrants: Sequence[Entrant], groups: Sequence[tuple[str, Sequence[Entrant]]]
) -> NotEverybodyPlaced | None:
    placed = Counter(entrant for _name, members in groups for entrant in members)
    amiss = [entrant.name for entrant in entrants if placed[entrant] != 1]
    strangers = set(placed) - set(entrants)
    return NotEverybodyPlaced(names=", ".join(amiss)) if amiss or strangers else None


def _too_small_or_large(groups: Sequence[tuple[str, Sequence[Entrant]]]) -> GroupTooSmallOrLarge | None:
    amiss = [f"{name} ({len(members)})" for name, members in groups if not sizes_allowed([len(members)])]
    if not amiss:
        return None
    return GroupTooSmallOrLarge(smallest=SMALLEST, largest=LARGEST, groups=", ".join(amiss))


def _too_few(entered: int) -> TooFewEntrants | None:
    return TooFewEntrants(fewest=FEWEST_ENTRANTS, entered=entered) if entered < FEWEST_ENTRANTS else None


def _out_of_range(sizes: list[int], advance: int) -> GroupsOutOfRange | None:
    if sizes_allowed(sizes):
        return None
    nearest = _nearest(sum(sizes), advance, len(sizes))
    return GroupsOutOfRange(
        entered=sum(sizes), groups=len(sizes), smallest=SMALLEST, largest=LARGEST, nearest=nearest
    )


def _fills_no_bracket(entered: int, groups: int, advance: int) -> GroupsDontFillBracket | None:
    if feeds_bracket(groups, advance):
        return None
    nearest = _nearest(entered, advance, groups)
    return GroupsDontFillBracket(groups=groups, advance=advance, qualifiers=groups * advance, nearest=nearest)


def _nearest_counts(entered: int, advance: int, wanted: int) -> str:
    counts = nearest_group_counts(entered, advance, wanted)
    return " ".join(
        str(_("Possible number of groups: %(groups)s (%(sizes)s)."))
        % {"groups": count, "sizes": ", ".join(str(size) for size in group_sizes(entered, count))}
        for count in counts
    )


_nearest = lazy(_nearest_counts, str)  # said in the language of whoever reads it
