"""The rules of 101 Okey and its kin: tiles, hand reports, scores, matches and the order of a group.

Everything here is a pure function over frozen values: no database, no clock, no chance, no
locale. What a club writes on its score sheet goes in, what it is worth comes out, with the
reason for every point.

Words
    A *hand* (el) is one deal. A *match* (maç) is a fixed number of hands, or in classic Okey as
    many as it takes until a side has none of its 20 points left. An *encounter*
    (karşılaşma) is a best of several matches between the *sides* (taraf) of a table. Who ends
    a hand with a last discard is its *finisher* (biten). An *opening* (el açma) is made with
    *series*, that is runs and sets, or with *pairs* (çift). A *void* hand (sayılmayan el)
    scores nothing and is played again. In task Okey a *task* (görev) says what a hand opens with.

Points
    Every point is a penalty, in every game, so the lowest total wins. Amounts are whole numbers.

Notation
    A tile is a colour letter and a number: ``r7``, ``k13``; red, blue, yellow, black (k). A
    false okey is ``*``, in task Okey a joker. The *okey* is the tile one above the indicator, 13
    going on to 1.
    Seats of two pairs are ``A1 B1 A2 B2`` in playing order, partners opposite each other; of
    four single players ``A1 B1 C1 D1``. The letter of a seat is its side.

Sources
    Every rule says where it comes from. ``S0`` is the Turkish guide to 101 Okey with the pairs
    tournament, by section ("S0 VI"); ``S1`` classic Okey counted down from 20; ``S2`` 101 with
    a rising threshold; ``S3`` Okey with tasks; ``S4`` the encyclopedia. "inherited" stands after
    a source that a rule set borrows where its own is silent; "chosen" means that no source says
    it and that we decided.
"""
