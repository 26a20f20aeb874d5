// Turns the hand form, which is whole on the server's page, into steps: one decision at a time.
// It moves between steps, presses digits into fields and asks the server for the score; it knows no rules.
(function () {
  "use strict";

  // The seats of this table in playing order: two pairs, or four players.
  var SEATS = [];
  var root = document.documentElement;
  root.classList.add("js");

  var shown = null;
  var form = null;
  var hints = {};
  var visited = {};
  var seen = {};
  var opened = {};
  var confirmed = {};
  var waiting = 0;
  var asleep = false;
  var arrows = false;
  // A sheet that was just opened: the first digit replaces the figure that is there.
  var fresh = false;

  // --- What a browser remembers; one that keeps nothing loses only that ---

  function remember(store, key, value) {
    try {
      if (value === null) window[store].removeItem(key);
      else window[store].setItem(key, value);
    } catch (refused) {
      return;
    }
  }

  function remembered(store, key) {
    try {
      return window[store].getItem(key);
    } catch (refused) {
      return null;
    }
  }

  function screen() {
    return document.getElementById("screen");
  }

  function drafts() {
    return "hand:" + screen().dataset.table + ":";
  }

  function draftKey() {
    return drafts() + form.dataset.hand;
  }

  // All but the draft of this hand, and of those that wait on this phone for the keeper to mend them.
  function forgetOtherHands() {
    var keep = form ? [draftKey()] : [];
    window.outbox.load().then(function (waiting) {
      waiting.forEach(function (hand) {
        keep.push(drafts() + hand.key);
      });
      Object.keys(sessionStorage).forEach(function (key) {
        if (key.indexOf(drafts()) === 0 && keep.indexOf(key) < 0) sessionStorage.removeItem(key);
      });
    }).catch(function () {
      return;
    });
  }

  function typed() {
    return Array.prototype.filter.call(form.elements, function (field) {
      var fixed = ["csrfmiddlewaretoken", "encounter", "match", "deal", "after", "entered_at", "seating", "version", "accepted"];
      return field.name && /INPUT|SELECT/.test(field.tagName) && fixed.indexOf(field.name) < 0;
    });
  }

  function saveDraft() {
    var values = typed().filter(function (field) {
      return field.type !== "radio" || field.checked;
    }).map(function (field) {
      return [field.name, field.value];
    });
    var draft = { values: values, step: form.dataset.step, visited: visited, opened: opened };
    remember("sessionStorage", draftKey(), JSON.stringify(draft));
  }

  function restoreDraft() {
    var text = remembered("sessionStorage", draftKey());
    if (!text) return null;
    var draft = JSON.parse(text);
    var values = {};
    draft.values.forEach(function (pair) {
      values[pair[0]] = pair[1];
    });
    typed().forEach(function (field) {
      if (field.type === "radio") field.checked = values[field.name] === field.value;
      else if (field.name in values) field.value = values[field.name];
    });
    visited = draft.visited || {};
    opened = draft.opened || {};
    return draft.step;
  }

  // --- What the form says ---

  function chosen(name) {
    var field = form.querySelector('input[name="' + name + '"]:checked');
    return field ? field.value : "";
  }

  function choose(name, value) {
    form.querySelectorAll('input[name="' + name + '"]').forEach(function (field) {
      field.checked = field.value === value;
    });
  }

  function ending() {
    return chosen("end");
  }

  function finished() {
    return SEATS.indexOf(ending()) >= 0;
  }

  function direct() {
    return chosen("finish").indexOf("direct") === 0;
  }

  function opening(seat) {
    return chosen(seat + "-opening");
  }

  function partner(seat) {
    return seat[0] + (seat[1] === "1" ? "2" : "1");
  }

  function sheet(seat) {
    return form.querySelector('.sheet[data-seat="' + seat + '"]');
  }

  function points(seat) {
    return sheet(seat).querySelector(".points input");
  }

  function call(seat) {
    return sheet(seat).dataset.call;
  }

  // The seats that are asked, beginning after the finisher.
  function asked() {
    if (ending() === "deck_exhausted") return SEATS;
    if (!finished() || (direct() && !asksUnopened())) return [];
    var from = SEATS.indexOf(ending());
    return SEATS.slice(from + 1).concat(SEATS.slice(0, from)).filter(function (seat) {
      return !("sparesPartner" in form.dataset) || seat !== partner(ending());
    });
  }

  // Under some rules somebody who did not open pays for the okeys on his rack.
  function asksUnopened() {
    return "asksUnopened" in form.dataset;
  }

  function tellsOkeysOnly(seat) {
    if (!asksUnopened() || !ending() || seat === ending()) return false;
    return direct() ? asked().indexOf(seat) >= 0 || Boolean(visited[seat]) : tellsOpening(seat) && opening(seat) === "none";
  }

  function told(seat) {
    var how = opening(seat);
    if (tellsOkeysOnly(seat)) return how === "none" || Boolean(seen[seat]);
    return how === "none" || (how !== "" && points(seat).value.trim() !== "");
  }

  function tellsOpening(seat) {
    if (ending() === "deck_exhausted" || seat === ending()) return true;
    return finished() && !direct() && (asked().indexOf(seat) >= 0 || Boolean(visited[seat]));
  }

  function tellsRack(seat) {
    var how = opening(seat);
    return tellsOpening(seat) && seat !== ending() && (how === "series" || how === "pairs");
  }

  // --- Going from step to step ---

  function following(step) {
    var order = asked();
    var later = order.slice(order.indexOf(step) + 1).concat(order);
    var open = later.filter(function (seat) {
      return seat !== step && !told(seat);
    });
    return open.length ? open[0] : "review";
  }

  function show(step, first) {
    form.dataset.step = step;
    var seat = SEATS.indexOf(step) >= 0 ? step : step === "finish" ? ending() : null;
    form.querySelectorAll(".step").forEach(function (section) {
      var own = section.dataset.step;
      var finish = own === "finish" && finished() && (step === "finish" || seat !== null);
      section.hidden = !(own === step || finish || (own === seat && seat !== null));
      section.classList.remove("listing");
    });
    form.querySelector(".how").classList.toggle("full", step === "finish");
    if (seat) seen[seat] = true;
    if (seat) placeKeypad(seat);
    fresh = true;
    refresh();
    if (step === "review" && !(first && form.querySelector(".whole"))) ask();
  }

  function go(step) {
    if (step === ending() && finished()) step = "finish";
    if (SEATS.indexOf(step) >= 0 && asked().indexOf(step) < 0) visited[step] = true;
    show(step);
    saveDraft();
    history.pushState({ hand: form.dataset.hand, step: step }, "");
    var heading = form.querySelector('.step:not([hidden]) h2');
    window.scrollTo(0, 0);
    if (heading) heading.focus({ preventScroll: true });
  }

  function onward() {
    go(following(form.dataset.step));
  }

  function placeKeypad(seat) {
    var keys = form.querySelector(".keys");
    if (!keys) keys = document.getElementById("keypad").content.firstElementChild.cloneNode(true);
    sheet(seat).querySelector(".keypad-here").appendChild(keys);
  }

  // --- What follows from what was chosen ---

  // A form that comes filled in: whoever has an opening was told of, be he asked or not. A finisher opened with
  // series unless it is said otherwise; that is nothing anybody told, and goes when another one finished.
  function takeUp() {
    SEATS.forEach(function (seat) {
      visited[seat] = opening(seat) !== "";
      if (seat === ending() && !opening(seat)) choose(seat + "-opening", "series");
      opened[seat] = seat === ending() && opening(seat) === "series";
    });
  }

  function endChanged() {
    SEATS.forEach(function (seat) {
      if (seat === ending()) {
        if (!opening(seat) || opening(seat) === "none") {
          choose(seat + "-opening", "series");
          opened[seat] = true;
        }
        points(seat).value = "";
        choose(seat + "-okeys", "0");
      } else if (opened[seat]) {
        choose(seat + "-opening", "");
        opened[seat] = false;
      }
    });
    visited = {};
    seen = {};
    seen[form.dataset.step] = true;
  }

  function part(seat, name) {
    return sheet(seat).querySelector('[data-part="' + name + '"]');
  }

  function refresh() {
    var step = form.dataset.step;
    form.querySelector(".how fieldset").disabled = !finished();
    SEATS.forEach(function (seat) {
      part(seat, "opening").disabled = !tellsOpening(seat);
      part(seat, "rack").disabled = !tellsRack(seat) && !tellsOkeysOnly(seat) && (opening(seat) !== "" || !tellsOpening(seat) || seat === ending());
      part(seat, "rack").classList.toggle("okeys-only", tellsOkeysOnly(seat));
      points(seat).disabled = tellsOkeysOnly(seat);
      part(seat, "fouls").disabled = !ending() || ending() === "all_opened_pairs";
      sheet(seat).classList.toggle("wait", opening(seat) === "");
      refreshSheet(seat);
    });
    refreshFinish();
    refreshIndicator();
    refreshMini(step);
    refreshFouls();
    refreshOnward(step);
    if (step !== "end" && step !== "review") askSoon();
  }

  // What was confirmed was confirmed of the hand as it was then.
  function edited() {
    confirmed = {};
    form.querySelectorAll("[name=accepted]").forEach(function (box) {
      box.checked = false;
    });
    refresh();
    saveDraft();
  }

  // What the server complained of is mended: its words and marks must not stay beside a hand that is right.
  function withdrawComplaints(preview) {
    var gone = "unconfirmed" in preview.dataset ? "#refused" : "#refused, #doubted";
    if ("wrong" in preview.dataset) return;
    form.querySelectorAll(gone + ", fieldset .problem, [data-indicator] .problem").forEach(function (words) {
      words.remove();
    });
    form.querySelectorAll("fieldset.wrong, [data-indicator].wrong, fieldset [aria-invalid], [data-indicator] [aria-invalid]").forEach(withoutMark);
  }

  function withoutMark(marked) {
    marked.classList.remove("wrong");
    marked.removeAttribute("aria-invalid");
    marked.removeAttribute("aria-describedby");
  }

  function reasonTyped(field) {
    var problem = document.getElementById("reason-problems");
    if (problem && field.value.trim()) {
      problem.remove();
      withoutMark(field);
      withoutMark(field.closest(".field"));
    }
    saveDraft();
  }

  function refreshSheet(seat) {
    var own = sheet(seat);
    var hint = hints[finished() ? chosen("finish") + "." + (opening(ending()) || "series") : "deck_exhausted"] || {};
    own.querySelectorAll("[data-hint]").forEach(function (small) {
      small.textContent = seat === ending() ? "" : hint[small.dataset.hint] || "";
    });
    own.querySelectorAll("[data-count]").forEach(function (label) {
      label.hidden = Number(label.dataset.count) > Number(hint.okeys);
      if (label.hidden && label.firstElementChild.checked) choose(seat + "-okeys", "0");
    });
    own.querySelector(".okeys").hidden = hint.okeys === "0";
    own.querySelector('[data-kind="none"]').hidden = seat === ending();
    var order = asked();
    var place = order.indexOf(seat);
    own.querySelector("[data-place]").textContent = place < 0 ? "" : place + 1 + " / " + order.length;
  }

  function refreshFinish() {
    var kind = chosen("finish") || "plain";
    var who = finished() ? form.dataset.finished.replace("%s", call(ending())) : form.dataset.exhausted;
    form.querySelector("[data-who]").textContent = who;
    form.querySelectorAll(".kinds .opt").forEach(function (label) {
      var hint = hints[label.dataset.kind + "." + (opening(ending()) || "series")] || {};
      label.classList.toggle("shown", label.dataset.kind === kind && kind.indexOf("_") > 0);
      label.querySelector("[data-credit]").textContent = finished() ? hint.finisher || "" : "";
    });
  }

  function refreshIndicator() {
    var field = form.querySelector("[data-indicator]");
    if (!field) return;
    field.hidden = !SEATS.some(function (seat) {
      return tellsRack(seat) && Number(chosen(seat + "-okeys")) > 0;
    });
  }

  function refreshMini(step) {
    form.querySelectorAll(".mini [data-seat]").forEach(function (mark) {
      var seat = mark.dataset.seat;
      mark.classList.toggle("fin", seat === ending());
      mark.classList.toggle("now", seat === step);
      mark.classList.toggle("done", seat !== ending() && asked().indexOf(seat) >= 0 && told(seat));
    });
  }

  function refreshFouls() {
    form.querySelectorAll(".foul").forEach(function (foul) {
      var count = Number(foul.querySelector("input").value) || 0;
      foul.classList.toggle("has", count !== 0);
      foul.querySelector("output").textContent = count ? "× " + count : "";
    });
  }

  function refreshOnward(step) {
    var next = following(step);
    var seat = SEATS.indexOf(step) >= 0 ? step : null;
    var words = next === "review" ? form.dataset.show : form.dataset.next.replace("%s", call(next));
    var must = seat && asked().indexOf(seat) >= 0;
    form.querySelectorAll("[data-on]").forEach(function (button) {
      button.textContent = words;
      button.disabled = Boolean(must && !told(seat));
    });
    form.querySelectorAll(".keys [data-key]").forEach(function (key) {
      key.disabled = !seat || !tellsRack(seat);
    });
    if (!seat && step !== "finish") return;
    var own = sheet(seat || ending());
    var keypad = Boolean(seat) && tellsOpening(seat) && opening(seat) !== "none" && seat !== ending() && !tellsOkeysOnly(seat);
    own.querySelector(".keypad-here").hidden = !keypad;
    own.querySelector(".keypad-here").classList.toggle("off", !keypad);
    own.lastElementChild.hidden = keypad;
  }

  // --- The score, from the server ---

  function ask() {
    clearTimeout(waiting);
    var preview = document.getElementById("preview");
    if (!window.htmx || !preview || !ending()) return;
    if (asleep) waiting = setTimeout(wake, 60);
    else window.htmx.trigger(preview, "ask");
  }

  // A finger may be quicker than htmx, which listens to what it put on the page a moment after it stands there.
  function wake() {
    asleep = false;
    ask();
  }

  function askSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 250);
  }

  function say(words) {
    document.getElementById("say").textContent = words;
  }

  // --- Taps and keys ---

  function press(key) {
    var field = points(form.dataset.step);
    if (fresh && key !== "back") field.value = "";
    fresh = false;
    if (key === "back") field.value = field.value.slice(0, -1);
    else if (field.value.length < 3) field.value = (field.value === "0" ? "" : field.value) + key;
    edited();
  }

  function countFoul(button) {
    var field = button.closest(".foul").querySelector("input");
    var count = Math.max(0, (Number(field.value) || 0) + Number(button.dataset.stepBy));
    field.value = count || "";
    edited();
  }

  function turn() {
    var key = "turn:" + screen().dataset.table;
    remember("localStorage", key, String((Number(remembered("localStorage", key)) + 1) % 4));
    drawTurned();
  }

  function drawTurned() {
    var turned = Number(remembered("localStorage", "turn:" + screen().dataset.table)) || 0;
    document.querySelectorAll(".round, .mini").forEach(function (table) {
      table.className = table.className.replace(/ turn-\d/, "") + (turned ? " turn-" + turned : "");
    });
  }

  function radioTapped(field) {
    if (field.name === "end" && !arrows) onward();
    else if (field.name === form.dataset.step + "-opening" && field.value === "none" && !arrows && !asksUnopened()) onward();
    else if (field.name === "finish" && direct() && !asked().length && !arrows && form.dataset.step !== "finish") go("review");
  }

  function tapped(event) {
    var target = event.target;
    if (target.type === "radio") {
      radioTapped(target);
      return;
    }
    var button = target.closest("button");
    if (!button) return;
    if (button.dataset.key) press(button.dataset.key);
    else if ("on" in button.dataset) onward();
    else if (button.dataset.go) go(button.dataset.go);
    else if (button.dataset.stepBy) countFoul(button);
    else if ("turn" in button.dataset) turn();
    else if ("fouls" in button.dataset) button.closest(".sheet").classList.add("listing");
    else if ("foulsDone" in button.dataset) button.closest(".sheet").classList.remove("listing");
  }

  function changed(event) {
    if (event.target.name === "accepted") {
      confirmed[event.target.value] = event.target.checked;
      return;
    }
    if (event.target.name === "end") endChanged();
    if (event.target.name && event.target.name.indexOf("-opening") > 0) opened[event.target.name.slice(0, 2)] = false;
    if (event.target.name === "reason") reasonTyped(event.target);
    else edited();
    if (event.target.name === "indicator") ask();
  }

  function keyed(event) {
    arrows = event.key.indexOf("Arrow") === 0;
    if (!form || event.ctrlKey || event.metaKey || event.altKey) return;
    var target = event.target;
    var writing = target.tagName === "INPUT" && target.type === "text" && !target.closest(".points");
    var seat = form.dataset.step;
    if (event.key === "Enter" && target.tagName === "INPUT" && form.contains(target)) {
      event.preventDefault();
      if (SEATS.indexOf(seat) < 0 || !asked().length || told(seat) || asked().indexOf(seat) < 0) {
        if (seat !== "review" && ending()) onward();
      }
    } else if (!writing && !target.closest(".points") && SEATS.indexOf(seat) >= 0 && tellsRack(seat)) {
      if (/^\d$/.test(event.key)) press(event.key);
      else if (event.key === "Backspace") press("back");
    }
  }

  // --- Sending ---

  function sending(busy) {
    var button = form.querySelector("[data-save]");
    if (!button) return;
    if (!button.dataset.words) button.dataset.words = button.textContent;
    button.textContent = busy ? form.dataset.saving : button.dataset.words;
    button.setAttribute("aria-busy", String(busy));
  }

  function notConfirmed() {
    var button = form.querySelector("[data-save]");
    button.dataset.words = button.dataset.again;
    sending(false);
    document.getElementById("unsent").hidden = false;
  }

  // A score of what was typed before must not be taken for the score of what is typed now.
  function withoutScore() {
    var preview = document.getElementById("preview");
    var whole = preview.querySelector(".whole") || preview.appendChild(document.createElement("div"));
    whole.className = "whole";
    whole.textContent = "";
    whole.appendChild(document.getElementById("no-score").content.cloneNode(true));
    document.dispatchEvent(new CustomEvent("hand:unscored", { detail: whole }));
  }

  function isForm(event) {
    return form !== null && event.detail.elt === form;
  }

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (!isForm(event)) return;
    clearTimeout(waiting);
    document.getElementById("unsent").hidden = true;
    sending(true);
  });
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      if (isForm(event)) notConfirmed();
      else if (form && event.detail.elt.id === "preview") withoutScore();
    });
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    var xhr = event.detail.xhr;
    var asking = event.detail.requestConfig.elt;
    var answered = xhr.responseText.indexOf('id="screen"') >= 0;
    if (asking.id === "follow") {
      if (xhr.status === 404) location.reload();
      // Somebody may have begun to type since it asked.
      if (form && ending() && event.detail.target.id === "screen") event.detail.shouldSwap = false;
      return;
    }
    if (asking.id === "tray" && xhr.status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    if (!form || asking !== form) return;
    if (xhr.status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    } else if (!answered) {
      event.detail.shouldSwap = false;
      if (xhr.status === 404) location.reload();
      else notConfirmed();
    } else if (xhr.status === 200) {
      remember("sessionStorage", draftKey(), null);
    }
  });
  document.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt.id !== "follow") return;
    if (document.hidden) event.preventDefault();
    else if (form && ending()) {
      event.detail.parameters.typing = "1";
      ["encounter", "match", "deal", "after", "entry_key"].forEach(function (name) {
        event.detail.parameters[name] = form.elements[name].value;
      });
    }
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (!form || event.detail.target.id !== "preview") return;
    form.querySelectorAll("[name=accepted]").forEach(function (box) {
      box.checked = box.checked || Boolean(confirmed[box.value]);
    });
    var preview = document.getElementById("preview");
    withdrawComplaints(preview);
    if (form.dataset.step !== "review") return;
    if (preview.dataset.say) say(preview.dataset.say);
  });

  function look() {
    var follow = document.getElementById("follow");
    if (follow && window.htmx && !document.hidden) window.htmx.trigger(follow, "look");
  }

  // --- Beginning: on loading the page, and whenever the screen was exchanged ---

  function begin() {
    if (!screen() || screen() === shown) return;
    var exchanged = shown !== null || root.dataset.begun === "1";
    root.dataset.begun = "1";
    shown = screen();
    form = document.getElementById("hand");
    visited = {};
    seen = {};
    opened = {};
    confirmed = {};
    if (form) beginForm();
    else if (document.querySelector("#follow")) forgetOtherHands();
    drawTurned();
    if (exchanged) arrive();
  }

  function beginForm() {
    hints = JSON.parse(document.getElementById("hints").textContent);
    SEATS = form.dataset.seats.split(" ");
    window.handForm.seats = SEATS;
    form.querySelectorAll(".points input").forEach(function (field) {
      field.setAttribute("inputmode", "none");
    });
    if (!("correcting" in form.dataset) && !("typed" in form.dataset)) forgetOtherHands();
    var filled = ["correcting", "typed", "again"].some(function (name) {
      return name in form.dataset;
    });
    var first = filled ? "review" : "end";
    takeUp();
    var drafted = restoreDraft();
    var step = "typed" in form.dataset || (drafted !== "end" && !ending()) ? null : drafted;
    show(step || first, !drafted);
    history.replaceState({ hand: form.dataset.hand, step: form.dataset.step }, "");
    document.dispatchEvent(new CustomEvent("hand:begun"));
  }

  // An empty form again, on the same page: the next hand, while no server says what stands.
  function startAnew(name) {
    visited = {};
    seen = {};
    opened = {};
    confirmed = {};
    form.dataset.hand = name;
    typed().forEach(function (field) {
      if (field.type === "radio") field.checked = (field.name === "finish" && field.value === "plain") || (/-okeys$/.test(field.name) && field.value === "0");
      else if (field.name !== "entry_key") field.value = "";
    });
    withoutComplaints();
    emptyPreview(document.getElementById("preview"));
    var step = restoreDraft();
    show(step && ending() ? step : "end");
    forgetOtherHands();
    history.replaceState({ hand: name, step: form.dataset.step }, "");
    arrive();
  }

  function emptyPreview(preview) {
    var whole = preview.querySelector(".whole");
    if (whole) whole.remove();
    preview.querySelectorAll(".four b").forEach(function (figure) {
      figure.textContent = "·";
      figure.className = "quiet";
    });
    ["say", "wrong", "unconfirmed"].forEach(function (name) {
      delete preview.dataset[name];
    });
  }

  function withoutComplaints() {
    form.querySelectorAll(".problem, .problems").forEach(function (words) {
      words.remove();
    });
    form.querySelectorAll(".wrong, [aria-invalid]").forEach(withoutMark);
  }

  function arrive() {
    var saved = document.getElementById("saved");
    var amiss = screen().querySelector(".save-step [aria-invalid]");
    var heading = amiss || screen().querySelector(".step:not([hidden]) h2, .e-body h1");
    if (saved) say(saved.textContent);
    window.scrollTo(0, 0);
    if (heading) heading.focus({ preventScroll: true });
  }

  // What else happens to a hand on this page: it is checked, kept and sent by other scripts.
  window.handForm = {
    form: function () {
      return form;
    },
    seats: SEATS,
    asked: asked,
    call: call,
    chosen: chosen,
    ending: ending,
    finished: finished,
    opening: opening,
    points: points,
    tellsRack: tellsRack,
    told: told,
    go: go,
    say: say,
    sending: sending,
    startAnew: startAnew,
    forgetDraft: function () {
      remember("sessionStorage", draftKey(), null);
    },
  };

  // A finger may be quicker than htmx, which tells of a new form a moment after it stands there.
  function onForm(react) {
    return function (event) {
      begin();
      if (form && form.contains(event.target)) react(event);
    };
  }

  document.addEventListener("click", onForm(tapped));
  document.addEventListener("change", onForm(changed));
  document.addEventListener("input", onForm(changed));
  // After htmx, which wakes up at the same moment, so that a first question for the score is heard.
  document.addEventListener("DOMContentLoaded", function () {
    setTimeout(begin, 0);
  });
  // At once, or the first step shows for a moment before the one that is open.
  document.addEventListener("htmx:afterSwap", function () {
    asleep = true;
    begin();
  });
  document.addEventListener("htmx:afterSettle", function () {
    asleep = false;
  });
  document.addEventListener("htmx:load", begin);
  document.addEventListener("keydown", keyed);
  document.addEventListener("keyup", function () {
    arrows = false;
  });
  window.addEventListener("popstate", function (event) {
    if (!form || (event.state && event.state.htmx)) return;
    var here = event.state && event.state.hand === form.dataset.hand;
    var step = here ? event.state.step : "end";
    show(step !== "end" && !ending() ? "end" : step);
  });
  window.addEventListener("pageshow", function (event) {
    if (event.persisted) look();
  });
  document.addEventListener("visibilitychange", look);
})();
