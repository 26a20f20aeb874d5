"""Words for play: rounds, ties, slots, the hand being played, days."""

from __future__ import annotations

from typing import Protocol

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, pgettext

from rules.standings.steps import a_hand, shown_a_hand
from rules.text import MINUS, Text, signed
from scoring.ledger.played_matches import Fate
from scoring.queries.bracket.slot_sources import Slot
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.match_totals import MatchListing
from scoring.queries.rounds import RoundName, TieName
from scoring.queries.tournament_context import Frame
from tournaments.enums import Part, StageKind
from tournaments.models import EncounterSide, Feed, Stage, Tournament
from tournaments.stages.stage_names import feed_words, stage_name
from tournaments.stages.stage_settings import FeedSettings


def round_title(name: RoundName) -> str:
    """Name a round of any format: Semi-finals, Winners’ bracket, round 2, Round 3, Final table."""
    told = {"number": name.number}
    if name.part == Part.THIRD:
        return gettext("Match for third place")
    if name.part == Part.EXTRA:
        return gettext("Extra encounter")
    if name.part == Part.FINAL:
        return gettext("Grand final") if name.number == 1 else gettext("Second grand final")
    if name.kind == StageKind.DOUBLE:
        return _round_of_double(name) % told
    if name.kind == StageKind.KNOCKOUT:
        return _round_of_bracket(name.ties)
    if name.kind == StageKind.TABLES and name.ties == 1:
        return gettext("Final table")
    return gettext("Round %(number)s") % told


def _round_of_bracket(ties: int) -> str:
    names = {1: gettext("Final"), 2: gettext("Semi-finals"), 4: gettext("Quarter-finals")}
    return names.get(ties) or gettext("Last %(entrants)s") % {"entrants": ties * 2}


def _round_of_double(name: RoundName) -> str:
    last = name.ties == 1 and name.number == name.of
    if name.part == Part.LOSERS:
        return gettext("Losers’ final") if last else gettext("Losers’ round %(number)s")
    return gettext("Winners’ final") if last else gettext("Winners’ round %(number)s")


class PaidHands(Protocol):
    """What a row of standings tells of singles at tables of four."""

    @property
    def penalties(self) -> int: ...

    @property
    def hands(self) -> int: ...


def paid_a_hand(row: PaidHands | None) -> str:
    """Penalties a hand with two places, a dash of who has played none; nothing where there is no row."""
    return shown_a_hand(a_hand(row.penalties, row.hands), get_language() or "tr") if row else ""


def part_name(part: str) -> str:
    """A part of a bracket as a heading."""
    names = {
        Part.MAIN: gettext("Winners’ bracket"),
        Part.LOSERS: gettext("Losers’ bracket"),
        Part.FINAL: gettext("Grand final"),
        Part.THIRD: gettext("Match for third place"),
    }
    return names[Part(part)]


def tie_name(name: TieName) -> str:
    """Call a tie by a short name: QF 2, SF 1, R16 5, W 2-1, L 3-1; the final is just that."""
    round_ = name.round
    told = {"entrants": round_.ties * 2, "round": round_.number, "number": name.number}
    if round_.part in (Part.THIRD, Part.FINAL, Part.EXTRA):
        return round_title(round_)
    if round_.kind == StageKind.DOUBLE:
        losers = round_.part == Part.LOSERS
        short = pgettext("short name", "L %(round)s-%(number)s") if losers else ""
        return (short or pgettext("short name", "W %(round)s-%(number)s")) % told
    if round_.kind == StageKind.TABLES:
        return (
            gettext("table %(number)s of round %(round)s") % told if round_.ties > 1 else round_title(round_)
        )
    shorts = {1: gettext("Final"), 2: gettext("SF %(number)s"), 4: gettext("QF %(number)s")}
    return (shorts.get(round_.ties) or pgettext("tie in a bracket", "R%(entrants)s %(number)s")) % told


def waits_for(slot: Slot) -> str:
    """Say whom an empty slot waits for."""
    if slot.vacant:
        return gettext("Nobody: bye")
    if slot.waits_for:
        return _place_of_tie(slot.waits_for, slot.from_place)
    if slot.rank:
        return place_name(slot.group, slot.rank)
    return gettext("Not known yet")


def to_come(listing: EncounterListing, side: EncounterSide) -> str:
    """Say whom an empty side of an encounter waits for: loser of SF 1, runner-up of group A."""
    return waits_for(
        Slot(
            side.letter,
            group=side.from_group.name if side.from_group else "",
            rank=side.from_rank,
            waits_for=listing.names().get(side.from_encounter_id or 0) if side.from_encounter_id else None,
            from_place=side.from_place,
            vacant=side.vacant,
        )
    )


