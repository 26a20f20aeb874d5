"""`{% load bracket %}`: words for a bracket: ties in full, whom a slot waits for, how a tie stands."""

from django import template

from scoring.reading.bracket import words

register = template.Library()

register.filter(words.laid_out)
register.filter(words.has_number)
register.filter(words.round_short)
register.filter(words.tie_words)
register.filter(words.tie_label)
register.filter(words.awaits)
register.filter(words.contenders)
