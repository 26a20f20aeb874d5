"""What rule books of all games are made of: numbered sentences, switches, stages, the way to them.

Nothing here knows a game. A game brings its chapters, its switches with their words and what its players
ask, as one ``Book``.
"""
