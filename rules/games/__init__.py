"""The games, a folder each: rules as data and small functions; only `judge` and `rulebook` import them.

`okey101` is the 101 family. What every game shares (tiles, melds, seats, hands) lies above this folder.
"""
