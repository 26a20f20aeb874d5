from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.queries.club_logos import large_logo
from scoring.queries.encounter_page import EncounterView
from scoring.queries.encounters.encounter_list import EncounterListing
from scoring.queries.encounters.encounter_reader import listings_in_play
from scoring.queries.play_labels import (
    penalties_per_hand,
    position_label,
    side_figure,
    sort_directions,
    source_label,
)
from scoring.queries.play_progress import CurrentRound
from scoring.queries.round_names import has_single_group, round_title
from scoring.queries.standings_tables import StageStandings
from scoring.queries.tournament_context import TournamentContext
from scoring.sharing.cards.card_content import Card, Line
from tournaments.event_times import day_and_place
from tournaments.models import EncounterSide
from tournaments.naming.names import join_sides
from tournaments.templatetags.okey import signed


def site_card() -> Card:
    return Card(
        title="Istaka",
        subtitle=_("Club tournaments of 101 Okey"),
        state=_("Groups, bracket, tables and every hand, as they are played."),
        footer=_("Live results, every hand"),
    )


def tournament_card(
    context: TournamentContext,
    listings: Sequence[EncounterListing],
    current_round: CurrentRound | None,
    standings: StageStandings | None,
    digest_label: str = "",
) -> Card:
    """Show champion and digest, else group leaders, else tables in play."""
    tournament = context.tournament
    champion = tournament.champion
    leaders = () if champion else _leader_lines(standings)
    return Card(
        title=tournament.name,
        subtitle=day_and_place(tournament),
        state=tournament_state_label(context, current_round),
        lines=(
            (Line(champion.name, cup=True, strong=True),) if champion else leaders or _table_lines(listings)
        ),
        live=current_round is not None and champion is None and not tournament.cancelled,
        footer=digest_label if champion else _footer_label(standings if leaders else None),
        logo=large_logo(tournament.club),
    )


def encounter_card(view: EncounterView) -> Card:
    """Show the sides that aren't vacant."""
    listing, tournament = view.listing, view.tournament
    return Card(
        title=tournament.name,
        subtitle=day_and_place(tournament),
        state=_encounter_state(view),
        lines=tuple(_side_line(listing, side) for side in listing.sides if not side.vacant),
        live=listing.playing and not tournament.cancelled,
        footer=_("Live results, every hand"),
        logo=large_logo(tournament.club),
    )


def tournament_state_label(context: TournamentContext, current_round: CurrentRound | None) -> str:
    """Return “Cancelled”, “Champion” (no name), “Open for entries”, or the current stage's progress."""
    if context.tournament.cancelled:
        return _("Cancelled")
    if context.tournament.champion:
        return " · ".join(filter(None, (_("Champion"), context.provisional_note)))
    if current_round is None:
        return _("Open for entries")
    counts = {"decided": current_round.stage_decided, "total": current_round.stage_total}
    progress = _("%(decided)s of %(total)s encounters decided") % counts
    return f"{current_round.stage.name} · {round_title(current_round.round)} · {progress}"


def _footer_label(table: StageStandings | None) -> str:
    footer = _("Live results, every hand")
    return f"{sort_directions('a_hand' if table.at_tables else 'average')} · {footer}" if table else footer


def _leader_lines(standings: StageStandings | None) -> tuple[Line, ...]:
    """Return each group's first, or all places of an only group, without entrants who haven't played.

    Empty without standings.
    """
    if standings is None:
        return ()
    if standings.stage.only_group:
        rows = [("", place) for group in standings.groups for place in group.places]
    else:
        rows = [(group.group.name, place) for group in standings.groups for place in group.places[:1]]
    return tuple(
        Line(
            place.entrant.name,
            mark=name or f"{place.rank}.",
            figure=penalties_per_hand(row) if standings.at_tables else signed(row.average),
            strong=True,
        )
        for name, place in rows
        if (row := place.standing) is not None and row.encounters_played
    )


def _table_lines(listings: Sequence[EncounterListing]) -> tuple[Line, ...]:
    """Return encounters in play, without tables of four."""
    playing = [listing for listing in listings_in_play(listings) if not listing.of_four]
    return tuple(
        Line(
            join_sides(side.entrant.name for side in listing.sides if side.entrant),
            mark=str(listing.encounter.table.number) if listing.encounter.table else "",
            figure="–".join(str(wins) for wins in listing.score) if listing.score else "",
        )
        for listing in playing
    )


def _encounter_state(view: EncounterView) -> str:
    listing, encounter = view.listing, view.encounter
    parts = [round_title(view.tie.round)] if view.tie else []
    if encounter.group and encounter.group.name and not has_single_group(encounter.stage):
        parts.append(_("Group %(group)s") % {"group": encounter.group.name})
    if encounter.table:
        parts.append(_("Table %(number)s") % {"number": encounter.table.number})
    parts.append(_progress_label(listing))
    return " · ".join(parts)


def _progress_label(listing: EncounterListing) -> str:
    if listing.decided:
        return _("decided")
    if listing.playing:
        score = f" ({listing.score[0]}–{listing.score[1]})" if listing.score else ""
        return position_label(listing) + score
    return _("not begun")


def _side_line(listing: EncounterListing, side: EncounterSide) -> Line:
    match = listing.shown_match
    if listing.decided and not listing.of_four:
        figure, strong = str(side.wins or 0), listing.encounter.winner == side.letter
    else:
        figure, strong = side_figure(match, side.letter), match.leader == side.letter
    return Line(_name(listing, side), mark=side.letter, figure=figure, strong=strong, side=True)


def _name(listing: EncounterListing, side: EncounterSide) -> str:
    return side.entrant.name if side.entrant else source_label(listing, side)
