"""`{% load screen %}`: words of the large screen; round clock and notices wherever a page shows them."""

from django import template

from scoring.screen import words

register = template.Library()

register.inclusion_tag("scoring/screen/_round_clock.html")(words.round_clock)
register.inclusion_tag("scoring/screen/_notices.html", takes_context=True)(words.notices)
register.filter(words.kind_name)
register.filter(words.section_title)
register.filter(words.part_title)
register.filter(words.groups_title)
register.filter(words.cards_title)
register.filter(words.rows_title)
register.filter(words.table_name)
register.filter(words.hand_words)
