"""Health checks, metrics and the request log: `/healthz`, `/readyz`, `/metrics`.

They run in front of Django, so they answer while every page waits, and count requests that never reach
Django.
"""
