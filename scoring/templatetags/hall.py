"""Labels for officials."""

from django import template

from scoring.officials import official_labels

register = template.Library()

register.filter(official_labels.round_heading)
register.filter(official_labels.pace_label)
register.filter(official_labels.lags)
register.filter(official_labels.pin)
register.filter(official_labels.hours_and_minutes)
