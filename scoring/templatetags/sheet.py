"""Labels of score sheets."""

from django import template

from scoring.public import public_labels

register = template.Library()

register.filter(public_labels.side_entrant)
register.filter(public_labels.open_to_protest)
register.filter(public_labels.lead)
register.filter(public_labels.of_chart)
register.filter(public_labels.average_of_a)
register.filter(public_labels.negated)
register.filter(public_labels.matches_to_come)
register.filter(public_labels.unsigned)
register.filter(public_labels.awaits)
