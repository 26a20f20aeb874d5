"""The people of a club: real names, what everybody reads of them, how often they play, how to reach them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from scoring.people.queries import people_of, with_tournaments
from tournaments.models import Club, PersonCard
from tournaments.spreadsheets.table_writer import Cell, Sheet


def people_sheet(club: Club) -> Sheet:
    """Everybody who has a name, by name."""
    heads = [
        *(_("Name"), _("Also called"), _("Everybody reads"), _("Tournaments"), _("Last played")),
        *(_("Phone"), _("E-mail"), _("Licence number"), _("Notes"), _("Agreed on")),
    ]
    return Sheet(_("People"), heads, _rows(club))


def _rows(club: Club) -> Iterator[list[Cell]]:
    for one in with_tournaments(people_of(club)):
        person = one.person
        also = ", ".join(alias.own_name for alias in person.aliases.all())
        shown = person.name if person.full_name else ""
        played: list[Cell] = [person.real_name, also, shown, one.tournaments, _day(one.last)]
        yield [*played, *_kept(one.card)]


def _kept(card: PersonCard | None) -> list[Cell]:
    if card is None:
        return [""] * 5
    return [card.phone, card.email, card.licence, card.notes, _day(card.agreed_on)]


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
