"""Who can be put together with whom: a largest matching, kept largest while vertices leave it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, KeysView

Joined = Callable[[int, int], bool]


class Matching:
    """A largest matching among `vertices`; `joined` says which two may be matched (Edmonds' blossoms).

    Who comes early is matched with the earliest possible, and the same input gives the same matching.
    """

    def __init__(self, vertices: Iterable[int], joined: Joined) -> None:
        self._joined = joined
        self._mates: dict[int, int] = {}
        self._free: dict[int, None] = {}  # a set that keeps its order
        for vertex in vertices:
            mate = next((waiting for waiting in self._free if joined(waiting, vertex)), None)
            if mate is None:
                self._free[vertex] = None
            else:
                self._match(mate, vertex)
        self._sparable: set[int] = set()
        closed: set[int] = set()
        for vertex in list(self._free):
            if vertex in self._free:
                tree = self._augment(vertex, closed)
                if tree:  # no later path can use what this one saw
                    closed |= tree.vertices
                    self._sparable |= tree.outer

    @property
    def free(self) -> int:
        """How many stay unmatched: no matching leaves fewer."""
        return len(self._free)

    def take(self, *vertices: int) -> bool:
        """Take out one of them, or a couple; False, and nothing changes, where that costs the others a mate.

        One vertex must leave one unmatched fewer, two of a perfect matching must leave it perfect.
        """
        if len(vertices) == 1 and vertices[0] not in self._sparable:
            return False
        mates = {vertex: self._mates.pop(vertex) for vertex in vertices if vertex in self._mates}
        alone = [mate for mate in mates.values() if mate not in mates]
        for mate in alone:
            del self._mates[mate]
            self._free[mate] = None
        if alone and self._augment(alone[0]):
            for vertex, mate in mates.items():
                self._match(vertex, mate)
            return False
        for vertex in vertices:
            self._free.pop(vertex, None)
        return True

    def spare(self, wanted: Iterable[int]) -> list[int]:
        """Take out as many as stay unmatched, those first in `wanted`; the others are all matched then."""
        return [vertex for vertex in wanted if self._free and self.take(vertex)]

    def _match(self, one: int, other: int) -> None:
        self._mates[one], self._mates[other] = other, one
        self._free.pop(one, None)
        self._free.pop(other, None)

    def _augment(self, root: int, closed: Container[int] = ()) -> _Tree | None:
        """Match the free root by changing mates along a path to another free vertex, outside what is closed.

        Where there is no such path, what was searched is returned; any of its outer vertices could stay
        unmatched instead of the root.
        """
        tree = _Tree(root, self._mates)
        for outer in tree.queue:  # grows while it is read
            for vertex in (*self._free, *self._mates):
                if vertex in closed or not tree.leads_on(outer, vertex) or not self._joined(outer, vertex):
                    continue
                if vertex in tree.outer:
                    tree.contract(outer, vertex)
                elif vertex in self._free:
                    self._flip(tree, outer, vertex)
                    return None
                else:
                    tree.grow(outer, vertex)
        return tree

    def _flip(self, tree: _Tree, outer: int, end: int) -> None:
        """Change mates along the path that leads from the root over `outer` to the free `end`."""
        while True:
            before = self._mates.get(outer)
            self._match(outer, end)
            if before is None:
                return
            outer, end = tree.parents[before], before


class _Tree:
    """Alternating paths from a free root; an odd circle shrinks to its base, so that no path is missed.

    Outer vertices are those that a path may leave from, `parents` says whence an inner one was reached.
    """

    def __init__(self, root: int, mates: dict[int, int]) -> None:
        self.queue = [root]
        self.outer = {root}
        self.parents: dict[int, int] = {}
        self._mates = mates
        self._bases = {root: root}

    @property
    def vertices(self) -> KeysView[int]:
        return self._bases.keys()

    def leads_on(self, outer: int, vertex: int) -> bool:
        if vertex not in self._bases:
            return True
        return vertex in self.outer and self._bases[outer] != self._bases[vertex]

    def grow(self, outer: int, vertex: int) -> None:
        """Add a matched vertex and its mate, from which paths may lead on."""
        mate = self._mates[vertex]
        self.parents[vertex] = outer
        self._bases[vertex], self._bases[mate] = vertex, mate
        self._reach(mate)

    def contract(self, one: int, other: int) -> None:
        """Shrink the circle that closes between two outer vertices; all of it is outer now."""
        base = self._common_base(one, other)
        circle = self._mark(one, base, other) | self._mark(other, base, one)
        for vertex, own in self._bases.items():
            if own in circle:
                self._bases[vertex] = base
                if vertex not in self.outer:
                    self._reach(vertex)

    def _reach(self, vertex: int) -> None:
        self.outer.add(vertex)
        self.queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        above = set()
        base = self._bases[one]
        above.add(base)
        while base in self._mates:
            base = self._bases[self.parents[self._mates[base]]]
            above.add(base)
        base = self._bases[other]
        while base not in above:
            base = self._bases[self.parents[self._mates[base]]]
        return base

    def _mark(self, vertex: int, base: int, child: int) -> set[int]:
        """Make one side of a circle walkable the other way round; returns the bases that lie on it."""
        circle = set()
        while self._bases[vertex] != base:
            mate = self._mates[vertex]
            circle |= {self._bases[vertex], self._bases[mate]}
            self.parents[vertex] = child
            child = mate
            vertex = self.parents[mate]
        return circle
