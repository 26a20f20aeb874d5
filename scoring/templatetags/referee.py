"""`{% load referee %}`: what any page may ask of calls: those of a tournament, those of a table."""

from django import template

from scoring.officials.views import calls

register = template.Library()

register.simple_tag(calls.calls_waiting, takes_context=True)
register.simple_tag(calls.calls_of_table, takes_context=True)
register.simple_tag(calls.may_rule, takes_context=True)
register.filter(calls.answered_just_now)
