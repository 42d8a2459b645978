import { readMarkdown } from "./read-markdown.ts";
import type { VisibleText } from "./source-text.ts";

/** Lines that Logseq keeps for itself. */
const hidden = [
  /^(?:id|collapsed|heading|icon|template[\w-]{0,40}|include-parent|filters|exclude-from-graph-view|ls-type)::(?:\s|$)/i,
  /^(?:background-\w{1,40}|(?:created|updated|last-modified)[-_]at|(?:logseq|card|query|hl)[-.][\w.-]{1,60})::(?:\s|$)/i,
  /^(?:todo|doing|now|later|done|waiting|canceled):: \d{1,20}$/i,
  /^#\+(?:BEGIN|END)_/i,
];
const task = /^(?:TODO|LATER|NOW|DOING|WAITING|WAIT|IN-PROGRESS|DONE)[ \t]+/;
const beforeText = /^[ \t]*(?:-(?:[ \t]+|$))*/;
const unread = [
  { begin: /^#\+BEGIN_(?:QUERY|COMMENT)\b/i, end: /^#\+END_(?:QUERY|COMMENT)/i },
  { begin: /^:[A-Z_]{2,40}:[ \t]*$/, end: /^:END:/ },
];
const code = /^(?:`{3,}[^`]*$|~{3}|#\+BEGIN_(?:SRC|EXAMPLE))/i;
const endOfCode = /^(?:`{3,}|~{3,}|#\+END_(?:SRC|EXAMPLE))$/i;
const mark = "~".repeat(8);

/** The words of an outline of Logseq, line by line: how deep a block is changes no word. */
export function readOutlineWords(outline: string): VisibleText {
  const lines: string[] = [];
  let end: RegExp | null = null;
  for (const written of outline.split("\n")) {
    const line = written.replace(beforeText, "").trimEnd();
    const isBlock = /^[ \t]*-[ \t]/.test(written);
    if (end === endOfCode) {
      lines.push(endOfCode.test(line) ? mark : written.trim());
      if (endOfCode.test(line)) end = null;
    } else if (end !== null && !isBlock) {
      if (end.test(line)) end = null;
    } else if (code.test(line)) {
      lines.push("", mark);
      end = endOfCode;
    } else {
      end = unread.find(({ begin }) => begin.test(line))?.end ?? null;
      if (end === null) lines.push("", wordsOf(line));
    }
  }
  return readMarkdown(lines.join("\n"), { isSource: true });
}

function wordsOf(line: string): string {
  if (hidden.some((pattern) => pattern.test(line))) return "";
  return line
    .replace(task, "")
    .replace(/^([\w./-]+)::(?=\s|$)/, "$1")
    .replace(/\(\(\(?[\da-f-]{36}\)?\)\)/gi, "");
}
