// Makes the organizer's pages pleasant; each of them works without it.
(function () {
  "use strict";

  function each(selector, act) {
    document.querySelectorAll(selector).forEach(act);
  }

  // A second tap on a button that is already sending does nothing.
  document.addEventListener("submit", function (event) {
    var form = event.target.closest("form[data-once]");
    if (!form) return;
    if (form.dataset.sending) {
      event.preventDefault();
      return;
    }
    form.dataset.sending = "yes";
  });
  window.addEventListener("pageshow", function () {
    each("form[data-once]", function (form) {
      delete form.dataset.sending;
    });
  });

  // Buttons that only a script can serve, and those that only its absence needs.
  each("[data-close]", function (button) {
    button.hidden = false;
  });
  each("[data-no-js]", function (button) {
    button.hidden = true;
  });

  // Copying a link: the clipboard's own way needs https, so the old one is the fallback.
  each("[data-copy]", function (button) {
    var card = button.closest("section");
    var source = card.querySelector("[data-copy-source]");
    button.hidden = false;
    button.addEventListener("click", function () {
      function done() {
        card.querySelector("[data-copied]").hidden = false;
      }
      source.select();
      if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(source.value).then(done);
      else if (document.execCommand("copy")) done();
    });
  });

  each("[data-print-now]", function () {
    window.print();
  });

  // A last day that the first one passes follows it.
  var first = document.getElementById("id_first_day");
  var last = document.getElementById("id_last_day");
  if (first && last) {
    first.addEventListener("change", function () {
      if (first.value && (!last.value || last.value < first.value)) last.value = first.value;
    });
  }

  // Placing by hand: counts follow, and what was placed survives a closed page.
  each("form[data-keep]", function (form) {
    var key = form.dataset.keep;
    var selects = form.querySelectorAll("select");

    function count() {
      form.querySelectorAll("[data-group]").forEach(function (badge) {
        var inIt = 0;
        selects.forEach(function (select) {
          if (select.value === badge.dataset.group) inIt += 1;
        });
        badge.querySelector("b").textContent = inIt;
        var fits = inIt >= 3 && inIt <= 6;
        badge.classList.toggle("full-up", fits);
        if (fits) badge.classList.remove("bad");
      });
    }

    // What was said to be missing is silent as soon as it is there.
    function mend(select) {
      var amiss = select.parentNode.querySelector(".amiss");
      if (!amiss || !select.value) return;
      amiss.remove();
      select.parentNode.classList.remove("wrong");
      select.removeAttribute("aria-invalid");
      select.removeAttribute("aria-describedby");
    }

    function keep() {
      var placed = {};
      selects.forEach(function (select) {
        if (select.value) placed[select.name] = select.value;
      });
      try {
        sessionStorage.setItem(key, JSON.stringify(placed));
      } catch (refused) {
        // A browser that keeps nothing still sends what stands on the page.
      }
    }

    function restore() {
      var placed = {};
      try {
        placed = JSON.parse(sessionStorage.getItem(key)) || {};
      } catch (unreadable) {
        placed = {};
      }
      selects.forEach(function (select) {
        if (!select.value && placed[select.name]) select.value = placed[select.name];
        mend(select);
      });
    }

    restore();
    count();
    form.addEventListener("change", function (event) {
      mend(event.target);
      count();
      keep();
    });
  });

  // The evening's page is drawn anew when something happened: rounds stay as open or shut as they were.
  var shut = {};
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.id === "hall" && document.hidden) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (event.target.id !== "hall") return;
    each(".o-round", function (round) {
      shut[round.dataset.round] = !round.open;
    });
  });
  document.addEventListener("htmx:afterSwap", function () {
    each(".o-round", function (round) {
      if (round.dataset.round in shut) round.open = !shut[round.dataset.round];
    });
  });
})();
