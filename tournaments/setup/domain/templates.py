from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.games import game_of
from tournaments.accounts.domain.club_members import lock_club
from tournaments.calendar_revisions import revise_events
from tournaments.database.row_locks import lock_rows
from tournaments.log.actor import Actor
from tournaments.log.log_and_publish import log_and_publish
from tournaments.models import Club, SetupTemplate, Tournament
from tournaments.naming.invisible_characters import one_line
from tournaments.naming.names import fold
from tournaments.refusals import Refused, refuse_concurrent_change
from tournaments.setup.domain.template_contents import (
    TemplateSettings,
    serialize_stages,
    serialize_terms,
    settings_from_template,
    stages_of_template,
    terms_of_template,
    typed_settings_of,
)
from tournaments.setup.domain.tournament_settings import (
    TournamentSettings,
    create_tournament,
    refuse_settings,
    settings_of,
)
from tournaments.signup.domain.terms import set_terms, terms_for_clone

LONGEST_NAME, MOST_TEMPLATES = 60, 30


class TemplateNameMissing(Refused):
    code = "template_name_missing"
    template = _("A template needs a name of at most %(most)s characters.")


class TemplateNameTaken(Refused):
    code = "template_name_taken"
    template = _("The club already has a template called “%(name)s”.")


class TooManyTemplates(Refused):
    code = "too_many_templates"
    template = _("A club can have at most %(most)s templates. Delete one first.")


class TemplateDeleted(Refused):
    code = "template_gone"
    template = _("This template has been deleted.")


class TemplateInUse(Refused):
    code = "template_in_use"
    template = _("The club nights “%(name)s” start from it. Choose something else for them first.")


@transaction.atomic
def save_as_template(
    *,
    tournament: Tournament,
    name: str,
    default: bool = False,
    by: Actor,
    at: datetime,
) -> SetupTemplate:
    """Store and log the tournament's settings as a template, without name, days and entrants.

    Raises TemplateNameMissing, TemplateNameTaken, TooManyTemplates.
    """
    club = lock_club(tournament.club_id)
    settings, terms = settings_of(tournament), terms_for_clone(tournament)
    template = SetupTemplate(
        club=club,
        name=_clean_template_name(club, name),
        rule_book=tournament.rule_book,
        kind=settings.kind,
        stages=serialize_stages(settings.stages),
        tables=settings.tables,
        sign_up=serialize_terms(terms) if terms else "",
        created_at=at,
        **settings.common,
    )
    if club.templates.count() >= MOST_TEMPLATES:
        raise TooManyTemplates(most=MOST_TEMPLATES)
    template.save()
    log_and_publish(
        "template_saved",
        by=by,
        at=at,
        club=club,
        subject=template.public_id,
        after={"name": template.name, "of": str(tournament.public_id)},
    )
    if default:
        set_default_template(club=club, template=template, by=by, at=at)
    return template


@transaction.atomic
def change_template(
    *,
    template: SetupTemplate,
    settings: TemplateSettings,
    by: Actor,
    at: datetime,
    seen: TemplateSettings | None = None,
) -> None:
    """`seen` are the settings that the edit started from.

    Raises TemplateDeleted, TemplateNameMissing, TemplateNameTaken, ChangedMeanwhile, SettingsNotPossible.
    """
    club = lock_club(template.club_id)
    locked = lock_template(template)
    settings = replace(settings, name=_clean_template_name(club, settings.name, template=locked))
    before = typed_settings_of(locked)
    if before == settings:
        return
    refuse_concurrent_change(seen, before)
    for field, value in settings.values.items():
        setattr(locked, field, value)
    refuse_settings(
        settings_from_template(locked, name="", day=at.date()), game_of(locked.rule_book.rule_set_id)
    )
    locked.save(update_fields=[*settings.values])
    if before.common["venue"] != settings.common["venue"]:
        revise_events(locked.series.all(), at=at)
    log_and_publish(
        "template_changed",
        by=by,
        at=at,
        club=club,
        subject=locked.public_id,
        before=before.values,
        after=settings.values,
    )


@transaction.atomic
def set_default_template(*, club: Club, template: SetupTemplate | None, by: Actor, at: datetime) -> None:
    """Set the default, None for none; only a change is stored and logged. Raises TemplateDeleted."""
    lock_club(club.pk)
    current = club.templates.filter(is_default=True).first()
    chosen = lock_template(template) if template is not None else None
    if current == chosen:
        return
    club.templates.filter(is_default=True).update(is_default=False)
    if chosen is not None:
        club.templates.filter(pk=chosen.pk).update(is_default=True)
    names = [{"name": default.name} if default else {} for default in (current, chosen)]
    log_and_publish("default_template_chosen", by=by, at=at, club=club, before=names[0], after=names[1])


@transaction.atomic
def delete_template(*, template: SetupTemplate, by: Actor, at: datetime) -> None:
    """Raises TemplateDeleted, and TemplateInUse if a series uses it."""
    club = lock_club(template.club_id)
    locked = lock_template(template)
    series = locked.series.order_by("pk").first()
    if series is not None:
        raise TemplateInUse(name=series.title)
    log_and_publish(
        "template_deleted", by=by, at=at, club=club, subject=locked.public_id, before={"name": locked.name}
    )
    locked.delete()


@transaction.atomic
def create_from_template(
    *, template: SetupTemplate, settings: TournamentSettings, by: Actor, at: datetime
) -> Tournament:
    """Create a draft with `settings`, but the template's rules, kind, stages and sign-up terms.

    Sign-up is closed. Raises TemplateDeleted, and what create_tournament raises.
    """
    lock_club(template.club_id)
    locked = lock_template(template)
    tournament = create_tournament(
        club=locked.club,
        settings=replace(settings, kind=locked.kind, stages=stages_of_template(locked)),
        rules=game_of(locked.rule_book.rule_set_id).read_rules(locked.rule_book.content),
        by=by,
        at=at,
    )
    if (terms := terms_of_template(locked)) is not None:
        set_terms(tournament=tournament, terms=terms, by=by, at=at)
    return tournament


def lock_template(template: SetupTemplate) -> SetupTemplate:
    """Raises TemplateDeleted."""
    locked = (
        lock_rows(SetupTemplate.objects.select_related("club", "rule_book")).filter(pk=template.pk).first()
    )
    if locked is None:
        raise TemplateDeleted
    return locked


def _clean_template_name(club: Club, typed: str, template: SetupTemplate | None = None) -> str:
    name = one_line(typed)
    if not name or len(name) > LONGEST_NAME:
        raise TemplateNameMissing(most=LONGEST_NAME)
    other_names = [other.name for other in club.templates.all() if other != template]
    if fold(name) in map(fold, other_names):
        raise TemplateNameTaken(name=name)
    return name
