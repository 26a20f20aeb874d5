// Makes typing a sheet quick; the page works without it. It knows who is asked, and no figure.
(function () {
  "use strict";

  var form = document.querySelector(".t-form");
  if (!form) return;

  var WAIT = 350;
  var waiting = {};

  function boxes(row) {
    return Array.prototype.slice.call(row.querySelectorAll("input[data-kind]"));
  }

  function rows() {
    return Array.prototype.slice.call(form.querySelectorAll("fieldset.t-row"));
  }

  function value(row, name) {
    var box = row.querySelector('input[name="' + row.dataset.deal + "-" + name + '"]');
    return box ? box.value.trim().toLocaleLowerCase("tr") : "";
  }

  // A seat by its number on paper, or by its name.
  var SEATS = {};
  form.dataset.seats.split(" ").forEach(function (seat, place) {
    SEATS[place + 1] = SEATS[seat.toLowerCase()] = seat;
  });
  var PARTNER = { A1: "A2", A2: "A1", B1: "B2", B2: "B1" };

  // Boxes that Enter passes by: what the end of the hand leaves unasked. Tab and a tap still reach them.
  function idle(row, box) {
    var kind = box.dataset.kind;
    var seat = box.dataset.seat;
    var end = value(row, "end");
    var finisher = SEATS[end];
    if (!seat || !end) return false;
    if (["p", "ç", "c"].indexOf(end) >= 0) return true;
    if (kind === "fouls") return false;
    var direct = /[ed]/.test(value(row, "finish"));
    var spared = form.hasAttribute("data-spares-partner") && PARTNER[finisher] === seat;
    if (finisher && (seat === finisher || spared || direct)) return true;
    return kind !== "opening" && /^[-–—−nx0]$/.test(value(row, seat + "-opening"));
  }

  function mark(row) {
    boxes(row).forEach(function (box) {
      box.classList.toggle("idle", !box.value && idle(row, box));
    });
  }

  function go(box) {
    if (!box) return;
    box.focus();
    box.select();
  }

  function next(box) {
    var all = rows().reduce(function (list, row) {
      return list.concat(boxes(row));
    }, []);
    for (var place = all.indexOf(box) + 1; place < all.length; place += 1) {
      if (!idle(all[place].closest("fieldset"), all[place])) return all[place];
    }
    return null;
  }

  // The same box in the row above or below.
  function beside(box, step) {
    var listed = rows();
    var row = box.closest("fieldset");
    var other = listed[listed.indexOf(row) + step];
    return other && boxes(other)[boxes(row).indexOf(box)];
  }

  function look(row) {
    clearTimeout(waiting[row.id]);
    waiting[row.id] = setTimeout(function () {
      if (window.htmx) window.htmx.trigger(row, "look");
    }, WAIT);
  }

  form.addEventListener("keydown", function (event) {
    var box = event.target;
    if (!box.dataset.kind || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      go(next(box) || form.querySelector("button.go"));
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !(box.dataset.kind === "fouls" && box.value)) {
      // In a list that is open the arrows choose.
      var other = beside(box, event.key === "ArrowDown" ? 1 : -1);
      if (!other) return;
      event.preventDefault();
      go(other);
    }
  });

  form.addEventListener("input", function (event) {
    var row = event.target.closest("fieldset");
    if (!row) return;
    mark(row);
    look(row);
    if (event.target.dataset.kind === "fouls") offer(event.target);
  });

  // The list of infractions goes on behind what is written already.
  var list = document.getElementById("fouls");
  var known = Array.prototype.map.call(list ? list.options : [], function (option) {
    return [option.value, option.label];
  });

  function offer(box) {
    var before = /[,; ]/.test(box.value) ? box.value.replace(/[^,; ]*$/, "") : "";
    list.textContent = "";
    known.forEach(function (foul) {
      var option = document.createElement("option");
      option.value = before + foul[0];
      option.label = foul[1];
      list.appendChild(option);
    });
  }

  // What the server says of a row stands on its boxes too.
  form.addEventListener("htmx:afterSwap", function (event) {
    var row = event.target.closest("fieldset");
    if (!row) return;
    boxes(row).forEach(function (box) {
      box.removeAttribute("aria-invalid");
      box.removeAttribute("aria-describedby");
    });
    var told = row.querySelectorAll("li[data-field]");
    Array.prototype.forEach.call(told, function (problem) {
      var box = row.querySelector('input[name="' + problem.dataset.field + '"]');
      if (!box) return;
      box.setAttribute("aria-invalid", "true");
      box.setAttribute("aria-describedby", problem.id);
    });
    row.classList.toggle("wrong", row.querySelector(".t-problems") !== null);
  });

  // A closed window takes with it what was typed: ask once.
  var changed = false;
  form.addEventListener("input", function () {
    changed = true;
  });
  form.addEventListener("submit", function () {
    changed = false;
  });
  window.addEventListener("beforeunload", function (event) {
    if (changed) event.preventDefault();
  });

  rows().forEach(mark);
  var wrong = form.querySelector("input[aria-invalid]");
  var first = Array.prototype.filter.call(form.querySelectorAll("input[data-kind]"), function (box) {
    return !box.value && box.dataset.kind === "end";
  })[0];
  // What is kept for a comparison is only looked at: the page stays where it says so.
  if (!form.hasAttribute("data-calm")) go(wrong || first);
})();
