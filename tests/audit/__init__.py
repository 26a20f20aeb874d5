"""Check installed packages against the lock and osv.dev: `python -m tests.audit`.

Without the service it only warns, so that merging works offline.
"""
