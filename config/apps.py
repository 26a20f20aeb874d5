"""The Django app of the management commands for running a site."""

from django.apps import AppConfig


class ConfigApp(AppConfig):
    """It has no models."""

    name = "config"
