from django import template

from scoring.officials import official_labels

register = template.Library()

register.filter(official_labels.round_heading)
register.filter(official_labels.pace_label)
register.filter(official_labels.is_lagging)
register.filter(official_labels.pin_position)
register.filter(official_labels.hours_and_minutes)
