"""How whoever runs a house sees how it is: `/healthz`, `/readyz`, `/metrics`, and a line for each request.

All of it stands before Django: it answers while every page waits, and counts what Django never hears of.
"""
