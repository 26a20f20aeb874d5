from django import template

from scoring.public import public_labels

register = template.Library()

register.filter(public_labels.side_entrant)
register.filter(public_labels.can_be_protested)
register.filter(public_labels.points_lead)
register.filter(public_labels.chart_figure)
register.filter(public_labels.average_of_a)
register.filter(public_labels.negated)
register.filter(public_labels.matches_to_come)
register.filter(public_labels.unsigned)
register.filter(public_labels.awaited_slot)
register.filter(public_labels.waits_for_label)
