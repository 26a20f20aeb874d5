"""`/healthz`, `/readyz`, `/metrics` and the request log.

They run in front of Django: they answer while every page waits, and count all requests.
"""
