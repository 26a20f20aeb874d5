"""Players' statistics."""

from django import template

from scoring.statistics import statistics_labels

register = template.Library()

register.filter(statistics_labels.mean)
register.filter(statistics_labels.percent)
register.filter(statistics_labels.finish_name)
register.filter(statistics_labels.infraction_name)
register.filter(statistics_labels.opening_name)
register.filter(statistics_labels.reached)
register.filter(statistics_labels.round_of)
register.simple_tag(statistics_labels.person)
register.simple_tag(statistics_labels.share_bar)