def _place_of_tie(tie: TieName, place: int) -> str:
    told = {"tie": tie_name(tie), "place": place}
    if tie.round.kind == StageKind.TABLES:
        return gettext("Number %(place)s of %(tie)s") % told
    return (gettext("Winner of %(tie)s") if place == 1 else gettext("Loser of %(tie)s")) % told


def place_name(group: str, rank: int) -> str:
    """A place of a group: the winner, the runner-up, or so many-th; of a stage without groups, its place."""
    if not group:
        return gettext("Place %(rank)s of the stage before") % {"rank": rank}
    places = {1: gettext("Winner of group %(group)s"), 2: gettext("Runner-up of group %(group)s")}
    return (places.get(rank) or gettext("Number %(rank)s of group %(group)s")) % {
        "group": group,
        "rank": rank,
    }


def stage_called(stage: Stage) -> str:
    """The organizer's name for a stage, else its format's."""
    return stage_name(stage)


def target_name(feed: Feed, frame: Frame) -> str:
    """The stage to which a feed leads."""
    return frame.stage(feed.stage_id).name


def goes_on_words(feed: Feed, source: Stage) -> str:
    """Who goes on from a stage: first 2 of each group, best 4 of place 3."""
    return feed_words(FeedSettings(source.position, feed.first_rank, feed.last_rank, feed.best), source.kind)


def either(slot: Slot) -> str:
    """Those who play for a slot: names where they are known, else whom they wait for."""
    playing = [one for one in slot.either if not one.vacant]
    return " / ".join(one.entrant.name if one.entrant else waits_for(one) for one in playing)


def hand_name(match: MatchListing) -> str:
    """Which hand of a match is being played."""
    if match.extra:
        return gettext("extra hand")
    return gettext("hand %(number)s") % {"number": match.next_number}


def where(listing: EncounterListing) -> str:
    """Which hand an encounter is at; of one match there is no number to tell, of a reopened one no hand."""
    if listing.encounter.reopened_at and not listing.decided:
        return gettext("reopened")
    match = listing.current
    if listing.encounter.stage.best_of == 1 or listing.fate is Fate.REFEREE:
        return at_hand(listing)
    return gettext("match %(match)s, %(hand)s") % {"match": match.number, "hand": at_hand(listing)}


def at_hand(listing: EncounterListing) -> str:
    """Which hand of the match that is shown of it is played; once time is up what it still waits for."""
    since_the_bell = {
        Fate.LAST_HAND: pgettext("time is up", "last hand"),
        Fate.LEVEL: pgettext("time is up", "level: one more hand"),
        Fate.REFEREE: pgettext("time is up", "the referee decides"),
    }
    return since_the_bell.get(listing.fate or Fate.DECIDED) or hand_name(listing.shown)


def leads(match: MatchListing, letter: str) -> bool:
    """Whether a side is ahead in a match: it has fewer points."""
    return match.leader == letter


def told_total(penalties: int, ends_at: int | None) -> str:
    """What a side has paid in a match; what it has left, where so many penalties end it."""
    if ends_at is None:
        return signed(penalties, get_language() or "tr")
    return gettext("%(points)s left") % {"points": figure_of(penalties, ends_at)}


def figure_of(penalties: int | None, ends_at: int | None) -> str:
    """The same where the page says that points are left, or counts penalties; nothing of nothing."""
    if penalties is None:
        return ""
    if ends_at is None:
        return signed(penalties, get_language() or "tr")
    left = ends_at - penalties
    return f"{MINUS}{-left}" if left < 0 else str(left)


def change_by(penalties: int | None, ends_at: int | None) -> str:
    """How penalties change a figure: they are added, or taken from what is left where so many end a match."""
    if penalties is None:
        return ""
    return signed(penalties if ends_at is None else -penalties, get_language() or "tr")


def told_of(match: MatchListing, letter: str) -> str:
    """How a side stands in a match."""
    return figure_of(match.total(letter), match.ends_at)


def total(match: MatchListing, letter: str) -> int | None:
    return match.total(letter)


def says(text: Text) -> str:
    """A sentence of the rules in the reader's language."""
    return text.in_language(get_language() or "tr")


def uncounted(tournament: Tournament) -> str:
    """Why whoever is on the list of a tournament has not played in it; blank where he has."""
    if tournament.counts:
        return ""
    return gettext("cancelled") if tournament.cancelled else gettext("not played yet")


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
