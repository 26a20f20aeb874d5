"""`{% load bracket %}`: words for a bracket: ties in full, whom a slot waits for, how a tie stands."""

from django import template

from scoring.reading.bracket import board, words

register = template.Library()

register.filter(words.laid_out)
register.filter(words.has_number)
register.filter(words.round_short)
register.filter(words.tie_words)
register.filter(words.tie_label)
register.filter(words.awaits)
register.filter(words.contenders)
register.filter(words.tie_said)
register.filter(words.is_long)
register.filter(board.room_of)
