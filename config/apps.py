from importlib import import_module

from django.apps import AppConfig


class ConfigApp(AppConfig):
    name = "config"

    def ready(self) -> None:
        """Load Celery, so that every task finds its settings."""
        import_module("config.celery")
