"""The demo: a club with finished tournaments of 101 and classic Okey, one in play and one open for entries.

Everything is made through the domain functions that pages use, so a club could have made it, too.
"""
