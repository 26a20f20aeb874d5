// Saves a hand: first on this phone, then on the server. Where no answer comes in time the next hand begins here,
// and what was saved is sent as soon as there is a way.
(function () {
  "use strict";

  var ENOUGH = 4000;
  var hand = window.handForm;
  var outbox = window.outbox;
  var busy = false;
  // The form that a page which nobody asked for may replace, as long as nothing is typed into it.
  var untouched = null;
  // The key of the hand that the keeper looks at, on the page that the server makes of it.
  var looked = "";

  function limits() {
    return JSON.parse(document.getElementById("bounds").textContent);
  }

  function keepable(form) {
    return form && "outbox" in form.dataset;
  }

  // Random enough everywhere: `crypto.randomUUID` is missing on a club's plain http.
  function newKey() {
    var bytes = new Uint8Array(16);
    window.crypto.getRandomValues(bytes);
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    var hex = Array.prototype.map.call(bytes, function (byte) {
      return (256 + byte).toString(16).slice(1);
    }).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  // --- A hand as it is kept ---

  function fieldsOf(form) {
    return Array.prototype.filter.call(form.elements, function (field) {
      var silent = !field.name || field.name === "csrfmiddlewaretoken" || /BUTTON|FIELDSET/.test(field.tagName);
      return !silent && !field.matches(":disabled") && (!/radio|checkbox/.test(field.type) || field.checked);
    }).map(function (field) {
      return [field.name, field.value];
    });
  }

  function face(form, kinds) {
    var shown = form.querySelector(kinds + " .face");
    return shown ? shown.firstChild.textContent : "?";
  }

  function how(form, seat) {
    return face(form, '.sheet[data-seat="' + seat + '"] [data-kind="' + hand.opening(seat) + '"]');
  }

  function foulsOf(form, seat) {
    var fouls = form.querySelectorAll('.sheet[data-seat="' + seat + '"] .foul');
    return Array.prototype.map.call(fouls, function (foul) {
      var count = Number(foul.querySelector("input").value) || 0;
      return count ? ", " + foul.querySelector("label").textContent + (count > 1 ? " × " + count : "") : "";
    }).join("");
  }

  function lineOf(form, seat) {
    var left = hand.tellsRack(seat) ? " " + hand.points(seat).value : "";
    var okeys = Number(hand.chosen(seat + "-okeys")) ? " + " + hand.chosen(seat + "-okeys") + " okey" : "";
    return hand.call(seat) + ": " + (hand.opening(seat) ? how(form, seat) : "–") + left + okeys + foulsOf(form, seat);
  }

  // Who finished and how, be it what was preset; then what stands on his own sheet.
  function endOf(form) {
    if (!hand.finished()) return form.querySelector('input[name="end"]:checked + .face b').textContent;
    var seat = hand.ending();
    var pairs = hand.opening(seat) === "pairs" ? ", " + how(form, seat) : "";
    var who = form.querySelector("[data-who]").textContent;
    return who + ": " + face(form, '.kinds [data-kind="' + hand.chosen("finish") + '"]') + pairs + foulsOf(form, seat);
  }

  // The seats that are asked, and whoever else something was told of.
  function toldSeats(form) {
    return hand.asked().concat(hand.seats.filter(function (seat) {
      return hand.asked().indexOf(seat) < 0 && seat !== hand.ending() && (hand.tellsRack(seat) || foulsOf(form, seat));
    }));
  }

  function indicatorOf(form) {
    var field = form.querySelector("[data-indicator]:not([hidden]) select");
    if (!field || !field.value) return [];
    return [field.parentNode.querySelector("span").textContent + ": " + field.options[field.selectedIndex].text];
  }

  function told(form) {
    return [endOf(form)].concat(toldSeats(form).map(function (seat) {
      return lineOf(form, seat);
    }), indicatorOf(form));
  }

  function rowOf(step, words) {
    var row = document.getElementById("typed-row").content.firstElementChild.cloneNode(true);
    row.dataset.go = step;
    row.querySelector("span").textContent = words;
    return row;
  }

  // Without a server there is no score; what was typed is read back all the same, and can be changed.
  function readBack(event) {
    var form = hand.form();
    event.detail.appendChild(rowOf(hand.finished() ? "finish" : "end", endOf(form)));
    toldSeats(form).forEach(function (seat) {
      event.detail.appendChild(rowOf(seat, lineOf(form, seat)));
    });
  }

  function kept(form) {
    form.elements.entered_at.value = String(Date.now());
    return {
      key: form.elements.entry_key.value,
      table: document.getElementById("screen").dataset.table,
      encounter: form.elements.encounter.value,
      address: form.dataset.outbox,
      page: form.dataset.page,
      action: form.getAttribute("action"),
      fields: fieldsOf(form),
      title: document.getElementById("hand-number").textContent,
      number: Number(document.getElementById("hand-number").dataset.number),
      isVoid: hand.finished() ? false : Boolean(window.handLimits.isVoid(hand, limits())),
      lines: told(form),
      enteredAt: Date.now(),
    };
  }

  // --- What hinders saving ---

  function words(found, all) {
    var calls = found.seat ? hand.call(found.seat) + ": " : "";
    return calls + all.words[found.code];
  }

  function note(kind, text) {
    var shown = document.getElementById("hindered-" + kind).content.firstElementChild.cloneNode(true);
    shown.querySelector("span").textContent = text;
    return shown;
  }

  // Where the server has judged the hand on this page already, its words stand there and it decides.
  function hinders(form) {
    if (form.querySelector("#preview .review")) return false;
    var place = document.getElementById("hindered");
    var all = limits();
    var found = window.handLimits.check(hand, all);
    if (found.unanswered.length) {
      hand.go(found.unanswered[0]);
      return true;
    }
    if (!found.impossible.length && !found.doubtful.length) return false;
    place.textContent = "";
    found.impossible.forEach(function (one) {
      place.appendChild(note("wrong", words(one, all)));
    });
    if (found.impossible.length) return true;
    var asked = {};
    found.doubtful.forEach(function (one) {
      if (asked[one.code]) return;
      asked[one.code] = true;
      var shown = note("doubtful", words(one, all));
      shown.querySelector("input").value = one.code;
      place.appendChild(shown);
    });
    return true;
  }

  // --- Saving ---

  function saveHand(form) {
    var one = kept(form);
    busy = true;
    hand.sending(true);
    document.getElementById("unsent").hidden = true;
    outbox.put(one).then(function () {
      hand.forgetDraft();
      return outbox.send(one.key, ENOUGH);
    }).then(function (state) {
      busy = false;
      if (hand.form() !== form) return;
      hand.sending(false);
      if (state === "stored") showPage(one);
      else if (state === "refused") look(one);
      else nextHere(one);
    }, function () {
      busy = false;
      hand.sending(false);
      document.getElementById("unsent").hidden = false;
    });
  }

  function showPage(one, unasked) {
    function unlessShown() {
      if (hand.form() && hand.form().elements.entry_key.value === one.key) nextHere(one);
    }
    untouched = unasked ? hand.form() : null;
    var screen = { source: "#tray", target: "#tray", select: "#screen", swap: "outerHTML" };
    window.htmx.ajax("GET", one.page, screen).then(unlessShown, unlessShown);
  }

  // The server's own page says what is wrong, each thing on its field, with everything that was typed.
  function look(one) {
    var values = {};
    one.fields.forEach(function (field) {
      values[field[0]] = field[0] in values ? [].concat(values[field[0]], field[1]) : field[1];
    });
    values.csrfmiddlewaretoken = outbox.token();
    looked = one.key;
    window.htmx.ajax("POST", one.action, {
      source: "#tray",
      target: "#tray",
      select: "#screen",
      swap: "outerHTML",
      values: values,
    });
  }

  // The form of the hand after this one, though no server has seen it yet.
  function nextHere(one) {
    var form = hand.form();
    form.elements.entry_key.value = newKey();
    ["typed", "again"].forEach(function (name) {
      delete form.dataset[name];
    });
    document.getElementById("hindered").textContent = "";
    comesAfter(form, one);
    hand.startAnew(one.encounter + ":after:" + one.key);
  }

  function comesAfter(form, one) {
    form.elements.after.value = one.key;
    form.elements.match.value = "";
    form.elements.deal.value = "";
    showNumber(form, one.number + (one.isVoid ? 0 : 1));
    passDeal();
    // What the server saved last is not what was entered last: to take it back would tear the row apart.
    document.querySelectorAll("#saved, .note.last").forEach(function (told) {
      told.remove();
    });
  }

  function showNumber(form, number) {
    var shown = document.getElementById("hand-number");
    var beyond = number > Number(form.dataset.hands);
    shown.dataset.number = number;
    shown.textContent = beyond ? form.dataset.beyond : form.dataset.number.replace("%s", number);
    var asked = form.querySelector(".review-step h2");
    asked.textContent = beyond ? asked.dataset.beyond : asked.dataset.number.replace("%s", number);
    var marks = document.querySelectorAll("#head .hands i");
    Array.prototype.forEach.call(marks, function (mark, place) {
      mark.className = place < number - 1 ? "" : place === number - 1 ? "now" : "todo";
    });
  }

  function passDeal() {
    var shown = document.getElementById("dealer");
    if (!shown) return;
    var calls = shown.dataset.seats.split("|");
    shown.textContent = calls[(calls.indexOf(shown.textContent) + 1) % calls.length];
  }

  // --- A page that comes from the server does not know of what waits here ---

  function waitingHere(form) {
    var waiting = outbox.of(document.getElementById("screen").dataset.table).filter(function (one) {
      return one.encounter === form.elements.encounter.value;
    });
    var known = waiting.map(function (one) {
      return one.key;
    }).indexOf(form.dataset.last);
    return waiting.slice(known + 1);
  }

  function catchUp() {
    var form = hand.form();
    if (!keepable(form) || "typed" in form.dataset || hand.ending()) return;
    // A copy of a page, kept here or by the browser, may bear the key of a hand that is stored by now.
    form.elements.entry_key.value = newKey();
    outbox.load().then(function () {
      if (hand.form() !== form) return;
      var waiting = waitingHere(form);
      var last = waiting[waiting.length - 1];
      if (!last || form.elements.after.value === last.key) return;
      // What the keeper began to type before this was known stays, and takes its place after the last one.
      if (hand.ending()) comesAfter(form, last);
      // One that was refused and that nothing follows is what the keeper was mending.
      else if (last.state === "refused") look(last);
      else nextHere(last);
    });
  }

  // What was stored in the background shows itself, unless somebody is just typing.
  function stored(event) {
    var form = hand.form();
    var here = document.getElementById("screen");
    if (busy || !here || here.dataset.table !== event.detail.table) return;
    var follow = document.getElementById("follow");
    if (keepable(form) && !hand.ending() && !outbox.of(here.dataset.table).length) showPage(event.detail, true);
    else if (follow && window.htmx) window.htmx.trigger(follow, "look");
    // The copy that the worker keeps for a reload without a network must know of this hand.
    if (navigator.serviceWorker && navigator.serviceWorker.controller) fetch(event.detail.page, { credentials: "same-origin" });
  }

  // --- Taking back ---

  function countDown() {
    var form = document.getElementById("undo");
    var button = document.querySelector("[data-undo]");
    if (!form || !button) return;
    setTimeout(function () {
      if (button.isConnected) button.hidden = true;
    }, Number(form.dataset.until) * 1000);
  }

  // --- Whether anybody answers ---

  function connection(answers) {
    var note = document.getElementById("offline");
    if (note && note.hidden !== answers) note.hidden = answers;
  }

  document.addEventListener("htmx:afterRequest", function (event) {
    if (event.detail.elt.id === "follow") connection(event.detail.xhr.status > 0);
  });
  window.addEventListener("offline", function () {
    connection(false);
  });
  window.addEventListener("online", function () {
    connection(true);
  });
  if (window.isSecureContext && navigator.serviceWorker) {
    navigator.serviceWorker.register("/table/worker.js");
  }

  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!keepable(form) || form !== hand.form()) return;
    if (event.submitter && event.submitter.hasAttribute("formaction")) return;
    event.preventDefault();
    if (busy || hinders(form)) return;
    saveHand(form);
  });
  document.addEventListener("hand:unscored", readBack);
  document.addEventListener("hand:begun", catchUp);
  document.addEventListener("htmx:load", countDown);
  document.addEventListener("outbox:stored", stored);
  document.addEventListener("outbox:gone", function (event) {
    var here = document.getElementById("screen");
    if (here && here.dataset.table === event.detail.table) window.location.reload();
  });
  document.addEventListener("outbox:look", function (event) {
    look(event.detail);
  });
  // Somebody decided between two versions of a hand, or corrected the one that stands by his own.
  document.addEventListener("click", function (event) {
    var link = event.target.closest("[data-drop]");
    if (!link || !outbox.find(link.dataset.drop)) return;
    event.preventDefault();
    outbox.drop(link.dataset.drop, link.dataset.stands).then(function () {
      window.location.href = link.href;
    });
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    var asked = event.detail.requestConfig;
    // The screen that was shown when it was asked may have been exchanged while the answer was on its way.
    if (asked.elt.id === "tray") event.detail.target = document.getElementById("screen");
    // Nothing hindered it any more, and the server led on from it.
    if (asked.elt.id === "tray" && asked.verb === "post" && event.detail.xhr.status === 200) outbox.again(looked);
    if (asked.elt.id === "tray" && asked.verb === "get" && untouched === hand.form() && hand.ending()) event.detail.shouldSwap = false;
    var form = event.detail.requestConfig.elt;
    if (form.id !== "hand" || !("correcting" in form.dataset) || event.detail.xhr.status !== 200) return;
    var key = form.elements.entry_key.value;
    if (outbox.find(key)) outbox.drop(key, key);
  });
})();
