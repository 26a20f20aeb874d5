"""A club to look around in: two tournaments over (101 and classic Okey), one in play, one open for entries.

All of it goes through the calls that the pages use, so that nothing stands in
the demo that could not have come about in a club.
"""
