"""Figures of people in words and small pictures: averages, shares, kinds of finishes, how far they came."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, gettext_noop, pgettext

from rules.games import FINISH_NAMES, INFRACTION_NAMES
from rules.seat_events import PLAIN_FINISH
from rules.text import MINUS
from scoring.queries.play_labels import round_title
from scoring.statistics.figures import Share
from scoring.statistics.side_results import InStage, Reached, Result
from tournaments.models import Player
from tournaments.stages.stage_names import count_words, stage_name

BAR_WIDTH, BAR_GAP = 300, 2

ROUNDS = {
    Reached.WON: gettext_noop("%(round)s: won"),
    Reached.LOST: gettext_noop("%(round)s: lost"),
    Reached.PLACED: gettext_noop("%(round)s: place %(rank)s"),
    Reached.PLAYS: gettext_noop("%(round)s: to be played"),
    Reached.CALLED_OFF: gettext_noop("%(round)s: not played to its end"),
}
IN_GROUPS = {
    Reached.RANK: gettext_noop("number %(rank)s in group %(group)s (%(of)s)"),
    Reached.STANDS: gettext_noop("for now number %(rank)s in group %(group)s (%(of)s)"),
    Reached.IN_GROUP: gettext_noop("in group %(group)s, no hand yet"),
}
ALONE = {
    Reached.RANK: gettext_noop("place %(rank)s (%(of)s)"),
    Reached.STANDS: gettext_noop("for now place %(rank)s (%(of)s)"),
    Reached.IN_GROUP: gettext_noop("drawn, no hand yet"),
}


def _turkish() -> bool:
    return (get_language() or "tr").startswith("tr")


def mean(figure: float | None) -> str:
    """An average with its sign and one decimal: +1.203,4 in Turkish, +1,203.4 in English."""
    if figure is None:
        return ""
    rounded = Decimal(str(figure)).quantize(Decimal("0.1"), ROUND_HALF_UP)
    said = f"{abs(rounded):,}"
    if _turkish():
        said = said.translate(str.maketrans(",.", ".,"))
    sign = MINUS if rounded < 0 else "+" if rounded > 0 else ""
    return sign + said


def percent(share: Share) -> str:
    """%38 in Turkish, 38% in English; nothing of nothing."""
    if not share.of:
        return ""
    whole = int(share.percent + 0.5)
    return f"%{whole}" if _turkish() else f"{whole}%"


def finish_name(kind: str) -> str:
    """A kind of finish as the rules name it: okey finish, direct finish + okey finish, plain finish."""
    special = [FINISH_NAMES[code] for code in kind.split("+") if code != PLAIN_FINISH]
    names = [name.in_language(get_language() or "tr") for name in special]
    said = " + ".join(names) or gettext("plain finish")
    return said[:1].upper() + said[1:]


def foul_name(code: str) -> str:
    """An infraction as the rules name it."""
    name = INFRACTION_NAMES.get(code)
    return name.in_language(get_language() or "tr") if name else code


def opening_name(opening: str) -> str:
    """Series, pairs, not opened: as a heading of a share."""
    names = {
        "series": gettext("With series"),
        "pairs": gettext("With pairs"),
        "none": pgettext("opening", "Not opened"),
    }
    return names[opening]


def reached(stage: InStage) -> str:
    """How far a side came in a stage, without the stage's name."""
    if stage.round is not None and stage.reached in ROUNDS:
        told = {"round": round_title(stage.round), "rank": stage.rank}
        return gettext(ROUNDS[stage.reached]) % told
    group = stage.group.group.name if stage.group and not stage.only_group else ""
    words = IN_GROUPS if group else ALONE
    return gettext(words.get(stage.reached, "%(round)s")) % {
        "rank": stage.rank,
        "of": count_words(stage.of, stage.kind),
        "group": group,
        "round": stage_name(stage.stage),
    }


def round_of(result: Result) -> str:
    """The round of an encounter; of one that was annulled with its whole round only its number."""
    if result.round is not None:
        return round_title(result.round)
    return gettext("Round %(number)s") % {"number": result.listing.encounter.round}


def person(player: Player) -> SafeString:
    """A player's public name, as a link to what he played; who was made anonymous has no page."""
    if player.anonymous_as is not None:
        return format_html("{}", player.public_name)
    way = reverse("scoring:player", args=[player.public_id])
    return format_html('<a href="{}">{}</a>', way, player.public_name)


def share_bar(title: str, parts: Sequence[tuple[str, Share]]) -> SafeString:
    """A bar in which each opening has the width of its share; its alternative text tells the figures."""
    shown = [(name, share) for name, share in parts if share.count]
    room = BAR_WIDTH - BAR_GAP * max(0, len(shown) - 1)
    rects = []
    x = 0.0
    for name, share in shown:
        width = room * share.count / share.of
        rects.append((name, f"{x:.1f}", f"{width:.1f}"))
        x += width + BAR_GAP
    told = ", ".join(f"{opening_name(name)} {share.count} ({percent(share)})" for name, share in parts)
    return _picture(f"{title}: {told}", rects)


def _picture(label: str, rects: Iterable[tuple[str, str, str]]) -> SafeString:
    drawn = format_html_join("", '<rect class="of-{}" x="{}" width="{}" height="12"/>', rects)
    return format_html(
        '<svg class="share" viewBox="0 0 {} 12" preserveAspectRatio="none" role="img" aria-label="{}">'
        '<rect class="of-rest" width="{}" height="12"/>{}</svg>',
        BAR_WIDTH,
        label,
        BAR_WIDTH,
        drawn,
    )
