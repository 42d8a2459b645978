/**
 * Changes a Markdown text outside of code: of fenced blocks, and of spans between backticks.
 *
 * @param change gets the parts between code
 * @param options.skipsIndented also leaves indented blocks alone, which are code outside of lists
 */
export function mapProse(
  markdown: string,
  change: (prose: string) => string,
  { skipsIndented = false }: { skipsIndented?: boolean } = {},
): string {
  const parts: string[] = [];
  let prose: string[] = [];
  let fence: string | null = null;
  const isIndented = skipsIndented ? createIndentation() : () => false;
  const flush = () => {
    if (prose.length > 0) parts.push(changeOutsideSpans(prose.join("\n"), change));
    prose = [];
  };
  for (const line of markdown.split("\n")) {
    if (fence === null && isIndented(line)) {
      flush();
      parts.push(line);
      continue;
    }
    const mark = /^[ \t]{0,3}(`{3,}(?!`)(?!.*`)|~{3,})/.exec(line)?.[1];
    if (fence === null && mark === undefined) {
      prose.push(line);
      continue;
    }
    flush();
    parts.push(line);
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
  flush();
  return parts.join("\n");
}

/** A span of code ends with as many backticks as it began with. */
function changeOutsideSpans(text: string, change: (prose: string) => string): string {
  const runs = [...text.matchAll(/`+/g)];
  // The next run of the same length, for each run.
  const ends: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.[0].length ?? 0;
    ends[index] = latest.get(length);
    latest.set(length, index);
  }
  const parts: string[] = [];
  let at = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const end = ends[index];
    const [open, close] = [runs[index], end === undefined ? undefined : runs[end]];
    if (!open || !close || end === undefined) continue;
    const stop = close.index + close[0].length;
    parts.push(change(text.slice(at, open.index)), text.slice(open.index, stop));
    at = stop;
    index = end;
  }
  return parts.join("") + change(text.slice(at));
}

/** Tells of line after line of a text whether it is code because of its indentation. */
function createIndentation(): (line: string) => boolean {
  let [isAfterBlank, isInList, isInCode] = [true, false, false];
  return (line) => {
    if (line.trim() === "") {
      isAfterBlank = true;
      return false;
    }
    const isDeep = /^(?: {4}| {0,3}\t)/.test(line);
    if (!isDeep)
      isInList =
        /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line) ||
        (isInList && (!isAfterBlank || line.startsWith(" ")));
    isInCode = isDeep && !isInList && (isAfterBlank || isInCode);
    isAfterBlank = false;
    return isInCode;
  };
}
