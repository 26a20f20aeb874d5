// Chooses the slide of the large screen. A slide is `{id, kind, until}`; an unknown address is null.

const isOver = (slide, now) => Boolean(slide.until) && Number(slide.until) * 1000 <= now;

// Returns the slides in rotation: those of the kind that is held, else all, without expired notices.
export function goingRound(slides, { now, holds, called }) {
  const standing = slides.filter((slide) => !isOver(slide, now));
  if (!standing.length) return slides.slice(0, 1);
  const held = holds ? standing.filter((slide) => slide.kind === called) : [];
  return held.length ? held : standing;
}

export const placeOf = (going, id) => going.findIndex((slide) => slide.id === id);

// Returns the slide `by` steps on or back, or the first if `id` is not in rotation.
export function stepped(going, id, by) {
  const at = placeOf(going, id);
  return going[at < 0 ? 0 : (at + by + going.length) % going.length];
}

// Returns the same slide; if it is gone, the nearest of its kind, else the first.
export function sameOrNearest(going, id) {
  const at = placeOf(going, id);
  if (at >= 0) return going[at];
  const kind = (id || "").replace(/^slide-|-\d+$/g, "");
  const alike = going.filter((slide) => slide.kind === kind);
  return alike.length ? alike[alike.length - 1] : going[0];
}
