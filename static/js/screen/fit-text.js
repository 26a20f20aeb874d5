// Enlarges a slide's letters as far as they fit, in the arrangement that allows the largest. The server renders slides
// that fit in the smallest letters, because it doesn't know the screen's shape and fonts.

const LARGEST = 4.5;
const PRECISION = 0.02; // precision of the search, and a margin because widths are rounded to whole points
const SHORT_NAME = 20; // characters of a name that stays on one line
const LONG_WORD = 24; // characters of a word that may be broken

const fittedStates = new WeakMap();

const overflowsWidth = (box) => box.scrollWidth > box.clientWidth;
const overflowsHeight = (box) => box.scrollHeight > box.clientHeight + 1;

function fits(content) {
  return !overflowsHeight(content) && !overflowsWidth(content) &&
    !Array.from(content.querySelectorAll(".tv-card")).some(overflowsHeight) &&
    !Array.from(content.querySelectorAll(".tv-card, .tv-tie, .nm, p, h3")).some(overflowsWidth);
}

const longestWord = (text) => Math.max(...text.split(/\s+/).map((word) => word.length));

// Keeps words and short names unbroken, unless they break in the smallest letters too.
function preventBreaks(names) {
  names.forEach(({ style, textContent }) => {
    if (longestWord(textContent) <= LONG_WORD) style.overflowWrap = "normal";
    if (textContent.trim().length <= SHORT_NAME) style.whiteSpace = "nowrap";
  });
  allowBreaks(names.filter(overflowsWidth));
}

function allowBreaks(names) {
  names.forEach((name) => name.removeAttribute("style"));
}

// Returns the largest size from `from` on; 0 if not even that fits.
function largestSize(content, from) {
  content.style.zoom = 1;
  const names = Array.from(content.querySelectorAll(".nm"));
  preventBreaks(names);
  content.style.zoom = from;
  let [smallest, biggest] = fits(content) ? [from, LARGEST] : [0, 0];
  while (biggest - smallest > PRECISION) {
    const middle = (smallest + biggest) / 2;
    content.style.zoom = middle;
    if (fits(content)) smallest = middle;
    else biggest = middle;
  }
  allowBreaks(names);
  return smallest > 1 ? Math.max(1, smallest - PRECISION) : smallest;
}

function betterForm(content, best, form) {
  content.setAttribute("data-form", form);
  const size = largestSize(content, best.size ? best.size + PRECISION : 1);
  return size > best.size ? { form, size } : best;
}

export function fitText(slide) {
  const content = slide.querySelector("[data-grows]");
  if (!content) return;
  const state = [slide.clientWidth, slide.clientHeight, window.innerWidth, content.innerHTML].join();
  if (fittedStates.get(content) === state) return;
  const forms = content.dataset.grows.split("|").map((form) => form.replace("+", " "));
  const best = forms.reduce((bestSoFar, form) => betterForm(content, bestSoFar, form), { form: forms[0], size: 0 });
  content.setAttribute("data-form", best.form);
  content.style.zoom = best.size || 1;
  fittedStates.set(content, state);
}
