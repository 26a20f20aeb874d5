"""Calls of a tournament or table."""

from django import template

from scoring.officials.views import call_tags

register = template.Library()

register.simple_tag(call_tags.calls_waiting, takes_context=True)
register.simple_tag(call_tags.calls_of_table, takes_context=True)
register.simple_tag(call_tags.may_rule, takes_context=True)
register.filter(call_tags.answered_just_now)
