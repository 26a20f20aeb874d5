from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.games.game import Game
from tournaments.enums import EntrantKind, StageKind
from tournaments.models import Stage
from tournaments.stages.stage_settings import USUAL_GAME, FeedSettings, StageSettings

FORMAT_NAMES: Mapping[str, Promise] = {
    StageKind.GROUPS: gettext_lazy("Group stage"),
    StageKind.SWISS: gettext_lazy("Swiss system"),
    StageKind.KNOCKOUT: gettext_lazy("Elimination"),
    StageKind.DOUBLE: gettext_lazy("Double elimination"),
    StageKind.TABLES: gettext_lazy("Tables of four"),
    StageKind.FOURS: gettext_lazy("Swiss in fours"),
}
FORMAT_SENTENCES: Mapping[str, Promise] = {
    StageKind.GROUPS: gettext_lazy("In small groups everyone meets everyone."),
    StageKind.SWISS: gettext_lazy("In each round, entrants with equal wins meet; nobody is knocked out."),
    StageKind.KNOCKOUT: gettext_lazy("One loss and you are out."),
    StageKind.DOUBLE: gettext_lazy("Two losses and you are out."),
    StageKind.TABLES: gettext_lazy("Four play, everyone for themselves; the first two of a table advance."),
    StageKind.FOURS: gettext_lazy(
        "Everyone plays every round at a table of neighbours in the standings; fewest penalty points a "
        "hand are first."
    ),
}


def format_name(kind: str) -> str:
    return str(FORMAT_NAMES.get(kind, ""))


def stage_name(stage: Stage | StageSettings) -> str:
    return stage.name or format_name(stage.kind)


def stage_names(stages: Sequence[StageSettings]) -> list[str]:
    return number_duplicates([stage_name(stage) for stage in stages])


def number_duplicates(names: Sequence[str]) -> list[str]:
    return [
        f"{name} {names[:place].count(name) + 1}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def describe_length(best_of: int, hands: int | None, game: Game[Any, Any] = USUAL_GAME) -> str:
    """Return “best of 3 · 11 hands”; “at most 11” where points end a match; without `hands`, how it ends."""
    matches = _("best of %(matches)s") % {"matches": best_of} if best_of > 1 else _("single match")
    if hands is None:
        return f"{matches} · {describe_open_length(game)}"
    if game.ends_at is None:
        match_length = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    else:
        match_length = ngettext("at most %(hands)s hand", "at most %(hands)s hands", hands) % {"hands": hands}
    return f"{matches} · {match_length}"


def describe_open_length(game: Game[Any, Any]) -> str:
    if game.ends_at is None:
        return _("until the points are used up")
    return _("from %(points)s points") % {"points": game.ends_at}


def describe_feed(feed: FeedSettings, source_kind: str) -> str:
    """Return “first 2 of each group”, “best 4 of place 3”, “places 5–8”."""
    first, last = feed.first_rank, feed.last_rank
    values = {"first": first, "last": last, "best": feed.best}
    if feed.best is not None:
        return _("best %(best)s of place %(first)s") % values
    if source_kind == StageKind.GROUPS:
        if last == 1:
            return _("first of each group")
        if first == 1:
            return _("first %(last)s of each group") % values
        return (
            _("place %(first)s of each group")
            if first == last
            else _("places %(first)s–%(last)s of each group")
        ) % values
    if last == 1:
        return _("the first")
    if first == 1:
        return _("first %(last)s") % values
    return (_("place %(first)s") if first == last else _("places %(first)s–%(last)s")) % values


def describe_entrant_count(entrants: int, kind: str) -> str:
    if kind == EntrantKind.SINGLES:
        return ngettext("%(count)s player", "%(count)s players", entrants) % {"count": entrants}
    return ngettext("%(count)s pair", "%(count)s pairs", entrants) % {"count": entrants}
