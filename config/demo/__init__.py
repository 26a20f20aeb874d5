"""A club to look around in: one tournament over, one in play, one open for entries.

All of it goes through the calls that the pages use, so that nothing stands in
the demo that could not have come about in a club.
"""
