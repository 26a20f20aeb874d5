// A bracket under the hand: the way of an entrant, the round that is on. The page is whole
// without it: names are links that mark a way, rounds are anchors.
(function () {
  "use strict";
  var live = document.getElementById("live");
  var pinned = "";
  var shown = "";

  function all(selector, within) {
    return Array.prototype.slice.call((within || document).querySelectorAll(selector));
  }

  function has(list, number) {
    return (" " + (list || "") + " ").indexOf(" " + number + " ") >= 0;
  }

  // ── The way of an entrant ─────────────────────────────────

  function mark(element, name, on) {
    if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
  }

  function paint() {
    all(".slot, .crown, .four .ab").forEach(function (row) {
      mark(row, "me", shown !== "" && row.dataset.e === shown);
    });
    all(".bk li, .fours > li").forEach(function (item) {
      var mine = shown !== "" && all("[data-e]", item).some(function (row) {
        return row.dataset.e === shown && row.closest("li") === item;
      });
      mark(item, "through", mine);
      mark(item, "sends", mine && item.dataset.sends === shown);
      mark(item, "came", mine && has(item.dataset.came, shown));
    });
    all(".bk").forEach(function (board) {
      mark(board, "tracing", shown !== "");
      fold(board);
    });
    all("[data-release]").forEach(function (link) {
      if (link.hidden !== (pinned === "")) link.hidden = pinned === "";
    });
    all("[data-page]").forEach(function (link) {
      var chosen = option(pinned);
      if (link.hidden !== !chosen) link.hidden = !chosen;
      if (chosen) link.setAttribute("href", link.dataset.page + chosen.value + "/");
    });
    all(".trail").forEach(function (words) {
      if (words.hidden !== (words.dataset.e !== pinned)) words.hidden = words.dataset.e !== pinned;
    });
  }

  // What the server sends anew bears the marks that the address asked for: those of the hand stay.
  var watching = new MutationObserver(repaint);
  function repaint() {
    watching.disconnect();
    paint();
    watching.observe(live, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "hidden"] });
  }

  function show(number) {
    if (shown === number) return;
    shown = number;
    repaint();
  }

  function option(number) {
    return number ? document.querySelector('#path-of option[data-e="' + number + '"]') : null;
  }

  function pin(number) {
    pinned = number;
    var chosen = option(number);
    var select = document.getElementById("path-of");
    if (select) select.value = chosen ? chosen.value : "";
    var query = new URLSearchParams(location.search);
    if (chosen) query.set("path", chosen.value);
    else query.delete("path");
    var said = query.toString();
    history.replaceState(history.state, "", location.pathname + (said ? "?" + said : "") + location.hash);
    shown = number;
    repaint();
  }

  function rowOf(target) {
    var row = target.closest && target.closest(".slot, .four .ab");
    return row && row.dataset.e ? row : null;
  }

  function numberAt(target) {
    var row = rowOf(target);
    return row ? row.dataset.e : "";
  }

  document.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    var release = event.target.closest("[data-release]");
    var name = event.target.closest(".nm");
    var number = release ? "" : name && numberAt(name);
    if (!release && !number) return;
    event.preventDefault();
    pin(number === pinned ? "" : number);
    if (release) document.getElementById("path-of").focus();
  });

  if (matchMedia("(hover: hover)").matches) {
    document.addEventListener("mouseover", function (event) {
      show(numberAt(event.target) || pinned);
    });
  }
  document.addEventListener("focusin", function (event) {
    show(numberAt(event.target) || pinned);
  });

  document.addEventListener("change", function (event) {
    if (event.target.id !== "path-of") return;
    var chosen = event.target.selectedOptions[0];
    var number = (chosen && chosen.dataset.e) || "";
    var rows = all(number ? '.bk [data-e="' + number + '"], .fours [data-e="' + number + '"]' : "[hidden]");
    if (number && !rows.length) {
      event.target.form.submit();
      return;
    }
    pin(number);
    if (number) reveal(rows[rows.length - 1]);
  });

  function reveal(row) {
    var calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    row.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "center", inline: "center" });
  }

  // Escape releases; left and right follow the focused name from round to round.
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && pinned) {
      pin("");
      return;
    }
    var number = numberAt(event.target);
    if (!number || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    var names = all('.bk .slot[data-e="' + number + '"] .nm');
    var next = names[names.indexOf(event.target) + (event.key === "ArrowLeft" ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  // ── The round that is on ──────────────────────────────────

  function leftOf(board, column) {
    var inset = parseFloat(getComputedStyle(board).paddingLeft) || 0;
    return column.offsetLeft - board.offsetLeft - inset;
  }

  function columns(board) {
    return all("section", board).filter(function (one) {
      return one.parentNode === board;
    });
  }

  // A later round is short and stands in the middle of a tall picture: the page follows to its nearest box.
  function meet(column) {
    var boxes = all("li .tie", column);
    var middle = window.innerHeight / 2;
    var far = boxes.map(function (box) {
      var at = box.getBoundingClientRect();
      return at.bottom > 100 && at.top < window.innerHeight - 60 ? 0 : (at.top + at.bottom) / 2 - middle;
    });
    if (!far.length || far.indexOf(0) >= 0) return;
    var nearest = far.reduce(function (one, other) {
      return Math.abs(other) < Math.abs(one) ? other : one;
    });
    window.scrollBy({ top: nearest, behavior: "smooth" });
  }

  function atColumn(board) {
    return columns(board).reduce(function (found, column) {
      return Math.abs(leftOf(board, column) - board.scrollLeft) < Math.abs(leftOf(board, found) - board.scrollLeft)
        ? column : found;
    });
  }

  // On a phone a round is as tall as its own boxes need, not as the rounds before it: those fold away.
  function fold(board) {
    var at = columns(board).indexOf(atColumn(board));
    columns(board).forEach(function (column, place) {
      mark(column, "past", place < at);
    });
  }

  function sayRound(board) {
    fold(board);
    var nav = board.previousElementSibling;
    if (!nav || !nav.classList.contains("rounds")) return;
    var id = atColumn(board).id;
    all("a", nav).forEach(function (link) {
      mark(link, "now", link.hash === "#" + id);
    });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest(".seg.rounds a");
    var column = link && document.getElementById(link.hash.slice(1));
    if (!column) return;
    event.preventDefault();
    var board = column.parentNode;
    mark(column, "past", false);
    board.scrollTo({ left: leftOf(board, column), behavior: "smooth" });
    meet(column);
  });

  // Only a hand that pans a picture takes the page along, never a script that opens it.
  var resting = null;
  var byHand = false;
  document.addEventListener("touchstart", function (event) {
    byHand = Boolean(event.target.closest && event.target.closest(".bk"));
  }, { passive: true });
  document.addEventListener("scroll", function (event) {
    var board = event.target;
    if (!board.classList || !board.classList.contains("bk")) return;
    clearTimeout(resting);
    resting = setTimeout(function () {
      sayRound(board);
      if (byHand && board.clientWidth < 720) meet(atColumn(board));
    }, 160);
  }, true);

  function open() {
    all(".bk").forEach(function (board) {
      var column = columns(board)[Number(board.dataset.now)];
      if (column && board.scrollWidth > board.clientWidth) board.scrollLeft = leftOf(board, column);
      sayRound(board);
    });
  }

  var finder = document.getElementById("finder");
  pinned = shown = (finder && finder.dataset.path) || "";
  open();
  repaint();
  if (shown) {
    var own = all('.bk .slot[data-e="' + shown + '"]');
    var board = own.length && own[own.length - 1].closest(".bk");
    if (board) board.scrollLeft = leftOf(board, own[own.length - 1].closest("section"));
  }
})();
