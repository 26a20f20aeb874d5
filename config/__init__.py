"""How Istaka is put together and run: settings, addresses, processes.

The Celery application is loaded with Django, so that every task of the
project belongs to it and finds its settings.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
