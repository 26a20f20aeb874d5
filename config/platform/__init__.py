"""Adaptations of Django, Celery and the server; each module gives its reason."""
