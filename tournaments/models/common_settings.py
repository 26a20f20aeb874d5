"""Settings that tournaments and templates share.

A new setting is a field here; columns, checks, forms, log, archive, clones, templates and series events
follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.enums import Agreement


class CommonSettings(models.Model):
    """`agreement`: what both sides confirm; otherwise a match is final after `protest_minutes`.

    Hours are in the club's time zone, on the first and on the last day (`event_times`).
    """

    begins = models.TimeField(_("Begins at"), null=True, blank=True)
    ends = models.TimeField(_("Ends at"), null=True, blank=True)
    doors = models.TimeField(_("Doors open at"), null=True, blank=True, help_text=_("Optional."))
    venue = models.CharField(_("Venue"), max_length=160, blank=True, help_text=_("Optional."))
    agreement = models.CharField(
        _("Both sides confirm"),
        max_length=8,
        choices=Agreement,
        default=Agreement.MATCH,
        help_text=_("Each on its own phone, with the second code of the table. Play continues meanwhile."),
    )
    protest_minutes = models.PositiveSmallIntegerField(
        _("Minutes to protest"),
        default=15,
        validators=[MaxValueValidator(240)],
        help_text=_("An unconfirmed match is final this many minutes after its last hand."),
    )

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(agreement__in=Agreement.values), name="%(class)s_agreement_known"
            ),
            models.CheckConstraint(
                condition=models.Q(doors=None) | models.Q(doors__lte=models.F("begins")),
                name="%(class)s_doors_open_first",
            ),
            models.CheckConstraint(
                condition=models.Q(ends=None) | models.Q(begins__isnull=False),
                name="%(class)s_end_has_a_start",
            ),
        ]


COMMON_SETTINGS: Mapping[str, models.Field[Any, Any]] = {
    field.name: field
    for field in CommonSettings._meta.concrete_fields  # noqa: SLF001 - documented
}


def common_settings_of(source: CommonSettings) -> dict[str, Any]:
    return {name: getattr(source, name) for name in COMMON_SETTINGS}


def default_common_settings() -> dict[str, Any]:
    return {name: field.get_default() for name, field in COMMON_SETTINGS.items()}


def flatten_common_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """Move up those under `common`."""
    return {**{name: value for name, value in values.items() if name != "common"}, **values["common"]}
