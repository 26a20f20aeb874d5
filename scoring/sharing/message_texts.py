"""For group chats, with public names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring.models import Standing
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.final_ranking import FinalPlace
from scoring.queries.play_labels import (
    localized,
    penalties_per_hand,
    side_figure,
    sort_directions,
    source_label,
)
from scoring.queries.round_names import round_title
from scoring.queries.standings_tables import GroupTable, Place, StageStandings
from scoring.queries.tournament_context import TournamentContext
from scoring.sharing.queries import MAX_ROWS, RoundSummary
from tournaments.event_times import day_and_place
from tournaments.models import EncounterSide
from tournaments.naming.names import join_sides
from tournaments.people.domain.hidden_names import public_text
from tournaments.stages.stage_names import describe_entrant_count

LEADING_FIGURES: Final = frozenset({"encounters_won", "penalties_a_hand"})
"""Tie-breaks whose figures begin each line of the standings, in words of their own."""


@dataclass(frozen=True)
class Message:
    key: str
    title: str
    text: str

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1


def announcement(context: TournamentContext, link: str) -> Message:
    tournament, club = context.tournament, context.tournament.club
    address_lines = [f"{club.name}, {club.address}"] if club.address else []
    lines = [day_and_place(tournament), *address_lines, *_state_lines(context)]
    return _message("evening", _("When and where"), context, lines, link)


def _state_lines(context: TournamentContext) -> Iterator[str]:
    """Yield only the reason if cancelled, else the number of entrants, any champion, if provisional."""
    tournament = context.tournament
    entered = describe_entrant_count(context.entrant_count, tournament.kind)
    if tournament.cancelled:
        reason = public_text(tournament.cancelled_because, tournament)
        yield _("Cancelled: %(reason)s") % {"reason": reason}
        return
    yield _("Entered so far: %(count)s") % {"count": entered} if not context.drawn else entered
    if tournament.champion:
        yield _("Champion: %(name)s") % {"name": tournament.champion.name}
        yield from _provisional_lines(context)


def _provisional_lines(context: TournamentContext) -> list[str]:
    return [f"({context.provisional_note})"] if context.provisional else []


def pairings_message(context: TournamentContext, summary: RoundSummary, link: str) -> Message:
    """List a round's pairings; count those left out."""
    lines: list[str] = []
    numbers: set[int] = set()
    for listing in summary.listings:
        lines.append(f"{_place_label(listing, summary, numbers)}: {_sides(listing)}")
        if listing.encounter.table:
            numbers.add(listing.encounter.table.number)
    return _message(
        "tables",
        _("Who plays where"),
        context,
        [_round(summary), "", *lines, *_more_lines(summary.hidden_count)],
        link,
    )


def results_message(context: TournamentContext, rounds: Sequence[RoundSummary], link: str) -> Message:
    """List the results of each round under its name; several rounds are of one bracket."""
    body: list[str] = []
    for summary in rounds:
        title = round_title(summary.name) if len(rounds) > 1 else _round(summary)
        lines = [f"{_group(listing, summary)}{_result(listing)}" for listing in summary.listings]
        body += ["", title, *lines, *_more_lines(summary.hidden_count)]
    return _message("results", _("Results"), context, body, link)


def standings_message(context: TournamentContext, standings: StageStandings, link: str) -> Message:
    lines = [line for table in standings.groups for line in _table(table, standings)]
    direction = sort_directions("a_hand" if standings.at_tables else "average")
    fresh = [] if standings.as_of_hands is None else [_as_of(standings.as_of_hands)]
    hidden = standings.stage.groups - len(standings.groups)
    order = _("Order: %(steps)s") % {"steps": ", ".join(localized(step.name) for step in standings.steps)}
    body = [standings.stage.name, *lines, *_more_groups(hidden), "", order, direction, *fresh]
    return _message("standings", _("Standings"), context, body, link)


def ranking_message(context: TournamentContext, places: Sequence[FinalPlace], link: str) -> Message:
    rows = [f"{place.place}. {entrant.marked_name}" for place in places for entrant in place.entrants]
    body = [*_provisional_lines(context), "", *rows[:MAX_ROWS], *_more_lines(len(rows) - MAX_ROWS)]
    return _message("ranking", _("Final ranking"), context, body, link)


def _message(key: str, title: str, context: TournamentContext, lines: Iterable[str], link: str) -> Message:
    head = f"{context.tournament.name} · {title}" if key != "evening" else context.tournament.name
    return Message(key, title, "\n".join([head, *lines, "", link]))


def _round(summary: RoundSummary) -> str:
    title = round_title(summary.name)
    return title if title == summary.stage.name else f"{summary.stage.name} · {title}"


