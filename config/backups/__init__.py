"""Backups of the whole site: make, verify, keep, list and restore."""
