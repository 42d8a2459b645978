interface Block {
  readonly from: number;
  to: number;
}

const tagLine = /^[ \t]{0,80}<(\/?)([A-Z][\w.]{0,60})(?:\s[^<>]{0,1000})?>[ \t]*$/;
const fence = /^[ \t]{0,80}(`{3,}|~{3,})/;

/**
 * A text whose Markdown in components of MDX begins its lines, as MDX reads it: to CommonMark, what is indented by four blanks is code.
 * A component that is not closed on a line of its own changes nothing.
 */
export function dedentComponents(text: string): string {
  if (!/^[ \t]{0,80}<\/[A-Z]/m.test(text)) return text;
  const lines = text.split("\n");
  for (const { from, to } of findBlocks(lines)) {
    const inside = lines.slice(from + 1, to).filter((line) => line.trim() !== "");
    const [first = ""] = inside;
    const depth = /^[ \t]*/.exec(first)?.[0].length ?? 0;
    for (let at = from; at <= to; at += 1) {
      const line = lines[at] ?? "";
      const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0;
      lines[at] = line.slice(at === from || at === to ? blanks : Math.min(depth, blanks));
    }
    // A line of text beside a tag would be a part of its HTML.
    const isText = (at: number) => (lines[at] ?? "").trim() !== "";
    if (isText(from + 1)) lines[from] += "\n";
    lines[to] = `${isText(to - 1) ? "\n" : ""}${lines[to]}${isText(to + 1) ? "\n" : ""}`;
  }
  return lines.join("\n");
}

const deepest = 20; // components inside each other, each of which moves its lines

/** The components that are closed, the outer ones first; those in code are shown. */
function findBlocks(lines: readonly string[]): Block[] {
  const open: { readonly name: string; readonly from: number }[] = [];
  const blocks: Block[] = [];
  let mark: string | null = null;
  for (const [at, line] of lines.entries()) {
    const run = fence.exec(line)?.[1];
    // A line with more of them is code within a line.
    if (run?.startsWith("`") && line.trimStart().slice(run.length).includes("`")) continue;
    if (mark !== null) {
      if (run?.startsWith(mark) && line.trim() === run) mark = null;
      continue;
    }
    if (run !== undefined) {
      mark = run;
      continue;
    }
    const [whole, slash, name = ""] = tagLine.exec(line) ?? [];
    if (whole === undefined || whole.trimEnd().endsWith("/>")) continue;
    if (slash === "") {
      if (open.length < deepest) open.push({ name, from: at });
    } else if (open.at(-1)?.name === name) blocks.push({ from: open.pop()?.from ?? at, to: at });
  }
  return blocks.sort((one, other) => one.from - other.from);
}
