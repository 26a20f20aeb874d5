"""Celery is loaded with Django, so that every task finds its settings."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
