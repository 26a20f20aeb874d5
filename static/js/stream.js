// Hears from the server that a tournament changed, on one stream for all windows of this browser.
//
// A browser opens six connections to a house at most, and a stream holds one for as long as it lasts. So the
// windows that watch the same tournament agree, over what they remember together, which one of them listens;
// it writes down what it hears, and the others read. Whoever ends without a word is replaced as soon as he has
// been silent for two beats. A browser that remembers nothing opens a stream for each window.
(function () {
  "use strict";
  var SILENCE = 12000; // the server gives a sign of life every five seconds
  var PATIENCE = 6000; // for a stream to begin
  var PAUSES = [1000, 2000, 5000, 10000];
  var NOT_HERE = 60000; // the server said no: it has no room, or is no server of streams
  var TICK = 2000;

  // `page.told(counter, spread)` is called whenever something was heard, `spread` being the milliseconds over
  // which everybody asks for what is new; `page.lost()` when a stream that was open has ended.
  window.stream = function (address, page) {
    var me = Math.random().toString(36).slice(2);
    var key = "stream:" + address;
    var source = null;
    var opened = false;
    var heard = 0;
    var failures = 0;
    var next = 0;
    var timer = null;
    var own = null;

    // ── What the windows remember together ──────────────────

    function lease() {
      try {
        var found = JSON.parse(localStorage.getItem(key));
        return found && Math.abs(Date.now() - found.at) < SILENCE ? found : null;
      } catch (unreadable) {
        return null;
      }
    }

    function elsewhere() {
      var found = lease();
      return found && found.by !== me ? found : null;
    }

    function write(told) {
      own = { by: me, at: Date.now(), told: told };
      try {
        localStorage.setItem(key, JSON.stringify(own));
      } catch (refused) {
        // Each window listens for itself.
      }
    }

    function release() {
      try {
        if (!elsewhere()) localStorage.removeItem(key);
      } catch (refused) {
        // There is nothing to give back.
      }
    }

    // ── The stream ──────────────────────────────────────────

    function wait(milliseconds) {
      next = Date.now() + milliseconds * (0.75 + Math.random() / 2);
    }

    function shut() {
      if (source) source.close();
      source = null;
      opened = false;
    }

    function fail(refused) {
      var was = opened;
      shut();
      release();
      wait(refused ? NOT_HERE : PAUSES[Math.min(failures, PAUSES.length - 1)]);
      failures += 1;
      if (was) page.lost();
    }

    function hear(told) {
      opened = true;
      heard = Date.now();
      failures = 0;
      write(told);
      page.told(told.counter, told.spread);
    }

    function listen() {
      write(null);
      heard = Date.now();
      source = new EventSource(address);
      source.onmessage = function (event) {
        hear(JSON.parse(event.data));
      };
      source.addEventListener("beat", function () {
        if (own && own.told) hear({ counter: own.told.counter, spread: 0 });
      });
      source.onerror = function () {
        fail(source.readyState === EventSource.CLOSED);
      };
    }

    function tick() {
      clearTimeout(timer);
      if (document.hidden) return;
      if (source && Date.now() - heard > (opened ? SILENCE : PATIENCE)) fail(false);
      else if (!source && Date.now() >= next && !elsewhere()) listen();
      timer = setTimeout(tick, TICK);
    }

    window.addEventListener("storage", function (event) {
      if (event.key !== key || document.hidden) return;
      var found = elsewhere();
      if (!found) {
        // It was given back: the windows don't all reach for it at once.
        if (!source && !event.newValue) {
          clearTimeout(timer);
          timer = setTimeout(tick, Math.random() * 300);
        }
      } else if (source && found.by > me) {
        write(own && opened ? own.told : null);
      } else {
        shut();
        if (found.told) page.told(found.told.counter, found.told.spread);
      }
    });

    return {
      // Whether the stream is alive, here or in another window.
      live: function () {
        if (source) return opened && Date.now() - heard < SILENCE;
        var found = elsewhere();
        return Boolean(found && found.told);
      },
      open: function () {
        if (!window.EventSource) return;
        failures = 0;
        next = 0;
        tick();
      },
      // What is open may be dead: another is opened soon.
      drop: function () {
        if (source) fail(false);
      },
      close: function () {
        clearTimeout(timer);
        var held = source;
        shut();
        if (held) release();
      },
    };
  };
})();
