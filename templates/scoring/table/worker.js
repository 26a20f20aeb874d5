// Keeps a page on its phone, so that it opens without a network. What it keeps is the page as it was seen last; the
// hands of a table are kept by the outbox.
"use strict";

var KEPT = "istaka-{{ release|escapejs }}";
var FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
var PATIENCE = 4000;
var PAGE = new RegExp("{{ pages|escapejs }}");
var PIECES = /(\/[a-z]{2})?\/table\/[0-9a-f-]{36}\/hand\/pieces\/[\w-]+\.js/;

self.addEventListener("install", function (event) {
  event.waitUntil(caches.open(KEPT).then(function (cache) {
    return cache.addAll(FILES);
  }).then(function () {
    return self.skipWaiting();
  }));
});

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) {
      return name.indexOf("istaka-") === 0 && name !== KEPT;
    }).map(function (name) {
      return caches.delete(name);
    }));
  }).then(function () {
    return self.clients.claim();
  }));
});

self.addEventListener("message", function (event) {
  if (event.data === "claim") event.waitUntil(self.clients.claim());
});

function keep(key, answer) {
  var copy = answer.clone();
  return caches.open(KEPT).then(function (cache) {
    return cache.put(key, copy);
  });
}

function kept(key) {
  return caches.match(key, { ignoreVary: true });
}

function soon(request) {
  return new Promise(function (resolve, reject) {
    setTimeout(reject, PATIENCE);
    fetch(request).then(resolve, reject);
  });
}

// A page whose form is put together from pieces is none without them.
function keepPieces(answer) {
  return answer.clone().text().then(function (words) {
    var found = words.match(PIECES);
    return found && kept(found[0]).then(function (pieces) {
      return pieces || fetch(found[0]).then(function (fetched) {
        return fetched.ok && keep(found[0], fetched);
      });
    });
  });
}

// A page that was asked for through a redirect can't answer a navigation later, so that its plain copy is kept.
// A page that is open already and asks what stands now is never told by a copy what stood once.
function page(event, path) {
  var opens = event.request.mode === "navigate";
  return (opens ? soon : fetch)(event.request).then(function (answer) {
    if (answer.status === 404) caches.open(KEPT).then(function (cache) {
      return cache.delete(path);
    });
    if (answer.ok && !answer.redirected) event.waitUntil(Promise.all([keep(path, answer), keepPieces(answer)]));
    return answer;
  }).catch(function (lost) {
    if (!opens) throw lost;
    return kept(path).then(function (answer) {
      return answer || Response.error();
    });
  });
}

function file(event, path) {
  return kept(path).then(function (answer) {
    return answer || fetch(event.request).then(function (fetched) {
      if (fetched.ok) event.waitUntil(keep(path, fetched));
      return fetched;
    });
  });
}

self.addEventListener("fetch", function (event) {
  var url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (PAGE.test(url.pathname)) event.respondWith(page(event, url.pathname));
  else if (url.pathname.indexOf("/static/") === 0 || PIECES.test(url.pathname)) event.respondWith(file(event, url.pathname));
});
