"""`{% load following %}`: marks and state of the followed entrant."""

from django import template

from scoring.live.views import follow_marks, fragment_cache

register = template.Library()

register.filter(follow_marks.as_listed)
register.filter(follow_marks.moment)
register.filter(follow_marks.awaited)
register.simple_tag(follow_marks.about)
register.simple_tag(follow_marks.mine_mark)
register.tag(fragment_cache.kept)
