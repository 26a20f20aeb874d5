"""The rules of 101 Okey and related games: tiles, hand reports, scores, matches, group standings.

Everything here is a pure function over frozen values: no database, clock, randomness or locale. Input is what
a club writes on its score sheet; output is the score, with a reason for every point.

Words: a *hand* (el) is one deal. A *match* (maç) is a fixed number of hands, or in classic Okey goes on until
a side has lost its 20 points. An *encounter* (karşılaşma) is a best of several matches between the *sides*
(taraf) of a table. The *finisher* (biten) ends a hand with a last discard. An *opening* (el açma) is made
with *series* (runs and sets) or with *pairs* (çift). A *void* hand (sayılmayan el) scores nothing and is
played again. In task Okey a *task* (görev) says what a hand opens with.

Points: every point is a penalty, in every game, so the lowest total wins. Amounts are whole numbers.

Notation: a tile is a colour letter and a number: ``r7``, ``k13``; red, blue, yellow, black (k). A false okey
is ``*``, in task Okey a joker. The *okey* is the tile one above the indicator, 1 after 13. Seats of two pairs
are ``A1 B1 A2 B2`` in playing order, partners opposite each other; of four single players ``A1 B1 C1 D1``.
The letter of a seat is its side.

Sources: every rule cites its source. ``S0`` is the Turkish guide to 101 Okey with the pairs tournament, by
section ("S0 VI"); ``S1`` classic Okey counted down from 20; ``S2`` 101 with a rising threshold; ``S3`` Okey
with tasks; ``S4`` the encyclopedia. "inherited" marks a source borrowed where a rule set's own is silent;
"chosen" marks a rule without a source, which we decided.
"""
