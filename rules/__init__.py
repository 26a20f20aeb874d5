"""Pure rules of 101 Okey and related games: no database, clock, randomness or locale.

Points are whole penalties, so the lowest total wins. A *hand* (el) is one deal, a *match* (maç) several
hands, an *encounter* (karşılaşma) a best of several matches. A *void* hand is replayed. An *opening* (el
açma) lays *series* (runs and sets) or *pairs* (çift).

A tile is a colour letter and a number (``r7``; red, blue, yellow, black k), a false okey or joker ``*``. The
*okey* is one above the indicator, 1 after 13. Seats are ``A1 B1 A2 B2`` in playing order, for singles ``A1 B1
C1 D1``; the letter is the side.

Sources: ``S0`` the Turkish guide to 101 in pairs, by section; ``S1`` Okey counted down from 20; ``S2`` 101
with a rising threshold; ``S3`` Okey with tasks; ``S4`` the encyclopedia.
"""
