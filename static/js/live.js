// Follows the tournament: hears on a stream that something changed, asks for it, and lets only that change.
// While there is no stream it asks every three seconds.
(function () {
  "use strict";
  var PAUSE = 3000;
  var GLIDE = 200;
  var BETWEEN = 250; // hands that come in quick succession are asked for together
  var timer = null;
  var soon = null;
  var asked = 0;
  var told = null; // the counter that was heard and not asked for yet
  var news = 0;
  var covered = 0;
  var sought = null; // the address that the live part stood for when it was asked for
  var shared = false; // whether what all are given was asked for
  var barred = false; // it did not come: the page's own address is asked instead

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
      // What only a script can do, a script has brought to light.
      if (attribute.name === "hidden" && from.hasAttribute("data-print")) return;
      if (from.getAttribute(attribute.name) !== attribute.value) from.setAttribute(attribute.name, attribute.value);
    });
  }

  function child(parent, id) {
    for (var at = parent.firstElementChild; at; at = at.nextElementSibling) if (at.id === id) return at;
    return null;
  }

  function follow(from, to) {
    if (from.isEqualNode(to)) return;
    // Words that changed are new words: they stand where they stand, and have moved from nowhere.
    if (from.nodeType !== Node.ELEMENT_NODE) {
      from.parentNode.replaceChild(to.cloneNode(true), from);
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
      at = kept.nextSibling;
      follow(kept, next);
    });
    while (at) {
      var gone = at;
      at = at.nextSibling;
      from.removeChild(gone);
    }
  }

  // What is in sight and has to make room glides to its new place instead of jumping away from the eye.

  function places(root) {
    var found = [];
    var quiet = !root.animate || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    var walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, function (element) {
      var box = element.getBoundingClientRect();
      var seen = box.bottom > 0 && box.top < window.innerHeight && box.width && box.height;
      if (!seen || element.ownerSVGElement) return NodeFilter.FILTER_REJECT;
      found.push({ element: element, x: box.left, y: box.top });
      return NodeFilter.FILTER_ACCEPT;
    });
    while (!quiet && walker.nextNode());
    return found;
  }

  function glide(before) {
    var carried = new Map();
    before.forEach(function (one) {
      var box = one.element.getBoundingClientRect();
      var by = carried.get(one.element.parentNode) || { x: 0, y: 0 };
      one.dx = one.x - box.left - by.x;
      one.dy = one.y - box.top - by.y;
      one.moves = document.contains(one.element) && Math.abs(one.dx) + Math.abs(one.dy) > 0.5 &&
        getComputedStyle(one.element).display !== "inline";
      carried.set(one.element, one.moves ? { x: by.x + one.dx, y: by.y + one.dy } : by);
    });
    before.forEach(function (one) {
      if (!one.moves) return;
      var from = "translate(" + one.dx + "px," + one.dy + "px)";
      one.element.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    });
  }

  window.htmx.defineExtension("follow", {
    isInlineSwap: function (style) {
      return style === "follow";
    },
    handleSwap: function (style, target, fragment) {
      if (style !== "follow") return false;
      var before = places(target);
      follow(target, fragment.firstElementChild || fragment);
      glide(before);
      return [target];
    },
  });

  // ── Asking ────────────────────────────────────────────────

  function root() {
    return document.querySelector("[data-stream]") || document.getElementById("live");
  }

  function ask() {
    clearTimeout(soon);
    soon = null;
    var live = root();
    if (!live || document.hidden) return;
    asked = Date.now();
    window.htmx.trigger(live, "look");
  }

  function look() {
    clearTimeout(timer);
    if (document.hidden) return;
    if (!(stream && stream.live())) ask();
    timer = setTimeout(look, PAUSE);
  }

  function askSoon(spread) {
    if (soon) return;
    soon = setTimeout(ask, Math.max(Math.random() * spread, asked + BETWEEN - Date.now(), 0));
  }

  // ── Hearing ───────────────────────────────────────────────

  function behind() {
    var live = root();
    return told !== null && live && live.dataset.counter !== String(told);
  }

  var followed = root();
  var stream = window.stream && followed && followed.dataset.stream ? window.stream(followed.dataset.stream, {
    told: function (counter, spread) {
      if (counter !== told) news += 1;
      told = counter;
      if (behind()) askSoon(spread);
      else say(false);
    },
    lost: look,
  }) : null;

  // A page that comes to light, or back, asks at once and then listens; one that nobody sees does neither.
  function wake() {
    if (document.hidden) {
      if (stream) stream.close();
      clearTimeout(timer);
      return;
    }
    ask();
    if (stream) stream.open();
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  }

  // ── What the reader is told of it ─────────────────────────

  // In the club's zone, as every other time on the page.
  function clock() {
    var zone = document.getElementById("connection").dataset.zone;
    return new Date().toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone || undefined,
    });
  }

  function say(lost) {
    var mark = document.getElementById("connection");
    if (!mark) return;
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

  function isOurs(event) {
    return event.detail.elt.id === "live" || event.detail.elt.hasAttribute("data-stream");
  }

  // Who asks for the same as a thousand others says what he heard of: then it is at hand where he heard of it.
  document.body.addEventListener("htmx:configRequest", function (event) {
    if (!isOurs(event)) return;
    sought = event.detail.elt.getAttribute("hx-get");
    var before = event.detail.elt.dataset.shared;
    shared = Boolean(before) && told !== null && !barred;
    if (!shared) return;
    event.detail.parameters.heard = told;
    event.detail.path = before + event.detail.path;
  });
  // An answer covers what was heard before it was asked for; what was heard since is asked for again.
  document.body.addEventListener("htmx:beforeSend", function (event) {
    if (isOurs(event)) covered = news;
  });
  // Whoever searched in the meantime reads something else by now: what was asked for before is not for him.
  document.body.addEventListener("htmx:beforeSwap", function (event) {
    var live = event.detail.requestConfig.elt;
    if (!live.hasAttribute("data-stream") || live.getAttribute("hx-get") === sought) return;
    event.detail.shouldSwap = false;
    askSoon(0);
  });
  document.body.addEventListener("htmx:afterRequest", function (event) {
    if (!isOurs(event)) return;
    barred = shared && !event.detail.successful;
    if (barred) {
      askSoon(0);
      return;
    }
    say(!event.detail.successful);
    if (event.detail.successful && covered === news) told = null;
    else if (event.detail.successful && behind()) askSoon(0);
  });
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", function () {
    if (stream) stream.drop();
    look();
  });
  // A page kept for the back button holds no connection; it may be old when it comes back.
  window.addEventListener("pagehide", function () {
    if (stream) stream.close();
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) wake();
  });
  timer = setTimeout(look, PAUSE);
  if (stream && !document.hidden) stream.open();
  say(false);
})();
