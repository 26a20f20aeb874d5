"""`{% load hall %}`: words of the hall."""

from django import template

from scoring.officials import words

register = template.Library()

register.filter(words.round_heading)
