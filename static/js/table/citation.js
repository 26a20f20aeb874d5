// The sentence of a rule in the tournament's book, opened beside what is being typed.
export function citation({ words, address }) {
  const link = document.createElement("a");
  link.className = "cite";
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = words;
  return link;
}

// What was said, and after it the rules that say so.
export function say(place, text, rules) {
  place.textContent = text;
  rules.forEach((rule) => place.append(" ", citation(rule)));
}
