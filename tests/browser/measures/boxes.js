// What is wrong with the boxes of a page: texts that overlap or are cut, targets below so many pixels.
(target) => {
  const seen = {opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true};
  const NO_TEXT = ["script", "style", "svg", "option", "textarea"];
  const BLOCKS = ["block", "list-item", "inline-block", "flex", "grid"];
  const OF_SENTENCES = ["p", "li", "dd", "td", "small", "figcaption", "span"];
  const TARGETS = "a[href], button, summary, select, input, textarea, [role=button]";

  const told = (node) => node.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const where = (one) => (one.id ? `#${one.id}` : `${one.localName}.${one.className.baseVal ?? one.className}`);
  const place = (one) => `${where(one.parentElement)} > ${where(one)}`;
  const styles = new Map();
  const style = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one);
  const chain = (one) => (one ? [one, ...chain(one.parentElement)] : []);
  const isClipped = (one) => style(one).clipPath !== "none" || one.getAttribute("aria-hidden") === "true";

  // Every piece of text with where it is painted, as far as what it lies in lets it be seen.
  const texts = [], cut = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility(seen)) continue;
    const within = chain(parent);
    if (within.some((one) => NO_TEXT.includes(one.localName) || isClipped(one))) continue;
    const floats = within.find((one) => ["fixed", "sticky"].includes(style(one).position));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = {left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom};
      let scrolls = false;
      for (const one of within) {
        const {display, overflowX: across, overflowY: down} = style(one);
        if (["inline", "contents"].includes(display) || (across === "visible" && down === "visible")) continue;
        const edge = one.getBoundingClientRect();
        scrolls ||= [across, down].some((how) => how === "auto" || how === "scroll");
        if (!scrolls && across !== "visible" && (box.right > edge.right + 1 || box.left < edge.left - 1))
          cut.add(`${place(parent)}: ${told(node)}`);
        if (across !== "visible") {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (down !== "visible") {
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({node, parent, floats, ...box});
    }
  }

  const overlapping = new Set();
  texts.sort((a, b) => a.top - b.top);
  for (const [at, a] of texts.entries()) {
    for (let next = at + 1; next < texts.length && texts[next].top < a.bottom; next++) {
      const b = texts[next];
      if (a.node === b.node || a.floats !== b.floats) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const least = Math.min(a.bottom - a.top, b.bottom - b.top);
      if (wide > 2 && high > least * 0.3)
        overlapping.add(`${told(a.node)} | ${told(b.node)} at ${place(a.parent)}`);
    }
  }

  // A link among other words is as high as its line lets it be (WCAG 2.2, 2.5.8).
  const speaks = (one, link) => BLOCKS.includes(style(one).display) && OF_SENTENCES.includes(one.localName)
    && told(one) !== told(link)
    && [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim().length > 3);
  const small = new Set();
  for (const one of document.querySelectorAll(TARGETS)) {
    if (one.type === "hidden" || !one.checkVisibility(seen) || chain(one).some(isClipped)) continue;
    const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect());
    const wide = Math.max(...boxes.map((box) => box.width));
    const high = Math.max(...boxes.map((box) => box.height));
    if (wide < 2 || high < 2 || (wide > target - 0.5 && high > target - 0.5)) continue;
    const inline = one.localName === "a" && style(one).display === "inline";
    if (!inline || !chain(one.parentElement).some((up) => speaks(up, one)))
      small.add(`${place(one)} ${told(one) || one.name || ""}: ${wide.toFixed(0)}×${high.toFixed(0)}`);
  }

  const width = document.documentElement.scrollWidth;
  return {overlapping: [...overlapping], cut: [...cut], small: [...small], wider: width > innerWidth ? [`${width}`] : []};
}
