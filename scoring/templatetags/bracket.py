"""`{% load bracket %}`: labels of brackets."""

from django import template

from scoring.queries.bracket import board, bracket_labels

register = template.Library()

register.filter(bracket_labels.laid_out)
register.filter(bracket_labels.has_number)
register.filter(bracket_labels.round_short)
register.filter(bracket_labels.tie_words)
register.filter(bracket_labels.tie_label)
register.filter(bracket_labels.awaits)
register.filter(bracket_labels.contenders)
register.filter(bracket_labels.tie_said)
register.filter(bracket_labels.is_long)
register.filter(board.room_of)
