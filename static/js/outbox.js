// Hands that are on this phone and not yet on the server. Each is kept in the browser's own database before
// anything is sent, sent in the order in which it was entered, and removed once the server has answered that
// it is stored. Its key makes sending it twice harmless. Nothing is ever dropped but by the keeper's hand.
window.outbox = (function () {
  "use strict";

  var DATABASE = "istaka";
  var STORE = "hands";
  var PATIENCE = 8000;
  var OPENING = 5000;
  var PAUSES = [1000, 2000, 4000, 8000, 15000];

  var hands = [];
  var opened = null;
  var kept = true;
  // What could not be written, by its key: a full phone still sends, as long as its page is open.
  var unkept = {};
  var failures = 0;
  var timer = 0;
  var sending = null;
  var tried = {};

  // --- The browser's database; where it refuses, this page's memory is all there is, and is said to be ---

  function open() {
    if (opened) return opened;
    opened = new Promise(function (resolve) {
      function without() {
        clearTimeout(late);
        kept = false;
        resolve(null);
      }
      // Some browsers never answer; then it is as if they had refused.
      var late = setTimeout(without, OPENING);
      try {
        var asked = window.indexedDB.open(DATABASE, 1);
        asked.onupgradeneeded = function () {
          asked.result.createObjectStore(STORE, { keyPath: "key" });
        };
        asked.onsuccess = function () {
          clearTimeout(late);
          asked.result.onversionchange = function () {
            asked.result.close();
            opened = null;
          };
          resolve(asked.result);
        };
        asked.onerror = asked.onblocked = without;
      } catch (refused) {
        without();
      }
    });
    return opened;
  }

  function attempt(mode, act) {
    return open().then(function (database) {
      if (!database) return undefined;
      return new Promise(function (resolve, reject) {
        var transaction = database.transaction(STORE, mode);
        var request = act(transaction.objectStore(STORE));
        transaction.oncomplete = function () {
          resolve(request && request.result);
        };
        transaction.onerror = transaction.onabort = function () {
          reject(transaction.error);
        };
      });
    });
  }

  // A connection that broke while the page slept is opened anew, once.
  function transact(mode, act) {
    return attempt(mode, act).catch(function () {
      opened = null;
      return attempt(mode, act);
    });
  }

  function load() {
    return transact("readonly", function (store) {
      return store.getAll();
    }).then(function (rows) {
      if (rows) hands = rows.filter(function (hand) {
        return !unkept[hand.key];
      }).concat(Object.keys(unkept).map(function (key) {
        return unkept[key];
      }));
      hands.sort(function (one, other) {
        return one.order - other.order;
      });
      return hands;
    });
  }

  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent("outbox:" + name, { detail: detail }));
  }

  function changed() {
    return load().then(function () {
      tell("changed", hands);
    });
  }

  function write(hand) {
    var held = hands.filter(function (other) {
      return other.key !== hand.key;
    });
    held.push(hand);
    hands = held;
    return transact("readwrite", function (store) {
      return store.put(hand);
    }).then(function () {
      delete unkept[hand.key];
    }, function () {
      unkept[hand.key] = hand;
    });
  }

  function forget(key) {
    hands = hands.filter(function (other) {
      return other.key !== key;
    });
    delete unkept[key];
    return transact("readwrite", function (store) {
      return store.delete(key);
    });
  }

  function find(key) {
    return hands.filter(function (hand) {
      return hand.key === key;
    })[0];
  }

  // --- What a page does with it ---

  // A hand is `{key, table, encounter, address, page, fields, title, lines, counts}`; put again it keeps its place.
  function put(hand) {
    return load().then(function () {
      var before = find(hand.key);
      var last = hands.length ? hands[hands.length - 1].order : 0;
      hand.order = before ? before.order : Math.max(last + 1, Date.now());
      hand.state = "waiting";
      return write(hand);
    }).then(changed);
  }

  // What was entered after a hand that is gone follows what stands in its place, or takes its place itself.
  function drop(key, stands) {
    return load().then(function () {
      var gone = find(key);
      if (!gone) return undefined;
      var place = stands ? { after: stands, match: "", deal: "" } : pick(gone.fields);
      var followers = hands.filter(function (hand) {
        return hand.key !== key && pick(hand.fields).after === key;
      });
      followers.forEach(function (hand) {
        hand.fields = replaced(hand.fields, place);
      });
      return Promise.all(followers.map(write)).then(function () {
        return forget(key);
      });
    }).then(changed).then(function () {
      pump();
    });
  }

  function pick(fields) {
    var place = { after: "", match: "", deal: "" };
    fields.forEach(function (field) {
      if (field[0] in place) place[field[0]] = field[1];
    });
    return place;
  }

  function replaced(fields, place) {
    return fields.filter(function (field) {
      return !(field[0] in place);
    }).concat(Object.keys(place).map(function (name) {
      return [name, place[name]];
    }));
  }

  // --- Sending ---

  function token() {
    var found = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
    return found ? found[1] : "";
  }

  function body(hand) {
    return hand.fields.map(function (field) {
      return encodeURIComponent(field[0]) + "=" + encodeURIComponent(field[1]);
    }).join("&");
  }

  // Answers with what the server said, or null where nobody answered who is ours.
  function post(hand) {
    tried[hand.key] = true;
    var giveUp = window.AbortController ? new AbortController() : null;
    var waiting = setTimeout(function () {
      if (giveUp) giveUp.abort();
    }, PATIENCE);
    return fetch(hand.address, {
      method: "POST",
      body: body(hand),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: giveUp ? giveUp.signal : undefined,
      headers: {
        Accept: "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-CSRFToken": token(),
      },
    }).then(function (answer) {
      if (answer.status === 404 && answer.headers.get("X-Istaka")) return { state: "gone" };
      if (answer.status !== 200 && answer.status !== 409) return null;
      return answer.json();
    }).catch(function () {
      return null;
    }).then(function (said) {
      clearTimeout(waiting);
      return said;
    });
  }

  // The first of each table that may be sent: what was refused holds back what was entered after it.
  function next() {
    var tables = {};
    return hands.filter(function (hand) {
      var first = !tables[hand.table];
      tables[hand.table] = true;
      return first && hand.state !== "refused";
    });
  }

  // The answer is about what was sent; what was put in its place since, here or in another tab, is sent again.
  function settle(hand, said) {
    if (said.state === "gone") {
      tell("gone", hand);
      return Promise.resolve();
    }
    return load().then(function () {
      var now = find(hand.key);
      if (now && body(now) !== body(hand)) return undefined;
      if (said.state === "stored") {
        return forget(hand.key).then(changed).then(function () {
          tell("stored", hand);
        });
      }
      if (!now) return changed();
      now.state = "refused";
      now.code = said.code;
      now.reasons = said.reasons;
      now.stands = said.stored || "";
      return write(now).then(changed).then(function () {
        tell("refused", now);
      });
    });
  }

  // Another tab may have sent meanwhile what this one shows as waiting.
  function sendAll() {
    return changed().then(function () {
      return next().reduce(function (before, hand) {
        return before.then(function (sent) {
          return post(hand).then(function (said) {
            if (!said || !said.state) return sent;
            return settle(hand, said).then(function () {
              return said.state === "stored" ? sent + 1 : sent;
            });
          });
        });
      }, Promise.resolve(0));
    });
  }

  // Sends until nothing is left that can be sent; what finds no answer is tried again, ever more rarely.
  function pump() {
    clearTimeout(timer);
    if (sending) return sending;
    sending = sendAll().then(function (sent) {
      sending = null;
      failures = sent ? 0 : failures + 1;
      if (!next().length) {
        failures = 0;
        return undefined;
      }
      if (sent) return pump();
      timer = setTimeout(pump, PAUSES[Math.min(failures, PAUSES.length) - 1]);
      return undefined;
    }, function () {
      sending = null;
      timer = setTimeout(pump, PAUSES[PAUSES.length - 1]);
    });
    return sending;
  }

  // Answers `stored`, `refused` or `waiting` for one hand, at the latest after so many milliseconds. What is
  // being sent already may have begun before this hand was there: then it is sent after that.
  function send(key, patience) {
    return new Promise(function (resolve) {
      function answer() {
        clearTimeout(late);
        var hand = find(key);
        resolve(hand ? hand.state : "stored");
      }
      var late = setTimeout(answer, patience);
      pump().then(function () {
        return find(key) && !tried[key] ? pump() : undefined;
      }).then(answer);
    });
  }

  function hurry() {
    if (document.hidden) return;
    failures = 0;
    changed().then(pump);
  }

  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  window.addEventListener("pageshow", hurry);
  document.addEventListener("DOMContentLoaded", hurry);

  return {
    put: put,
    drop: drop,
    forget: function (key) {
      return forget(key).then(changed);
    },
    send: send,
    // What the server refused once may be taken by now, or be stored already: it says so.
    again: function (key) {
      var hand = find(key);
      return hand ? this.put(hand).then(pump) : Promise.resolve();
    },
    find: find,
    token: token,
    load: load,
    of: function (table) {
      return hands.filter(function (hand) {
        return hand.table === table;
      });
    },
    elsewhere: function (table) {
      return hands.filter(function (hand) {
        return hand.table !== table;
      });
    },
    keeps: function () {
      return kept && !Object.keys(unkept).length;
    },
  };
})();
