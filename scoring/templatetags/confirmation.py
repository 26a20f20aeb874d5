"""Confirmation status of matches."""

from django import template

from scoring.confirmation import confirmation_lookup

register = template.Library()

register.filter(confirmation_lookup.lookup)
register.simple_tag(confirmation_lookup.provisional_reasons)
