"""`{% load hall %}`: words of the hall."""

from django import template

from scoring.officials import words

register = template.Library()

register.filter(words.round_heading)
register.filter(words.pace_words)
register.filter(words.lags)
register.filter(words.pin)
register.filter(words.hours_and_minutes)
