
"use strict";
const filter = document.getElementById("filter");
const input = filter.querySelector("input");
const output = filter.querySelector("output");
const items = Array.from(document.querySelectorAll(".item"));
const texts = items.map((item) => item.textContent.toLowerCase());
input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(" ").filter((word) => word);
  let shown = 0;
  items.forEach((item, at) => {
    item.hidden = !words.every((word) => texts[at].includes(word));
    shown += item.hidden ? 0 : 1;
  });
  output.textContent = words.length ? shown + " of " + items.length : "";
});
filter.hidden = false;
