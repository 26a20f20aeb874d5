from django import template

from scoring.screen import screen_labels

register = template.Library()

register.inclusion_tag("scoring/screen/_round_clock.html", takes_context=True)(screen_labels.round_clock)
register.inclusion_tag("scoring/screen/_notices.html", takes_context=True)(screen_labels.notices)
register.filter(screen_labels.kind_name)
register.filter(screen_labels.section_title)
register.filter(screen_labels.part_title)
register.filter(screen_labels.groups_title)
register.filter(screen_labels.cards_title)
register.filter(screen_labels.rows_title)
register.filter(screen_labels.table_name)
register.filter(screen_labels.hand_sentence)
