// Which slide of the large screen is seen. A slide is `{id, kind, until}`; an address of none is null.

const isOver = (slide, now) => Boolean(slide.until) && Number(slide.until) * 1000 <= now;

// The slides that go round now: those of the kind that is held, else all; notices that ended are left out.
export function goingRound(slides, { now, holds, called }) {
  const standing = slides.filter((slide) => !isOver(slide, now));
  if (!standing.length) return slides.slice(0, 1);
  const held = holds ? standing.filter((slide) => slide.kind === called) : [];
  return held.length ? held : standing;
}

export const placeOf = (going, id) => going.findIndex((slide) => slide.id === id);

// So many steps on or back; whoever stands nowhere begins with the first.
export function stepped(going, id, by) {
  const at = placeOf(going, id);
  return going[at < 0 ? 0 : (at + by + going.length) % going.length];
}

// The same slide as before. Where it is gone, as with fewer pages of its kind: its neighbour of the same kind,
// else the first.
export function sameOrNearest(going, id) {
  const at = placeOf(going, id);
  if (at >= 0) return going[at];
  const kind = (id || "").replace(/^slide-|-\d+$/g, "");
  const alike = going.filter((slide) => slide.kind === kind);
  return alike.length ? alike[alike.length - 1] : going[0];
}
