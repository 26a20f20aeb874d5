// Finds layout faults of a page: texts that overlap or are cut off, and targets smaller than `target` pixels.
(target) => {
  const seen = {opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true};
  const NO_TEXT = ["script", "style", "svg", "option", "textarea"];
  const BLOCKS = ["block", "list-item", "inline-block", "flex", "grid"];
  const OF_SENTENCES = ["p", "li", "dd", "td", "small", "figcaption", "span"];
  const TARGETS = "a[href], button, summary, select, input, textarea, [role=button]";

  const shortText = (node) => node.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const classOf = (element) => element.className.baseVal ?? element.className;
  const describeElement = (element) => (element.id ? `#${element.id}` : `${element.localName}.${classOf(element)}`);
  const pathOf = (element) => `${describeElement(element.parentElement)} > ${describeElement(element)}`;
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const chain = (element) => (element ? [element, ...chain(element.parentElement)] : []);
  const isHidden = (element) => style(element).clipPath !== "none" || element.getAttribute("aria-hidden") === "true";

  // Collects each text with its painted box, clipped by the elements around it.
  const texts = [], cut = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility(seen)) continue;
    const within = chain(parent);
    if (within.some((element) => NO_TEXT.includes(element.localName) || isHidden(element))) continue;
    const floating = within.find((element) => ["fixed", "sticky"].includes(style(element).position));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = {left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom};
      let scrolls = false;
      for (const element of within) {
        const {display, overflowX: across, overflowY: down} = style(element);
        if (["inline", "contents"].includes(display) || (across === "visible" && down === "visible")) continue;
        const edge = element.getBoundingClientRect();
        scrolls ||= [across, down].some((how) => how === "auto" || how === "scroll");
        if (!scrolls && across !== "visible" && (box.right > edge.right + 1 || box.left < edge.left - 1))
          cut.add(`${pathOf(parent)}: ${shortText(node)}`);
        if (across !== "visible") {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (down !== "visible") {
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({node, parent, floats: floating, ...box});
    }
  }

  const overlapping = new Set();
  texts.sort((a, b) => a.top - b.top);
  for (const [index, a] of texts.entries()) {
    for (let next = index + 1; next < texts.length && texts[next].top < a.bottom; next++) {
      const b = texts[next];
      if (a.node === b.node || a.floats !== b.floats) continue;
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const smallerHeight = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (width > 2 && height > smallerHeight * 0.3)
        overlapping.add(`${shortText(a.node)} | ${shortText(b.node)} at ${pathOf(a.parent)}`);
    }
  }

  // A link within a sentence is exempt from the target size (WCAG 2.2, 2.5.8).
  const isSentence = (element, link) => BLOCKS.includes(style(element).display) && OF_SENTENCES.includes(element.localName)
    && shortText(element) !== shortText(link)
    && [...element.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim().length > 3);
  const small = new Set();
  for (const element of document.querySelectorAll(TARGETS)) {
    if (element.type === "hidden" || !element.checkVisibility(seen) || chain(element).some(isHidden)) continue;
    const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    if (width < 2 || height < 2 || (width > target - 0.5 && height > target - 0.5)) continue;
    const inline = element.localName === "a" && style(element).display === "inline";
    if (!inline || !chain(element.parentElement).some((up) => isSentence(up, element)))
      small.add(`${pathOf(element)} ${shortText(element) || element.name || ""}: ${width.toFixed(0)}×${height.toFixed(0)}`);
  }

  // Where the page is wider than the screen, the innermost elements that stick out.
  const sticksOut = (element) => element.checkVisibility(seen) && element.getBoundingClientRect().right > innerWidth + 1;
  const wider = [];
  if (document.documentElement.scrollWidth > innerWidth) {
    wider.push(`${document.documentElement.scrollWidth}`);
    for (const element of document.body.querySelectorAll("*"))
      if (sticksOut(element) && ![...element.children].some(sticksOut)) wider.push(`${pathOf(element)} ${shortText(element)}`);
  }
  return {overlapping: [...overlapping], cut: [...cut], small: [...small], wider};
}
