import { type MarkdownFile, readFrontMatter } from "../front-matter.ts";
import { fieldsOf, type Property, readProperty } from "./properties.ts";

/**
 * Takes the properties of a page off its text: the lines `name:: value` at its beginning, which may be a block, and front matter.
 *
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read
 */
export function readOutlinePage(source: string): MarkdownFile {
  const { fields: written, body } = readFrontMatter(source.replaceAll("\r\n", "\n"));
  const lines = body.split("\n");
  const from = lines.findIndex((line) => line.trim() !== "");
  const properties: Property[] = [];
  let at = Math.max(0, from);
  const isInBlock = /^-[ \t]/.test(lines[at] ?? "");
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const property = readProperty(at === from ? line.replace(/^-[ \t]/, "") : line);
    if (property === null) break;
    properties.push(property);
  }
  // A block with other lines, or with blocks below it, is one of the text.
  const next = lines[at] ?? "";
  const isOfText = isInBlock && next.trim() !== "" && !next.startsWith("-");
  if (properties.length === 0 || isOfText) return { fields: written, body };
  return { fields: new Map([...(written ?? []), ...fieldsOf(properties)]), body: lines.slice(at).join("\n") };
}
