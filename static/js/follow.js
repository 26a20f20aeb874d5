// Finds a name in the list while it is typed, by Turkish rules of casing.
(function () {
  "use strict";
  var box = document.querySelector("[data-find]");
  if (!box) return;
  var field = box.querySelector("input");
  var said = box.querySelector("[data-none]");

  function folded(text) {
    return text.toLocaleLowerCase("tr").trim();
  }

  function find() {
    var wanted = folded(field.value);
    var found = 0;
    document.querySelectorAll("[data-letter]").forEach(function (letter) {
      var here = 0;
      letter.querySelectorAll("li").forEach(function (row) {
        row.hidden = folded(row.querySelector("b").textContent).indexOf(wanted) < 0;
        if (!row.hidden) here += 1;
      });
      letter.hidden = !here;
      found += here;
    });
    var words = found ? "" : said.getAttribute("data-none");
    if (said.textContent !== words) said.textContent = words;
  }

  box.hidden = false;
  field.addEventListener("input", find);
  // Enter picks nobody by chance: the list stays until a name is tapped.
  field.addEventListener("keydown", function (event) {
    if (event.key === "Enter") event.preventDefault();
  });
})();
