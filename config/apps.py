"""The application that carries the commands about running: serve and demo."""

from django.apps import AppConfig


class ConfigApp(AppConfig):
    """No models; listed in INSTALLED_APPS for its commands."""

    name = "config"
