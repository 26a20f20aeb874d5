"""Words for play: rounds, ties, slots, the hand being played, days."""

from __future__ import annotations

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from rules.rulings import RULING
from rules.sources import AMENDED, CHOSEN, HOUSE_RULE, INFRACTION, INHERITED
from rules.text import Text
from scoring.domain.queries.bracket import Slot, TieName
from scoring.domain.queries.meetings import MatchScore, Meeting
from tournaments.models import Tournament

register = template.Library()


@register.filter
def round_name(ties: int) -> str:
    """Name a round of a bracket by how many encounters it has: Final, Semi-finals, Last 16."""
    names = {1: gettext("Final"), 2: gettext("Semi-finals"), 4: gettext("Quarter-finals")}
    return names.get(ties) or gettext("Last %(entrants)s") % {"entrants": ties * 2}


@register.filter
def tie_name(name: TieName) -> str:
    """Call a tie by a short name: QF 2, SF 1, R16 5; the final is just that."""
    shorts = {1: gettext("Final"), 2: gettext("SF %(number)s"), 4: gettext("QF %(number)s")}
    short = shorts.get(name.ties) or pgettext("tie in a bracket", "R%(entrants)s %(number)s")
    return short % {"entrants": name.ties * 2, "number": name.number}


@register.filter
def waits_for(slot: Slot) -> str:
    """Say whom an empty slot waits for."""
    if slot.waits_for:
        return gettext("Winner of %(tie)s") % {"tie": tie_name(slot.waits_for)}
    if slot.group and slot.rank:
        return place_name(slot.group, slot.rank)
    return gettext("Not known yet")


@register.simple_tag
def place_name(group: str, rank: int) -> str:
    """A place of a group: the winner, the runner-up, or so many-th."""
    places = {1: gettext("Winner of group %(group)s"), 2: gettext("Runner-up of group %(group)s")}
    return (places.get(rank) or gettext("Number %(rank)s of group %(group)s")) % {
        "group": group,
        "rank": rank,
    }


@register.filter
def either(slot: Slot) -> str:
    """The two that play for a slot: names where they are known, else whom they wait for."""
    return " / ".join(one.entrant.name if one.entrant else waits_for(one) for one in slot.either)


@register.filter
def hand_name(match: MatchScore) -> str:
    """Which hand of a match is being played."""
    if match.extra:
        return gettext("extra hand")
    return gettext("hand %(number)s") % {"number": match.next_number}


@register.filter
def where(meeting: Meeting) -> str:
    """Which hand an encounter is at; of one match there is no number to tell."""
    match = meeting.current
    if meeting.encounter.stage.best_of == 1:
        return hand_name(match)
    return gettext("match %(match)s, %(hand)s") % {"match": match.number, "hand": hand_name(match)}


@register.filter
def leads(match: MatchScore, letter: str) -> bool:
    """Whether a side is ahead in a match: it has fewer points."""
    return match.leader == letter


@register.filter
def total(match: MatchScore, letter: str) -> int | None:
    return match.total(letter)


@register.filter
def says(text: Text) -> str:
    """A sentence of the rules in the reader's language."""
    return text.in_language(get_language() or "tr")


@register.filter
def source_words(source: str) -> str:
    """Name the source of a rule for people: "S0 VI" is chapter VI of the guide to the pairs tournament."""
    stated = source.removesuffix(AMENDED)
    words = _stated_words(stated)
    return (
        gettext("%(source)s; changed by this tournament") % {"source": words} if stated != source else words
    )


def _stated_words(source: str) -> str:
    if source == CHOSEN:
        return gettext("Istaka's reading: no source says it")
    if source == HOUSE_RULE:
        return gettext("house rule")
    if source == RULING:
        return gettext("decided by the referee")
    stated = source.removesuffix(INHERITED)
    book, _space, chapter = stated.partition(" ")
    names = {
        "S0": gettext("guide to the pairs tournament"),
        "S2": gettext("guide to 101 with a rising threshold"),
        "S4": gettext("encyclopedia"),
    }
    words = f"{names.get(book, book)} {chapter}".strip()
    return gettext("%(source)s, taken over") % {"source": words} if stated != source else words


@register.simple_tag
def source_mark(source: str) -> SafeString:
    """The mark after a sentence of the rules: what is chosen and what a tournament set itself stand out."""
    marks = {
        CHOSEN: ("badge", gettext("Istaka's reading")),
        HOUSE_RULE: ("badge warn", gettext("house rule")),
    }
    look, words = marks.get(source) or ("src", source_words(source))
    return format_html('<span class="{}">{}</span>', look, words)


@register.filter
def chapter_of(rule: str) -> str:
    """The chapter of the rule book, by its id, that explains a line of a score."""
    if rule == "finisher":
        return "finish"
    return "infractions" if rule.startswith(INFRACTION) else "points"


@register.filter
def days(tournament: Tournament) -> str:
    """21 November 2026, 21–22 November 2026, 30 November – 2 December 2026."""
    first, last = tournament.first_day, tournament.last_day
    if first == last:
        return date_format(last, "j F Y")
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{date_format(last, 'j F Y')}"
    return (
        f"{date_format(first, 'j F' if first.year == last.year else 'j F Y')} – {date_format(last, 'j F Y')}"
    )
