"""Accounts: signed in where, one-time links, what an owner changes of his own, closing."""
