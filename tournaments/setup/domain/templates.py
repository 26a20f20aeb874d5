"""Setups that a club keeps under a name: taken from a tournament, begun from, changed, deleted."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime, time

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.games import game_of
from tournaments.accounts.domain.club_members import hold_club
from tournaments.database.row_locks import hold
from tournaments.log import audit_log
from tournaments.log.actor import Actor
from tournaments.models import Club, SetupTemplate, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import fold
from tournaments.refusals import Refused
from tournaments.setup.domain.template_contents import (
    Hall,
    hall_of,
    hall_standing,
    settings_from,
    stages_in,
    terms_in,
    written_stages,
    written_terms,
)
from tournaments.setup.domain.tournament_settings import (
    TournamentSettings,
    create_tournament,
    refuse_settings,
    settings_of,
)
from tournaments.signup.domain.terms import set_terms, terms_for_another
from tournaments.stages.time_available import USUAL_END, USUAL_START

LONGEST_NAME, MOST_TEMPLATES = 60, 30


class TemplateNameMissing(Refused):
    code = "template_name_missing"
    template = _("A template has a name of at most %(most)s letters.")


class TemplateNameTaken(Refused):
    code = "template_name_taken"
    template = _("The club has a template called “%(name)s” already.")


class TooManyTemplates(Refused):
    code = "too_many_templates"
    template = _("A club keeps at most %(most)s templates. Delete one first.")


class TemplateGone(Refused):
    code = "template_gone"
    template = _("This template was deleted meanwhile.")


class TemplateChangedMeanwhile(Refused):
    """`seen` is not what stands."""

    code = "template_changed_meanwhile"
    template = _(
        "Somebody else changed this template meanwhile. What you typed is still here: look at what stands"
        " now, or save again to put yours in its place."
    )


class TemplateInUse(Refused):
    code = "template_in_use"
    template = _("The nights “%(name)s” begin with it. Let them begin with something else first.")


@transaction.atomic
def keep_template(
    *,
    tournament: Tournament,
    name: str,
    begins: time = USUAL_START,
    ends: time = USUAL_END,
    default: bool = False,
    by: Actor,
    at: datetime,
) -> SetupTemplate:
    """Keep how a tournament is set up now: rules, stages, hall, and the terms of sign-up where some were set.

    With `default` the club begins with it from now on. Its name and its days are not kept, nor who played.
    Raises TemplateNameMissing, TemplateNameTaken, TooManyTemplates.
    """
    club = hold_club(tournament.club_id)
    kept, terms = settings_of(tournament), terms_for_another(tournament)
    template = SetupTemplate(
        club=club,
        name=_name_for(club, name),
        rule_book=tournament.rule_book,
        kind=kept.kind,
        stages=written_stages(kept.stages),
        venue=kept.venue,
        tables=kept.tables,
        agreement=kept.agreement,
        protest_minutes=kept.protest_minutes,
        begins=begins,
        ends=ends,
        sign_up=written_terms(terms) if terms else "",
        created_at=at,
    )
    if club.templates.count() >= MOST_TEMPLATES:
        raise TooManyTemplates(most=MOST_TEMPLATES)
    template.save()
    audit_log.write(
        "template_kept",
        by=by,
        at=at,
        club=club,
        subject=template.public_id,
        after={"name": template.name, "of": str(tournament.public_id)},
    )
    if default:
        begin_with(club=club, template=template, by=by, at=at)
    return template


@transaction.atomic
def change_template(
    *, template: SetupTemplate, hall: Hall, by: Actor, at: datetime, seen: str | None = None
) -> None:
    """Call a template otherwise, or set another hall; rules, stages and sign-up stay as they are.

    `seen` is what `hall_standing` said when the change was begun; None takes any. Raises TemplateGone,
    TemplateNameMissing, TemplateNameTaken, SettingsNotPossible, TemplateChangedMeanwhile.
    """
    club = hold_club(template.club_id)
    held = hold_template(template)
    hall = replace(hall, name=_name_for(club, hall.name, own=held), venue=one_line(hall.venue))
    before = hall_of(held)
    if before == hall:
        return
    refuse_unseen(seen, hall_standing(held))
    for field, value in asdict(hall).items():
        setattr(held, field, value)
    refuse_settings(settings_from(held, name="", day=at.date()), game_of(held.rule_book.rule_set_id))
    held.save(update_fields=[*asdict(hall)])
    audit_log.write(
        "template_changed",
        by=by,
        at=at,
        club=club,
        subject=held.public_id,
        before=asdict(before),
        after=asdict(hall),
    )


@transaction.atomic
def begin_with(*, club: Club, template: SetupTemplate | None, by: Actor, at: datetime) -> None:
    """Let new tournaments of a club begin with one of its templates, or as most clubs play.

    Raises TemplateGone.
    """
    hold_club(club.pk)
    now = club.templates.filter(is_default=True).first()
    then = hold_template(template) if template is not None else None
    if now == then:
        return
    club.templates.filter(is_default=True).update(is_default=False)
    if then is not None:
        club.templates.filter(pk=then.pk).update(is_default=True)
    names = [{"name": one.name} if one else {} for one in (now, then)]
    audit_log.write("default_template_chosen", by=by, at=at, club=club, before=names[0], after=names[1])


@transaction.atomic
def delete_template(*, template: SetupTemplate, by: Actor, at: datetime) -> None:
    """Delete a template; tournaments that began with it stay as they are.

    Raises TemplateGone, TemplateInUse.
    """
    club = hold_club(template.club_id)
    held = hold_template(template)
    nights = held.series.order_by("pk").first()
    if nights is not None:
        raise TemplateInUse(name=nights.title)
    audit_log.write(
        "template_deleted", by=by, at=at, club=club, subject=held.public_id, before={"name": held.name}
    )
    held.delete()


@transaction.atomic
def create_from_template(
    *, template: SetupTemplate, settings: TournamentSettings, by: Actor, at: datetime
) -> Tournament:
    """A draft by the rules, the stages and the terms of sign-up of a template, with these settings.

    Nobody signs up to it yet: its terms wait to be opened. Raises TemplateGone, and what create_tournament
    raises.
    """
    hold_club(template.club_id)
    held = hold_template(template)
    made = create_tournament(
        club=held.club,
        settings=replace(settings, kind=held.kind, stages=stages_in(held)),
        rules=game_of(held.rule_book.rule_set_id).read_rules(held.rule_book.content),
        by=by,
        at=at,
    )
    if (terms := terms_in(held)) is not None:
        set_terms(tournament=made, terms=terms, by=by, at=at)
    return made


def refuse_unseen(seen: str | None, standing: str) -> None:
    """Raise TemplateChangedMeanwhile where a change was begun over something else; None takes any."""
    if seen not in (None, standing):
        raise TemplateChangedMeanwhile


def hold_template(template: SetupTemplate) -> SetupTemplate:
    """The template as it is now; nobody else changes it until commit. Raises TemplateGone."""
    found = hold(SetupTemplate.objects.select_related("club", "rule_book")).filter(pk=template.pk).first()
    if found is None:
        raise TemplateGone
    return found


def _name_for(club: Club, typed: str, own: SetupTemplate | None = None) -> str:
    name = one_line(typed)
    if not name or len(name) > LONGEST_NAME:
        raise TemplateNameMissing(most=LONGEST_NAME)
    others = [one.name for one in club.templates.all() if one != own]
    if fold(name) in map(fold, others):
        raise TemplateNameTaken(name=name)
    return name
