"""What a score sheet says besides names and figures, in the page's language."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.utils.translation import get_language, gettext, pgettext

from rules.text import TIMES
from scoring.paper.queries.legend import Legend
from scoring.paper.queries.sheets import PaperSheet
from scoring.reading.words import days, tie_name


def where(sheet: PaperSheet) -> str:
    """Group and round, the round where the stage is one table, or the name in the bracket."""
    encounter = sheet.encounter
    if sheet.only_group:
        return gettext("Round %(number)s") % {"number": encounter.round}
    if encounter.group is not None:
        said = {"group": encounter.group.name, "round": encounter.round}
        return gettext("Group %(group)s, round %(round)s") % said
    return tie_name(sheet.tie) if sheet.tie else ""


def heading(sheet: PaperSheet) -> str:
    """Club, tournament, place in it, day."""
    tournament = sheet.tournament
    return " · ".join(
        part for part in (tournament.club.name, tournament.name, where(sheet), days(tournament)) if part
    )


def side_title(letter: str) -> str:
    """A side as a sheet calls it."""
    return gettext("Side %(letter)s") % {"letter": letter}


def signature_of(letter: str) -> str:
    """Where a side signs."""
    return gettext("Side %(letter)s, signature") % {"letter": letter}


def head_name(part: str) -> str:
    """The head of a column."""
    return {
        "row": pgettext("head on a score sheet", "hand"),
        "end": pgettext("head on a score sheet", "who"),
        "finish": pgettext("head on a score sheet", "how"),
        "indicator": pgettext("head on a score sheet", "indic."),
        "opening": pgettext("head on a score sheet", "opening"),
        "points": pgettext("head on a score sheet", "left"),
        "okeys": pgettext("head on a score sheet", "okey"),
        "fouls": pgettext("head on a score sheet", "infr."),
        "sum": pgettext("head on a score sheet", "this hand"),
    }[part]


def time_up_words(sheet: PaperSheet) -> list[tuple[str, str]]:
    """What the bell means for this sheet, and when it stopped it; nothing where matches are played out."""
    if not sheet.least_hands:
        return []
    told = gettext(
        "When the bell rings, finish the hand and deal no new one. A match with at least %(hands)s hands is"
        " decided by its totals; level, one more hand at a time. One with fewer is not played."
    ) % {"hands": sheet.least_hands}
    stopped = sheet.encounter.stopped_at
    if stopped is not None:
        zone = ZoneInfo(sheet.tournament.club.time_zone)
        rang = gettext("The bell rang at %(time)s.") % {"time": stopped.astimezone(zone).strftime("%H:%M")}
        told = f"{rang} {told}"
    return [(pgettext("on a score sheet", "Time up"), told)]


def legend_parts(legend: Legend) -> list[tuple[str, str]]:
    """The legend as titled paragraphs: points, finishes, infractions."""
    language = get_language() or "tr"
    finishes = [
        f"{name.in_language(language)} {factor.in_language(language)} ({figure.in_language(language)})"
        for name, factor, figure in legend.finishes
    ]
    fouls = [
        f"{foul.letter} {foul.name.in_language(language)} {foul.costs.in_language(language)}"
        for foul in legend.fouls
    ]
    parts = [
        (
            pgettext("on a score sheet", "Points"),
            " ".join(text.in_language(language) for text in legend.points),
        ),
        (pgettext("on a score sheet", "Finishes"), f"{_plain(' · '.join(finishes))}."),
    ]
    if fouls:
        parts.append((pgettext("on a score sheet", "Infractions"), " · ".join(fouls) + "."))
    return [*parts, (pgettext("on a score sheet", "How to fill it in"), how_to(legend))]


def how_to(legend: Legend) -> str:
    """The shorthand that is written into the boxes."""
    said = [
        gettext("Who: the finisher's number, 1–4; D the deck ran out, P all four opened with pairs."),
        gettext("How: empty is plain, O okey, D direct, P pairs; together: DO."),
    ]
    if legend.both_okeys:
        said.append(gettext("2 is double okey."))
    said.append(gettext("Opening: circle – not opened, S series, P pairs."))
    said.append(gettext("Infractions: the letter, with how often if more than once: a b2."))
    said.append(gettext("A void hand takes a row too: strike it out and go on in the next."))
    said.append(gettext("R beside a row: a referee ruled on it."))
    return " ".join(said)


def _plain(text: str) -> str:
    """Factors closed up: × 2 is ×2 where room is dear."""
    return text.replace(f"{TIMES} ", TIMES)
