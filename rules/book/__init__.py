"""The common parts of all games' rule books: numbered sentences, switches, stages.

Nothing here knows a game. A game provides its chapters, switches and players' questions as one ``Book``.
"""
