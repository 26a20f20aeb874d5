"""Setups that a club keeps under a name: taken from a tournament, begun from, changed, deleted."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, time

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.games import game_of
from tournaments.domain import log
from tournaments.domain.actor import Actor
from tournaments.domain.holding import hold
from tournaments.domain.people import hold_club
from tournaments.domain.plans.setup import (
    TournamentSettings,
    create_tournament,
    refuse_settings,
    settings_of,
)
from tournaments.domain.plans.stage_settings import StageSettings, stage_from
from tournaments.domain.refusals import Refused
from tournaments.domain.sign_up.terms import Terms, set_terms, terms_of
from tournaments.models import Club, SetupTemplate, SignUp, Tournament
from tournaments.naming.names import fold
from tournaments.naming.visible import one_line

LONGEST_NAME, MOST_TEMPLATES = 60, 30
BEGINS, ENDS = time(19), time(23)
"""A usual evening, where a club has not said otherwise."""


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


class TemplateInUse(Refused):
    code = "template_in_use"
    template = _("The nights “%(name)s” begin with it. Let them begin with something else first.")


@dataclass(frozen=True)
class Hall:
    """What of a template is typed and not taken from a tournament; as in `SetupTemplate`."""

    name: str
    venue: str
    tables: int
    agreement: str
    protest_minutes: int
    begins: time
    ends: time


@transaction.atomic
def keep_template(
    *,
    tournament: Tournament,
    name: str,
    begins: time = BEGINS,
    ends: time = ENDS,
    default: bool = False,
    by: Actor,
    at: datetime,
) -> SetupTemplate:
    """Keep how a tournament is set up now: rules, stages, hall, and the terms of sign-up where some were set.

    With `default` the club begins with it from now on. Its name and its days are not kept, nor who played.
    Raises TemplateNameMissing, TemplateNameTaken, TooManyTemplates.
    """
    club = hold_club(tournament.club_id)
    kept = settings_of(tournament)
    template = SetupTemplate(
        club=club,
        name=_name_for(club, name),
        rule_book=tournament.rule_book,
        kind=kept.kind,
        stages=json.dumps([asdict(stage) for stage in kept.stages], ensure_ascii=False),
        venue=kept.venue,
        tables=kept.tables,
        agreement=kept.agreement,
        protest_minutes=kept.protest_minutes,
        begins=begins,
        ends=ends,
        sign_up=_told_terms(tournament),
        created_at=at,
    )
    if club.templates.count() >= MOST_TEMPLATES:
        raise TooManyTemplates(most=MOST_TEMPLATES)
    template.save()
    log.write(
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
def change_template(*, template: SetupTemplate, hall: Hall, by: Actor, at: datetime) -> None:
    """Call a template otherwise, or set another hall; rules, stages and sign-up stay as they were kept.

    Raises TemplateGone, TemplateNameMissing, TemplateNameTaken, SettingsNotPossible.
    """
    club = hold_club(template.club_id)
    held = _held(template)
    hall = replace(hall, name=_name_for(club, hall.name, own=held), venue=one_line(hall.venue))
    before = hall_of(held)
    if before == hall:
        return
    for field, value in asdict(hall).items():
        setattr(held, field, value)
    refuse_settings(settings_from(held, name="", day=at.date()), game_of(held.rule_book.rule_set_id))
    held.save(update_fields=[*asdict(hall)])
    log.write(
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
    then = _held(template) if template is not None else None
    if now == then:
        return
    club.templates.filter(is_default=True).update(is_default=False)
    if then is not None:
        club.templates.filter(pk=then.pk).update(is_default=True)
    names = [{"name": one.name} if one else {} for one in (now, then)]
    log.write("default_template_chosen", by=by, at=at, club=club, before=names[0], after=names[1])


@transaction.atomic
def delete_template(*, template: SetupTemplate, by: Actor, at: datetime) -> None:
    """Delete a template; tournaments that began with it stay as they are.

    Raises TemplateGone, TemplateInUse.
    """
    club = hold_club(template.club_id)
    held = _held(template)
    nights = held.series.order_by("pk").first()
    if nights is not None:
        raise TemplateInUse(name=nights.title)
    log.write("template_deleted", by=by, at=at, club=club, subject=held.public_id, before={"name": held.name})
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
    held = _held(template)
    made = create_tournament(
        club=held.club,
        settings=replace(settings, kind=held.kind, stages=stages_in(held)),
        rules=game_of(held.rule_book.rule_set_id).read_rules(held.rule_book.content),
        by=by,
        at=at,
    )
    if held.sign_up:
        told = json.loads(held.sign_up)
        terms = Terms(**{**told, "questions": tuple(told["questions"])})
        set_terms(tournament=made, terms=terms, by=by, at=at)
    return made


def settings_from(template: SetupTemplate, *, name: str, day: date) -> TournamentSettings:
    """The settings of a tournament of one day that begins with a template."""
    return TournamentSettings(
        name=name,
        first_day=day,
        last_day=day,
        venue=template.venue,
        tables=template.tables,
        stages=stages_in(template),
        kind=template.kind,
        agreement=template.agreement,
        protest_minutes=template.protest_minutes,
    )


def stages_in(template: SetupTemplate) -> tuple[StageSettings, ...]:
    """The chain of stages that a template keeps."""
    return tuple(stage_from(told) for told in json.loads(template.stages))


def hall_of(template: SetupTemplate) -> Hall:
    """What of a template is typed, as it stands."""
    return Hall(**{field: getattr(template, field) for field in Hall.__dataclass_fields__})


def _held(template: SetupTemplate) -> SetupTemplate:
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


def _told_terms(tournament: Tournament) -> str:
    """The terms of sign-up but for what was of that evening: whether, and until when, it was open."""
    if not SignUp.objects.filter(tournament=tournament).exists():
        return ""
    terms = replace(terms_of(tournament), is_open=False, closes_at=None)
    return json.dumps(asdict(terms), ensure_ascii=False)
