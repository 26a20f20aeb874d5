// Caches the last version of each page on the phone, so that it opens without a network. Hands of a table are
// not cached here: the outbox stores them.
"use strict";

var CACHE = "istaka-{{ release|escapejs }}";
var FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
var TIMEOUT = 4000;
var PAGES = new RegExp("{{ pages|escapejs }}");
var ASSETS = /(\/[a-z]{2})?\/table\/[0-9a-f-]{36}\/hand\/assets\/[\w-]+\.js/;

self.addEventListener("install", function (event) {
  event.waitUntil(caches.open(CACHE).then(function (cache) {
    return cache.addAll(FILES);
  }).then(function () {
    return self.skipWaiting();
  }));
});

self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) {
      return name.indexOf("istaka-") === 0 && name !== CACHE;
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

function storeCopy(key, response) {
  var copy = response.clone();
  return caches.open(CACHE).then(function (cache) {
    return cache.put(key, copy);
  });
}

function readCopy(key) {
  return caches.match(key, { ignoreVary: true });
}

function fetchInTime(request) {
  return new Promise(function (resolve, reject) {
    setTimeout(reject, TIMEOUT);
    fetch(request).then(resolve, reject);
  });
}

// A page whose form is assembled from assets is useless without them.
function cacheAssets(response) {
  return response.clone().text().then(function (text) {
    var match = text.match(ASSETS);
    return match && readCopy(match[0]).then(function (assets) {
      return assets || fetch(match[0]).then(function (fetched) {
        return fetched.ok && storeCopy(match[0], fetched);
      });
    });
  });
}

// A redirected response can't answer a later navigation, so only plain responses are cached. A page that is already
// open and requests its current state never gets an outdated copy.
function answerPage(event, path) {
  var isNavigation = event.request.mode === "navigate";
  return (isNavigation ? fetchInTime : fetch)(event.request).then(function (response) {
    if (response.status === 404) caches.open(CACHE).then(function (cache) {
      return cache.delete(path);
    });
    if (response.ok && !response.redirected) event.waitUntil(Promise.all([storeCopy(path, response), cacheAssets(response)]));
    return response;
  }).catch(function (error) {
    if (!isNavigation) throw error;
    return readCopy(path).then(function (response) {
      return response || Response.error();
    });
  });
}

function answerFile(event, path) {
  return readCopy(path).then(function (response) {
    return response || fetch(event.request).then(function (fetched) {
      if (fetched.ok) event.waitUntil(storeCopy(path, fetched));
      return fetched;
    });
  });
}

self.addEventListener("fetch", function (event) {
  var url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (PAGES.test(url.pathname)) event.respondWith(answerPage(event, url.pathname));
  else if (url.pathname.indexOf("/static/") === 0 || ASSETS.test(url.pathname)) event.respondWith(answerFile(event, url.pathname));
});
