from django import template

from scoring.statistics import statistics_labels

register = template.Library()

register.filter(statistics_labels.format_average)
register.filter(statistics_labels.format_percent)
register.filter(statistics_labels.finish_name)
register.filter(statistics_labels.infraction_name)
register.filter(statistics_labels.opening_name)
register.filter(statistics_labels.entrant_progress_label)
register.filter(statistics_labels.result_round_label)
register.simple_tag(statistics_labels.person_link)
register.simple_tag(statistics_labels.share_bar)
