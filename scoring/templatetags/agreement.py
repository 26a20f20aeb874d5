"""`{% load agreement %}`: what both sides said of one of the matches on a page."""

from django import template

from scoring.confirmation import confirmation_lookup

register = template.Library()

register.filter(confirmation_lookup.of)
