// For browsers that run scripts but no modules (nomodule): show what <noscript> holds, and reload as it says.
(function () {
  "use strict";

  function reloadAsSaid(meta) {
    var parts = meta.getAttribute("content").split(/;\s*url=/);
    setTimeout(function () {
      location.replace(parts[1] || location.href);
    }, parts[0] * 1000);
  }

  document.addEventListener("DOMContentLoaded", function () {
    var fallbacks = document.querySelectorAll("noscript");
    for (var i = 0; i < fallbacks.length; i++) {
      var holder = document.createElement("div");
      holder.innerHTML = fallbacks[i].textContent;
      var meta = holder.querySelector("meta");
      if (meta) reloadAsSaid(meta);
      else fallbacks[i].parentNode.insertBefore(holder, fallbacks[i]);
    }
  });
})();
