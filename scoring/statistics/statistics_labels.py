from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop, pgettext

from rules.games import FINISH_NAMES, INFRACTION_NAMES
from rules.localized_text import MINUS
from rules.seat_events import PLAIN_FINISH
from scoring.queries.round_names import round_title
from scoring.statistics.key_figures import Share
from scoring.statistics.side_results import Result, StageProgress, StageResults
from tournaments.models import Player
from tournaments.stages.stage_names import describe_entrant_count, stage_name

BAR_WIDTH, BAR_GAP = 300, 2

ROUNDS = {
    StageProgress.WON: gettext_noop("%(round)s: won"),
    StageProgress.LOST: gettext_noop("%(round)s: lost"),
    StageProgress.PLACED: gettext_noop("%(round)s: place %(rank)s"),
    StageProgress.PLAYS: gettext_noop("%(round)s: to be played"),
    StageProgress.CALLED_OFF: gettext_noop("%(round)s: not finished"),
}
IN_GROUPS = {
    StageProgress.RANK: gettext_noop("number %(rank)s in group %(group)s (%(of)s)"),
    StageProgress.STANDS: gettext_noop("for now number %(rank)s in group %(group)s (%(of)s)"),
    StageProgress.IN_GROUP: gettext_noop("in group %(group)s, no hand yet"),
}
ONLY_GROUP_LABELS = {
    StageProgress.RANK: gettext_noop("place %(rank)s (%(of)s)"),
    StageProgress.STANDS: gettext_noop("for now place %(rank)s (%(of)s)"),
    StageProgress.IN_GROUP: gettext_noop("drawn, no hand yet"),
}


def _turkish() -> bool:
    return (get_language() or "tr").startswith("tr")


def format_average(figure: float | None) -> str:
    """Return +1.203,4 in Turkish, +1,203.4 in English; "" for None."""
    if figure is None:
        return ""
    rounded = Decimal(str(figure)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    digits = f"{abs(rounded):,}"
    if _turkish():
        digits = digits.translate(str.maketrans(",.", ".,"))
    sign = MINUS if rounded < 0 else "+" if rounded > 0 else ""
    return sign + digits


def format_percent(share: Share) -> str:
    """Return %38 in Turkish, 38% in English; "" for a share of nothing."""
    if not share.of:
        return ""
    rounded = int(share.percent + 0.5)
    return f"%{rounded}" if _turkish() else f"{rounded}%"


def finish_name(kind: str) -> str:
    special = [FINISH_NAMES[code] for code in kind.split("+") if code != PLAIN_FINISH]
    names = [name.in_language(get_language() or "tr") for name in special]
    label = " + ".join(names) or gettext("plain finish")
    return label[:1].upper() + label[1:]


def infraction_name(code: str) -> str:
    name = INFRACTION_NAMES.get(code)
    return name.in_language(get_language() or "tr") if name else code


def opening_name(opening: str) -> str:
    names = {
        "series": gettext("With series"),
        "pairs": gettext("With pairs"),
        "none": pgettext("opening", "Not opened"),
    }
    return names[opening]


def entrant_progress_label(stage: StageResults) -> str:
    """Name the round reached, else the rank in the group, else the stage."""
    if stage.round is not None and stage.stage_progress in ROUNDS:
        details = {"round": round_title(stage.round), "rank": stage.rank}
        return gettext(ROUNDS[stage.stage_progress]) % details
    group = stage.group.group.name if stage.group and not stage.only_group else ""
    labels = IN_GROUPS if group else ONLY_GROUP_LABELS
    return gettext(labels.get(stage.stage_progress, "%(round)s")) % {
        "rank": stage.rank,
        "of": describe_entrant_count(stage.group_size, stage.kind),
        "group": group,
        "round": stage_name(stage.stage),
    }


def result_round_label(result: Result) -> str:
    """Only the number if the round was annulled."""
    if result.round is not None:
        return round_title(result.round)
    return gettext("Round %(number)s") % {"number": result.listing.encounter.round}


def person_link(player: Player) -> SafeString:
    if player.anonymous_as is not None:
        return format_html("{}", player.public_name)
    url = reverse("scoring:player", args=[player.public_id])
    return format_html('<a href="{}" translate="no">{}</a>', url, player.public_name)


def share_bar(title: str, parts: Sequence[tuple[str, Share]]) -> SafeString:
    """Draw the shares of ways to open as an SVG bar; zero shares are only in its label."""
    nonempty = [(name, share) for name, share in parts if share.count]
    available = BAR_WIDTH - BAR_GAP * max(0, len(nonempty) - 1)
    rects = []
    x = 0.0
    for name, share in nonempty:
        width = available * share.count / share.of
        rects.append((name, f"{x:.1f}", f"{width:.1f}"))
        x += width + BAR_GAP
    summary = ", ".join(
        f"{opening_name(name)} {share.count} ({format_percent(share)})" for name, share in parts
    )
    return _share_svg(f"{title}: {summary}", rects)


def _share_svg(label: str, rects: Iterable[tuple[str, str, str]]) -> SafeString:
    """Return the SVG; `rects` are CSS class suffix, x and width."""
    rendered = format_html_join("", '<rect class="of-{}" x="{}" width="{}" height="12"/>', rects)
    return format_html(
        '<svg class="share" viewBox="0 0 {} 12" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<rect class="of-rest" width="{}" height="12"/>{}</svg>',
        BAR_WIDTH,
        label,
        BAR_WIDTH,
        rendered,
    )
