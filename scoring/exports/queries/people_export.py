from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from scoring.people.queries import people_of, with_tournaments
from tournaments.models import Club, PersonCard
from tournaments.spreadsheets.table_writer import Cell, Sheet


def people_sheet(club: Club) -> Sheet:
    heads = [
        *(_("Name"), _("Also called"), _("Public name"), _("Tournaments"), _("Last played")),
        *(_("Phone"), _("E-mail"), _("Licence number"), _("Notes"), _("Consent given on")),
    ]
    return Sheet(_("People"), heads, _rows(club))


def _rows(club: Club) -> Iterator[list[Cell]]:
    for row in with_tournaments(people_of(club)):
        person = row.person
        also = ", ".join(alias.own_name for alias in person.aliases.all())
        public_name = person.name if person.full_name else ""
        played: list[Cell] = [person.real_name, also, public_name, row.tournament_count, _day(row.last_day)]
        yield [*played, *_contact_cells(row.card)]


def _contact_cells(card: PersonCard | None) -> list[Cell]:
    if card is None:
        return [""] * 5
    return [card.phone, card.email, card.licence, card.notes, _day(card.agreed_on)]


def _day(day: date | None) -> str:
    return day.isoformat() if day else ""
