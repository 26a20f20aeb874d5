"""`{% load sheet %}`: words for the sheet of a match, and what stands in its head."""

from django import template

from scoring.public import words

register = template.Library()

register.filter(words.side_entrant)
register.filter(words.unsettled)
register.filter(words.lead)
register.filter(words.of_chart)
register.filter(words.average_of_a)
register.filter(words.opposite)
register.filter(words.matches_to_come)
register.filter(words.plain)
register.filter(words.awaits)
