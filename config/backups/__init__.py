"""Backups of the whole house: made, verified, kept by a rule, offered, restored."""