def _place_label(listing: EncounterListing, summary: RoundSummary, seen: set[int]) -> str:
    table = listing.encounter.table
    group = _group(listing, summary).removesuffix(": ")
    if table is None:
        return group or _("Table not known yet")
    later = table.number in seen
    heading = (_("Table %(number)s, then") if later else _("Table %(number)s")) % {"number": table.number}
    return f"{heading} ({group})" if group else heading


def _group(listing: EncounterListing, summary: RoundSummary) -> str:
    group = listing.encounter.group
    if group is None or not group.name or summary.stage.only_group:
        return ""
    return f"{group.name}: "


def _sides(listing: EncounterListing) -> str:
    return join_sides(_name(listing, side) for side in listing.sides if not side.vacant)


def _name(listing: EncounterListing, side: EncounterSide) -> str:
    return side.entrant.name if side.entrant else source_label(listing, side)


def _result(listing: EncounterListing) -> str:
    if listing.of_four:
        return ", ".join(_placed(listing, side) for side in listing.sides_by_place if not side.vacant)
    first, second = (_name(listing, side) for side in listing.winner_first)
    score = listing.winners_score
    figures = "·" if score is None or listing.double_walkover else f"{score[0]}–{score[1]}"
    return f"{first} {figures} {second}{_points_note(listing)}{_decision_note(listing)}"


def _points_note(listing: EncounterListing) -> str:
    """Return the points of each match, the winner's first."""
    points = ", ".join(
        " : ".join(side_figure(match, side.letter) for side in listing.winner_first)
        for match in listing.matches
        if match.totals
    )
    return f" ({points})" if points else ""


def _placed(listing: EncounterListing, side: EncounterSide) -> str:
    figure = side_figure(listing.shown_match, side.letter)
    return f"{side.place or '–'}. {_name(listing, side)}{f' ({figure})' if figure else ''}"


def _decision_note(listing: EncounterListing) -> str:
    if listing.walkover:
        return f" ({_('walkover')})"
    if listing.double_walkover:
        return f" ({_('lost by both')})"
    return f" ({_('time was up')})" if listing.by_time else ""


def _table(table: GroupTable, standings: StageStandings) -> Iterator[str]:
    yield ""
    if table.group.name and not standings.stage.only_group:
        yield _("Group %(group)s") % {"group": table.group.name}
    for place, after in zip_longest(table.places, table.places[1:]):
        yield _place(place, standings)
        if after is not None and place.reasons and _separated_without_figure(place, after, standings):
            yield f"   {place.reasons[0]}"
    yield from _more_lines(table.size - len(table.places))


def _place(place: Place, standings: StageStandings) -> str:
    name = place.entrant.marked_name
    if place.standing is None or place.rank is None:
        return f"– {name}"
    return f"{place.rank}. {name}: {_figures(place.standing, standings)}"


def _figures(row: Standing, standings: StageStandings) -> str:
    """Return points a hand or encounters won, the average, and each other tie-break that separated it."""
    figures = [_("%(points)s points a hand") % {"points": penalties_per_hand(row)}]
    if not standings.at_tables:
        values = {"won": row.encounters_won, "played": row.encounters_played}
        figures = [_("%(won)s of %(played)s won") % values]
    language = get_language() or "tr"
    for step in standings.steps:
        value = row.average if step.id == "average" else row.separated_by.get(step.id)
        if step.show and value is not None and step.id not in LEADING_FIGURES:
            figures.append(f"{localized(step.name)} {step.show(value, language)}")
    return " · ".join(figures)


def _separated_without_figure(place: Place, after: Place, standings: StageStandings) -> bool:
    """Whether the step that separated them shows no figure."""
    row, next_row = place.standing, after.standing
    if row is None or next_row is None or row.tied or place.entrant.has_left != after.entrant.has_left:
        return False
    own_values, next_values = row.separated_by, next_row.separated_by
    separating = (step for step in standings.steps if own_values.get(step.id) != next_values.get(step.id))
    return next((step.show is None for step in separating), False)


def _as_of(hands: int) -> str:
    return ngettext("As of %(hands)s hand.", "As of %(hands)s hands.", hands) % {"hands": hands}


def _more_lines(more: int) -> list[str]:
    if more <= 0:
        return []
    return [ngettext("… and %(more)s more", "… and %(more)s more", more) % {"more": more}]


def _more_groups(more: int) -> list[str]:
    if more <= 0:
        return []
    return ["", ngettext("… and %(more)s more group", "… and %(more)s more groups", more) % {"more": more}]
