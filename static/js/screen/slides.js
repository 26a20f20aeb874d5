// Chooses the slide of the large screen. A slide is `{id, kind, until}`; an unknown address is null.

const isExpired = (slide, now) => Boolean(slide.until) && Number(slide.until) * 1000 <= now;

// Returns the slides in rotation: those of the kind that is held, else all, without expired notices.
export function slidesInRotation(slides, { now, holds, called }) {
  const currentSlides = slides.filter((slide) => !isExpired(slide, now));
  if (!currentSlides.length) return slides.slice(0, 1);
  const heldSlides = holds ? currentSlides.filter((slide) => slide.kind === called) : [];
  return heldSlides.length ? heldSlides : currentSlides;
}

export const indexOfSlide = (rotation, id) => rotation.findIndex((slide) => slide.id === id);

// Returns the slide `by` steps on or back, or the first if `id` is not in rotation.
export function slideAfterSteps(rotation, id, by) {
  const index = indexOfSlide(rotation, id);
  return rotation[index < 0 ? 0 : (index + by + rotation.length) % rotation.length];
}

// Returns the same slide; if it is gone, the nearest of its kind, else the first.
export function sameOrNearest(rotation, id) {
  const index = indexOfSlide(rotation, id);
  if (index >= 0) return rotation[index];
  const kind = (id || "").replace(/^slide-|-\d+$/g, "");
  const slidesOfKind = rotation.filter((slide) => slide.kind === kind);
  return slidesOfKind.length ? slidesOfKind[slidesOfKind.length - 1] : rotation[0];
}
