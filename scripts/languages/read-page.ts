import { type DefaultTreeAdapterMap, parse } from "parse5";

type Node = DefaultTreeAdapterMap["childNode"];

// Code, what readers type, and what says that it is in another language.
const skipped = new Set(["script", "style", "code", "pre", "kbd", "textarea"]);
const inline = new Set("a abbr b bdi button em i label q small span strong sub sup time u var".split(" "));
const spoken = /^(?:aria-label|placeholder|title|alt|content|value)$/;

/**
 * The lines of a page that somebody reads or hears: the text of each block, the names of parts, and the texts that its scripts have
 * in `data-…`.
 */
export function readPage(html: string): string[] {
  const lines: string[] = [""];
  const visit = (node: Node, language: string) => {
    if ("value" in node && node.nodeName === "#text") lines.push(`${lines.pop()}${node.value}`);
    if (!("tagName" in node) || skipped.has(node.tagName)) return;
    const own = node.attrs.find(({ name }) => name === "lang")?.value ?? language;
    if (language !== "" && own !== language) return;
    if (!inline.has(node.tagName)) lines.push("");
    for (const child of node.childNodes) visit(child, own);
    if (!inline.has(node.tagName)) lines.push("");
    for (const { name, value } of node.attrs) {
      if (spoken.test(name)) lines.splice(-1, 0, value);
      if (name.startsWith("data-") && value.startsWith("{"))
        lines.splice(-1, 0, ...stringsIn(JSON.parse(value)));
    }
  };
  for (const node of parse(html).childNodes) visit(node, "");
  return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
}

/** Every text in a value of JSON. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
