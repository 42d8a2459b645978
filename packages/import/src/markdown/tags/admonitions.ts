import { toCalloutTitle } from "./callouts.ts";

/** The first line of a block of Python-Markdown: a note, one that opens (`???`), or one of several tabs (`===`). */
const opening =
  /^([ \t]{0,40})(!!!|\?\?\?\+?|===[!+]?)[ \t]{1,4}([a-z][\w -]{0,80})?(?:"([^"\n]{0,300})")?$/i;
const fence = /^[ \t]{0,40}(`{3,}|~{3,})/;

const mostSteps = 8; // blocks in blocks

/**
 * Blocks of MkDocs, Pelican and Nikola, whose content is indented by four blanks, which CommonMark takes for code: notes become quotes
 * with a title, and tabs their title and their content.
 */
export function convertAdmonitions(markdown: string): string {
  return /^[ \t]*(?:!!!|\?\?\?|===)/m.test(markdown)
    ? convertLines(markdown.split("\n"), 0).join("\n")
    : markdown;
}

function convertLines(lines: readonly string[], depth: number): string[] {
  const written: string[] = [];
  let code: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined && (code === null || mark.startsWith(code))) code = code === null ? mark : null;
    const [whole, indent = "", kind = "", type = "", title] = opening.exec(line.trimEnd()) ?? [];
    const isTab = kind.startsWith("=");
    const end =
      whole === undefined || code !== null || (isTab && !title) ? at : endOfContent(lines, at, indent);
    if (end === at || depth >= mostSteps) {
      written.push(line);
      continue;
    }
    const content = lines
      .slice(at + 1, end + 1)
      .map((one) => one.slice(indent.length).replace(/^(?: {4}|\t)/, ""));
    const words = title ?? toCalloutTitle(type.trim().split(" ")[0] ?? "");
    const head = words === "" ? [] : [`**${words}**`, ""];
    const block = [...head, ...trimLines(convertLines(content, depth + 1))];
    const shown = isTab ? block : block.map((one) => `> ${one}`.trimEnd());
    written.push("", ...shown.map((one) => (one === "" ? "" : `${indent}${one}`)), "");
    at = end;
  }
  return written;
}

/** The last line that is indented more than its block; the line itself where none is. */
function endOfContent(lines: readonly string[], at: number, indent: string): number {
  let end = at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    if (line.trim() === "") continue;
    if (!line.startsWith(`${indent}    `) && !line.startsWith(`${indent}\t`)) break;
    end = next;
  }
  return end;
}

function trimLines(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line.trim() !== "");
  return from === -1 ? [] : lines.slice(from, lines.findLastIndex((line) => line.trim() !== "") + 1);
}
