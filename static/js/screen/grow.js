// Enlarges a slide's letters as far as they fit, in the arrangement that allows the largest. The server renders slides
// that fit in the smallest letters, because it doesn't know the screen's shape and fonts.

const LARGEST = 4.5;
const NEAR = 0.02; // precision of the search, and a margin because widths are rounded to whole points
const SHORT = 20; // characters of a name that stays on one line
const LONG = 24; // characters of a word that may be broken

const seen = new WeakMap();

const hangsOut = (box) => box.scrollWidth > box.clientWidth;
const tooLow = (box) => box.scrollHeight > box.clientHeight + 1;

function fits(part) {
  return !tooLow(part) && !hangsOut(part) && !Array.from(part.querySelectorAll(".tv-card")).some(tooLow) &&
    !Array.from(part.querySelectorAll(".tv-card, .tv-tie, .nm, p, h3")).some(hangsOut);
}

const longestWord = (text) => Math.max(...text.split(/\s+/).map((word) => word.length));

// Keeps words and short names unbroken, unless they break in the smallest letters too.
function keepWhole(names) {
  names.forEach(({ style, textContent }) => {
    if (longestWord(textContent) <= LONG) style.overflowWrap = "normal";
    if (textContent.trim().length <= SHORT) style.whiteSpace = "nowrap";
  });
  letBreak(names.filter(hangsOut));
}

function letBreak(names) {
  names.forEach((name) => name.removeAttribute("style"));
}

// Returns the largest size from `from` on; 0 if not even that fits.
function largest(part, from) {
  part.style.zoom = 1;
  const names = Array.from(part.querySelectorAll(".nm"));
  keepWhole(names);
  part.style.zoom = from;
  let [least, most] = fits(part) ? [from, LARGEST] : [0, 0];
  while (most - least > NEAR) {
    const tried = (least + most) / 2;
    part.style.zoom = tried;
    if (fits(part)) least = tried;
    else most = tried;
  }
  letBreak(names);
  return least > 1 ? Math.max(1, least - NEAR) : least;
}

function better(part, best, form) {
  part.setAttribute("data-form", form);
  const size = largest(part, best.size ? best.size + NEAR : 1);
  return size > best.size ? { form, size } : best;
}

export function grow(slide) {
  const part = slide.querySelector("[data-grows]");
  if (!part) return;
  const state = [slide.clientWidth, slide.clientHeight, window.innerWidth, part.innerHTML].join();
  if (seen.get(part) === state) return;
  const forms = part.dataset.grows.split("|").map((form) => form.replace("+", " "));
  const best = forms.reduce((found, form) => better(part, found, form), { form: forms[0], size: 0 });
  part.setAttribute("data-form", best.form);
  part.style.zoom = best.size || 1;
  seen.set(part, state);
}
