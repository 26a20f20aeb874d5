"""`{% load screen %}`: words of the large screen, and the round clock wherever a page shows it."""

from django import template

from scoring.screen import words

register = template.Library()

register.inclusion_tag("scoring/screen/_round_clock.html")(words.round_clock)
register.filter(words.kind_name)
register.filter(words.length_class)
register.filter(words.section_title)
register.filter(words.part_title)
register.filter(words.groups_title)
register.filter(words.tables_title)
register.filter(words.hand_words)
