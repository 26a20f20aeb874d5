from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext
from reportlab.platypus import Flowable

from scoring.exports.queries.person_data import PersonApplication, PersonData, PersonLogRow
from scoring.paper.pdf.document import document_as_pdf
from scoring.paper.pdf.fonts import register_fonts
from scoring.paper.pdf.resume.resume_style import CHAPTER, PART, STRONG, TEXT, TITLE, paragraph
from scoring.queries.play_labels import stage_label, uncounted_reason
from scoring.statistics import statistics_labels
from scoring.statistics.appearances import Appearance
from scoring.statistics.side_results import Result
from tournaments.event_times import days

NOTHING = "–"


def person_as_pdf(data: PersonData, *, at: datetime) -> bytes:
    """Times are in the active zone."""
    register_fonts()
    player = data.player
    title = gettext("Data stored about %(name)s") % {"name": player.real_name}
    lines = gettext("As of %(time)s") % {"time": _moment(at)}
    return document_as_pdf(list(_story(data, title)), title=title, author=player.club.name, page_note=lines)


def _story(data: PersonData, title: str) -> Iterator[Flowable]:
    """Yield names and contact details, sign-ups, results and log; empty chapters say so."""
    yield paragraph(title, TITLE)
    yield paragraph(data.player.club.name, TEXT)
    yield paragraph(gettext("Names and contact details"), CHAPTER)
    yield from _lines(_name_and_contact_lines(data))
    yield paragraph(gettext("Sign-ups"), CHAPTER)
    for signed_up in data.applications:
        yield paragraph(signed_up.application.tournament.name, PART)
        yield from _lines(_application_lines(signed_up))
        if not signed_up.is_certain:
            yield paragraph(_name_match_warning(), STRONG)
    if not data.applications:
        yield paragraph(gettext("No sign-ups are stored."), TEXT)
    yield paragraph(gettext("Tournaments and results"), CHAPTER)
    for appearance in data.player_view.appearances:
        yield paragraph(appearance.tournament.name, PART)
        yield from _lines(_appearance_lines(appearance))
    if not data.player_view.appearances:
        yield paragraph(gettext("Not on any list."), TEXT)
    yield paragraph(gettext("In the log"), CHAPTER)
    yield from _lines(map(_log_line, data.log) if data.log else [pgettext("in the log", "Nothing")])


def _lines(texts: Iterable[str]) -> Iterator[Flowable]:
    for text in texts:
        for line in text.splitlines():
            yield paragraph(line, TEXT)


def _name_and_contact_lines(data: PersonData) -> Iterator[str]:
    """Yield a line per field, empty ones too."""
    card = data.contact_details
    yield _field(gettext("Name"), data.player.real_name)
    for alias in data.aliases:
        yield _field(gettext("Also called"), alias.own_name)
    yield _field(gettext("Public name"), data.player.public_name)
    yield _field(gettext("Phone"), card.phone)
    yield _field(gettext("E-mail"), card.email)
    yield _field(gettext("Licence number"), card.licence)
    yield _field(gettext("Notes"), card.notes)
    yield _field(gettext("Consent given on"), _day(card.agreed_on) if card.agreed_on else "")


def _application_lines(sign_up: PersonApplication) -> Iterator[str]:
    form = sign_up.application
    yield f"{', '.join(form.players)} · {_moment(form.signed_up_at)} · {form.get_state_display()}"
    yield _field(gettext("Contact"), form.contact)
    for question, answer in form.question_answers:
        yield f"{question} {answer}"


def _name_match_warning() -> str:
    return gettext("Matched by name only. Make sure it is the same person before you hand this out.")


def _appearance_lines(appearance: Appearance) -> Iterator[str]:
    """Yield lines: days and names, club and rating (may be empty), stages, average, results."""
    entrant = appearance.entrant
    partners = ", ".join(partner.public_name for partner in appearance.partners)
    partner_text = f"{pgettext('partners', 'with')} {partners}" if partners else ""
    parts = (
        days(appearance.tournament),
        uncounted_reason(appearance.tournament),
        entrant.public_name,
        partner_text,
    )
    yield " · ".join(filter(None, parts))
    rating = "" if entrant.rating is None else f"{gettext('Rating')} {entrant.rating}"
    yield " · ".join(filter(None, (entrant.club_name, rating)))
    for stage in appearance.stage_results:
        yield f"{stage_label(stage.stage)}: {statistics_labels.entrant_progress_label(stage)}"
    if hands := appearance.figures.hands:
        count = ngettext(
            "%(average)s a hand, in %(hands)s hand", "%(average)s a hand, in %(hands)s hands", hands
        )
        yield count % {
            "average": statistics_labels.format_average(appearance.figures.average),
            "hands": hands,
        }
    yield from map(_result, appearance.results)


def _result(result: Result) -> str:
    names = [side.entrant.public_name if side.entrant else NOTHING for side in result.opponents]
    score = "{}–{}".format(*result.score) if result.score else ""
    return f"{statistics_labels.result_round_label(result)}: {', '.join(names)} {score}".rstrip()


def _log_line(log_row: PersonLogRow) -> str:
    row = log_row.entry.row
    action = f"{log_row.entry.what}: {log_row.detail}" if log_row.detail else log_row.entry.what
    return " · ".join(filter(None, (_moment(row.at), action, row.tournament.name if row.tournament else "")))


def _field(label: str, says: str) -> str:
    return f"{label}: {says or NOTHING}"


def _day(day: date) -> str:
    return date_format(day, "j F Y")


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "j F Y, H:i")
