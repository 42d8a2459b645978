/** A block of an outline: its lines without the mark and the indentation, and the blocks below it. */
export interface Block {
  readonly lines: readonly string[];
  readonly children: readonly Block[];
  /** A paragraph or heading between lists, which has no mark. */
  readonly isPlain: boolean;
}

interface OpenBlock extends Block {
  readonly lines: string[];
  readonly children: OpenBlock[];
  readonly columns: number;
  readonly indentation: string;
}

// Deeper blocks stand beside their parents: no page shows so many levels.
const deepest = 40;

const marked = /^([ \t]*)-(?:[ \t](.*))?$/;

/**
 * Reads an outline of Logseq: `- ` begins a block, and the tabs or blanks before it say how deep it is. Lines of code begin none. Lines
 * before the first block, and unindented ones behind an empty line, stand between the lists.
 */
export function readOutline(body: string): readonly Block[] {
  const outline = new Outline();
  for (const line of body.split("\n")) outline.add(line);
  return outline.blocks;
}

class Outline {
  readonly blocks: OpenBlock[] = [];
  #open: OpenBlock[] = [];
  #fence: string | null = null;
  #isAfterBlank = true;

  add(line: string): void {
    const current = this.#open.at(-1);
    const [mark, indentation = "", words = ""] = marked.exec(line) ?? [];
    const columns = columnsOf(indentation);
    // Code ends with the block in which it stands.
    const isInCode =
      this.#fence !== null && (current === undefined || current.isPlain || columns > current.columns);
    if (mark !== undefined && !isInCode) {
      this.#begin({ lines: [], children: [], isPlain: false, columns, indentation });
      this.#fence = null;
      this.#take(words);
    } else {
      const standsAlone = /^\S/.test(line) && (this.#isAfterBlank || /^#{1,6}\s/.test(line));
      if (current === undefined || (!current.isPlain && standsAlone && this.#fence === null))
        this.#begin({ lines: [], children: [], isPlain: true, columns: 0, indentation: "" });
      this.#take(
        current?.isPlain === false && !(standsAlone && this.#fence === null)
          ? withoutIndentation(line, current.indentation)
          : line,
      );
    }
    this.#isAfterBlank = line.trim() === "";
  }

  #begin(block: OpenBlock): void {
    const above = this.#open
      .filter((one) => !one.isPlain && one.columns < block.columns)
      .slice(0, deepest - 1);
    (above.at(-1)?.children ?? this.blocks).push(block);
    this.#open = [...above, block];
  }

  #take(text: string): void {
    this.#open.at(-1)?.lines.push(text);
    this.#fence = nextFence(text, this.#fence);
  }
}

const fenceMark = /^\s*(?:(`{3,})[^`]*$|(~{3,})|#\+BEGIN_(SRC|EXAMPLE|QUERY|QUOTE|VERSE|EXPORT))/i;

/** The mark that ends the block of code in which the line behind this one stands; null outside of one. */
export function nextFence(line: string, fence: string | null): string | null {
  if (fence === null) {
    const [, ticks, waves, kind] = fenceMark.exec(line) ?? [];
    return ticks ?? waves ?? (kind === undefined ? null : `#+END_${kind.toUpperCase()}`);
  }
  const written = line.trim();
  const isEnd = fence.startsWith("#")
    ? written.toUpperCase() === fence
    : /^(`+|~+)$/.test(written) && written.startsWith(fence);
  return isEnd ? null : fence;
}

const columnsOf = (indentation: string) =>
  [...indentation].reduce((sum, one) => sum + (one === "\t" ? 4 : 1), 0);

/** A line of a block without the indentation of its mark, and the two blanks that stand below the mark. */
function withoutIndentation(line: string, indentation: string): string {
  const rest = line.startsWith(indentation) ? line.slice(indentation.length) : line.trimStart();
  return rest.replace(/^(?: {1,2}|\t)/, "");
}
