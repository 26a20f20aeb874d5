// Opens a rule's sentence in the tournament's book beside the form.
export function createCitation({ words, address }) {
  const link = document.createElement("a");
  link.className = "cite";
  link.href = address;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = words;
  return link;
}

// Writes the text and links to the rules behind it.
export function showWithCitations(element, text, rules) {
  element.textContent = text;
  rules.forEach((rule) => element.append(" ", createCitation(rule)));
}
