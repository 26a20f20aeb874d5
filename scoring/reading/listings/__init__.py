"""Encounters and matches as pages list them."""
