// Follows the tournament: asks every three seconds whether anything changed, and lets only that change.
(function () {
  "use strict";
  var PAUSE = 3000;
  var timer = null;

  // ── Changing a page in place ──────────────────────────────
  // What is equal stays the very same element: focus, scroll positions, selected text and opened
  // details survive. Elements with an id keep their identity wherever they move among their siblings.

  function sameKind(one, other) {
    return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
  }

  function takeAttributes(from, to) {
    Array.prototype.slice.call(from.attributes).forEach(function (attribute) {
      // What the reader opened stays open, and where a script put it.
      var kept = attribute.name === "style" || (attribute.name === "open" && from.nodeName === "DETAILS");
      if (!to.hasAttribute(attribute.name) && !kept) from.removeAttribute(attribute.name);
    });
    Array.prototype.slice.call(to.attributes).forEach(function (attribute) {
      if (from.getAttribute(attribute.name) !== attribute.value) from.setAttribute(attribute.name, attribute.value);
    });
  }

  function child(parent, id) {
    for (var at = parent.firstElementChild; at; at = at.nextElementSibling) if (at.id === id) return at;
    return null;
  }

  function follow(from, to) {
    if (from.isEqualNode(to)) return;
    if (from.nodeType !== Node.ELEMENT_NODE) {
      from.nodeValue = to.nodeValue;
      return;
    }
    takeAttributes(from, to);
    var at = from.firstChild;
    Array.prototype.slice.call(to.childNodes).forEach(function (next) {
      var kept = next.id ? child(from, next.id) : at && sameKind(at, next) ? at : null;
      if (!kept) {
        from.insertBefore(next, at);
        return;
      }
      if (kept !== at) from.insertBefore(kept, at);
      follow(kept, next);
      at = kept.nextSibling;
    });
    while (at) {
      var gone = at;
      at = at.nextSibling;
      from.removeChild(gone);
    }
  }

  window.htmx.defineExtension("follow", {
    isInlineSwap: function (style) {
      return style === "follow";
    },
    handleSwap: function (style, target, fragment) {
      if (style !== "follow") return false;
      follow(target, fragment.firstElementChild || fragment);
      return [target];
    },
  });

  // ── Asking ────────────────────────────────────────────────

  function look() {
    clearTimeout(timer);
    var live = document.getElementById("live");
    if (!live || document.hidden) return;
    window.htmx.trigger(live, "look");
    timer = setTimeout(look, PAUSE);
  }

  // In the club's zone, as every other time on the page.
  function clock() {
    var zone = document.getElementById("connection").dataset.zone;
    return new Date().toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone || undefined,
    });
  }

  function say(lost) {
    var mark = document.getElementById("connection");
    var words = mark.querySelector("[role=status]");
    var word = words.getAttribute(lost ? "data-lost" : "data-following");
    if (words.textContent !== word) words.textContent = word;
    mark.hidden = false;
    mark.className = lost ? "link bad" : "link ok";
    document.getElementById("lost").hidden = !lost;
    if (lost) return;
    document.querySelectorAll("[data-seen]").forEach(function (seen) {
      seen.textContent = clock();
    });
  }

  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt.id === "live") say(!event.detail.successful);
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  // A page that the browser kept for the back button may be old; one that was just loaded is not.
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) look();
  });
  timer = setTimeout(look, PAUSE);
  say(false);
})();
