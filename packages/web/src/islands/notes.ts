// Notes stand beside the text where a stylesheet has room (`wide.css`). The page has each once, below its text: so do copies of it,
// feed readers and sites that it mentions.

const wide = matchMedia("screen and (width >= 78rem)");

for (const item of document.querySelectorAll<HTMLLIElement>(".e-content > .notes > ol > li")) {
  const { id } = item;
  const place = document.getElementById(id.replace("note", "ref"));
  // Items that are not shown don't count.
  item.value = Number(place?.textContent);
  // A heading and a table have no room beside them; pictures are too large, and a reference in a note would be there twice.
  if (!place || place.closest("h1, h2, h3, h4, h5, h6, table, .notes")) continue;
  if (item.querySelector(":scope > :not(p), img, .note-ref")) continue;
  const note = document.createElement("span");
  note.className = "note-beside";
  note.role = "note";
  note.dir = item.dir;
  note.append(`${place.textContent}. `);
  for (const { childNodes } of (item.cloneNode(true) as Element).children)
    note.append(...childNodes, document.createElement("br"));
  for (const back of note.querySelectorAll(".note-back")) back.remove();
  place.parentElement?.after(note);
  item.className = "beside";
  // The reference leads to the one that is shown.
  const name = () => {
    item.id = wide.matches ? "" : id;
    note.id = wide.matches ? id : "";
  };
  name();
  wide.addEventListener("change", name);
}
