"""A new tournament that begins with one of its club's templates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from rules.games import game_of
from tournaments.models import Club, RuleBook, SetupTemplate
from tournaments.naming.collation import turkish_order
from tournaments.refusals import Refused
from tournaments.setup.domain.template_contents import settings_from, stages_in
from tournaments.setup.domain.templates import create_from_template
from tournaments.setup.forms.settings import SetupForm
from tournaments.stages.stage_names import length_words, stage_names
from tournaments.stages.stage_settings import StageSettings
from tournaments.web.http import PageRequest, actor_of, refuse, see_other

PAGE = "tournaments/setup/new_from_template.html"
SCRATCH = "scratch"
"""What the address says of a tournament that begins with no template."""


def templates_of(club: Club) -> list[SetupTemplate]:
    """The templates of a club by name, with their rule books."""
    found = club.templates.select_related("rule_book").order_by("pk")
    return sorted(found, key=lambda one: turkish_order(one.name))


def default_of(templates: Iterable[SetupTemplate]) -> SetupTemplate | None:
    """The one with which the club begins."""
    return next((one for one in templates if one.is_default), None)


def chosen_of(templates: Sequence[SetupTemplate], asked: str | None) -> SetupTemplate | None:
    """The template that an address names, else the default. Raises Http404 for one that there isn't."""
    if asked == SCRATCH:
        return None
    if asked is None:
        return default_of(templates)
    for one in templates:
        if str(one.public_id) == asked:
            return one
    raise Http404


def from_template(
    request: PageRequest, club: Club, templates: Sequence[SetupTemplate], template: SetupTemplate
) -> HttpResponse:
    """Ask for name, days and hall; on POST create the tournament."""
    now = timezone.now()
    today = timezone.localdate(now, ZoneInfo(club.time_zone))
    form = SetupForm(
        request.POST if request.method == "POST" else None,
        present=settings_from(template, name="", day=today),
    )
    context = {
        "club": club,
        "form": form,
        "templates": templates,
        "template": template,
        "rules": rules_words(template.rule_book),
        "chain": chain_words(stages_in(template), template.rule_book),
    }
    if not form.is_bound:
        return render(request, PAGE, context)
    if not form.is_valid():
        return refuse(request, PAGE, context)
    try:
        made = create_from_template(template=template, settings=form.settings, by=actor_of(request), at=now)
    except Refused as refusal:
        form.add_error(None, refusal.message)
        return refuse(request, PAGE, context)
    messages.success(request, _("The tournament is there, as a draft. Now the entry list."))
    return see_other("tournaments:entries", made.public_id)


def rules_words(book: RuleBook) -> str:
    """What the rules are called from which a rule book came, and how many of them were changed."""
    game = game_of(book.rule_set_id)
    rules, ready = game.read_rules(book.content), game.presets[book.rule_set_id]
    name = str(rules.names.in_language(get_language() or "tr"))
    own = sum(getattr(rules, switch) != getattr(ready, switch) for switch in rules.switch_names())
    if not own:
        return name
    return ngettext("%(name)s, %(count)s rule changed", "%(name)s, %(count)s rules changed", own) % {
        "name": name,
        "count": own,
    }


def chain_words(stages: Sequence[StageSettings], book: RuleBook) -> list[tuple[str, str]]:
    """Each stage: its name, and how long its encounters are."""
    game = game_of(book.rule_set_id)
    lengths = [str(length_words(one.best_of, one.hands, game)) for one in stages]
    return list(zip(stage_names(stages), lengths, strict=True))


def template_or_404(club: Club, public_id: UUID) -> SetupTemplate:
    """A template of a club that somebody manages."""
    for one in templates_of(club):
        if one.public_id == public_id:
            return one
    raise Http404
