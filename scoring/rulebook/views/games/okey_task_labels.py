from __future__ import annotations

from django.utils.translation import gettext as _


def labels() -> dict[str, str]:
    """Return texts for the tile referee's script, by its keys; it fills in each `%s`."""
    return {
        "run": _("A run"),
        "set": _("A set"),
        "choose": _("Choose the task of the hand above."),
        "fulfils": _("This fulfils the task: %s."),
        "keep": _("One tile must be left to discard."),
        "fails": _("This does not fulfil the task: %s."),
        "not_invalid": _("Not a meld: %s."),
        "not_task": _("No other melds open, and each has exactly the number of tiles of the task."),
        "not_pairs": _("pairs laid: %s, at least %s are needed, and nothing else"),
        "not_kept": _("No tile is left to discard."),
        "taken": _("Tiles that don't fulfil the task are taken back; nothing is charged."),
        "could": _("It could open with the task: %s."),
        "could_not": _("It could not open with the task: %s."),
    }
