from django import template

from scoring.live.views import follow_marks, fragment_cache

register = template.Library()

register.filter(follow_marks.sides_as_listed)
register.filter(follow_marks.local_time_label)
register.filter(follow_marks.awaited_source)
register.simple_tag(follow_marks.mark_attribute)
register.simple_tag(follow_marks.followed_star)
register.tag(fragment_cache.cached_fragment)
