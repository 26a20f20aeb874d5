from __future__ import annotations

from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.people.domain.hidden_names import is_withheld, withheld_sentence


def public_text(context: Context, text: str, tournament: Tournament, quotes: str = "{}") -> SafeString:
    """Withhold a text with a hidden name whole from all but staff."""
    note = withheld_note(text, tournament)
    if note and not context.get("staff"):
        return format_html('<span data-test="withheld">{}</span>', withheld_sentence())
    return format_html(quotes + "{}", text, note)


def quoted_text(context: Context, text: str, tournament: Tournament) -> SafeString:
    return public_text(context, text, tournament, "“{}”")


def withheld_note(text: str, tournament: Tournament) -> SafeString | str:
    """Tell staff what the public doesn't see."""
    if not is_withheld(text, tournament):
        return ""
    note = _("Not public: it mentions a person whose name is hidden.")
    return format_html(' <span class="small soft" data-test="withheld-note">{}</span>', note)
