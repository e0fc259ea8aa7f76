/** What the pages do beyond their HTML: copy a program, open what an address leads to, keep the contents at hand. All of it works without. */

for (const program of document.querySelectorAll("pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(`${program.textContent.trimEnd()}\n`);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl+C";
      getSelection().selectAllChildren(program);
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  const box = document.createElement("div");
  box.className = "program";
  program.replaceWith(box);
  box.append(program, button);
}

const wide = matchMedia("(min-width: 64rem)");
const contents = document.querySelector("details.contents");
if (contents !== null) {
  const follow = () => {
    contents.open = wide.matches;
  };
  wide.addEventListener("change", follow);
  follow();
  contents.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement && !wide.matches) contents.open = false;
  });
}

/** Opens the part that the address leads to. Addresses of earlier releases name a tag before the operation. */
function show() {
  const id = decodeURIComponent(location.hash.slice(1)).replace(/^\/(?:[^/]+\/)?/, "");
  const part = id === "" ? null : document.getElementById(id);
  if (part === null) return;
  for (let each = part; each !== null; each = each.parentElement)
    if (each instanceof HTMLDetailsElement) each.open = true;
  const inside = part.querySelector("details");
  if (inside !== null && part.matches(".operation")) inside.open = true;
  part.scrollIntoView();
}
addEventListener("hashchange", show);
show();

const search = document.querySelector("input.search");
if (search !== null) {
  search.hidden = false;
  const parts = [...document.querySelectorAll(".operation, .schema")];
  const texts = new Map(parts.map((part) => [part, part.textContent.toLowerCase()]));
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const [part, text] of texts) part.hidden = !words.every((word) => text.includes(word));
  });
}
