from __future__ import annotations

from collections.abc import Callable, Container, Iterable, KeysView

MayMatch = Callable[[int, int], bool]


class Matching:
    """Maximum matching (Edmonds' blossoms). Deterministic.

    Earlier vertices get the earliest possible mates.
    """

    def __init__(self, vertices: Iterable[int], may_match: MayMatch) -> None:
        """Match as many vertices as possible at once; `may_match` is symmetric."""
        self._joined = may_match
        self._mates: dict[int, int] = {}
        self._free: dict[int, None] = {}  # an ordered set
        for vertex in vertices:
            mate = next((waiting for waiting in self._free if may_match(waiting, vertex)), None)
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
    def free_count(self) -> int:
        return len(self._free)

    def try_remove(self, *vertices: int) -> bool:
        """Remove a vertex, or two that an edge joins; return False, unchanged, if another loses its mate."""
        if len(vertices) == 1 and vertices[0] not in self._sparable:
            return False
        mates = {vertex: self._mates.pop(vertex) for vertex in vertices if vertex in self._mates}
        unmatched = [mate for mate in mates.values() if mate not in mates]
        for mate in unmatched:
            del self._mates[mate]
            self._free[mate] = None
        if unmatched and self._augment(unmatched[0]):
            for vertex, mate in mates.items():
                self._match(vertex, mate)
            return False
        for vertex in vertices:
            self._free.pop(vertex, None)
        return True

    def remove_unmatched(self, preferred: Iterable[int]) -> list[int]:
        """Prefer the first; all others are matched then."""
        return [vertex for vertex in preferred if self._free and self.try_remove(vertex)]

    def _match(self, vertex: int, mate: int) -> None:
        self._mates[vertex], self._mates[mate] = mate, vertex
        self._free.pop(vertex, None)
        self._free.pop(mate, None)

    def _augment(self, root: int, closed: Container[int] = ()) -> _Tree | None:
        """Match the free root along a path to a free vertex, avoiding `closed` ones, and return None.

        Without a path, return the searched tree; any of its outer vertices could stay unmatched.
        """
        tree = _Tree(root, self._mates)
        for outer in tree.queue:  # grows while it is read
            for vertex in (*self._free, *self._mates):
                if vertex in closed or not tree.extends_to(outer, vertex) or not self._joined(outer, vertex):
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
        while True:
            previous = self._mates.get(outer)
            self._match(outer, end)
            if previous is None:
                return
            outer, end = tree.parents[previous], previous


class _Tree:
    """Alternating paths from a free root; an odd cycle shrinks to its base.

    `parents` maps inner vertices to the outer ones before them.
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

    def extends_to(self, outer: int, vertex: int) -> bool:
        if vertex not in self._bases:
            return True
        return vertex in self.outer and self._bases[outer] != self._bases[vertex]

    def grow(self, outer: int, vertex: int) -> None:
        mate = self._mates[vertex]
        self.parents[vertex] = outer
        self._bases[vertex], self._bases[mate] = vertex, mate
        self._add_outer(mate)

    def contract(self, first: int, second: int) -> None:
        """Shrink the cycle; all its vertices become outer."""
        base = self._common_base(first, second)
        circle = self._cycle_bases(first, base, second) | self._cycle_bases(second, base, first)
        for vertex, old_base in self._bases.items():
            if old_base in circle:
                self._bases[vertex] = base
                if vertex not in self.outer:
                    self._add_outer(vertex)

    def _add_outer(self, vertex: int) -> None:
        self.outer.add(vertex)
        self.queue.append(vertex)

    def _common_base(self, first: int, second: int) -> int:
        """Return the base of the lowest common ancestor."""
        above = set()
        base = self._bases[first]
        above.add(base)
        while base in self._mates:
            base = self._bases[self.parents[self._mates[base]]]
            above.add(base)
        base = self._bases[second]
        while base not in above:
            base = self._bases[self.parents[self._mates[base]]]
        return base

    def _cycle_bases(self, vertex: int, base: int, child: int) -> set[int]:
        circle = set()
        while self._bases[vertex] != base:
            mate = self._mates[vertex]
            circle |= {self._bases[vertex], self._bases[mate]}
            self.parents[vertex] = child
            child = mate
            vertex = self.parents[mate]
        return circle
