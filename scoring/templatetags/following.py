"""`{% load following %}`: marks of whom a browser follows, and how things stand for him."""

from django import template

from scoring.live.views import kept, marks

register = template.Library()

register.filter(marks.as_listed)
register.filter(marks.moment)
register.filter(marks.awaited)
register.simple_tag(marks.about)
register.simple_tag(marks.mine_mark)
register.tag(kept.kept)
