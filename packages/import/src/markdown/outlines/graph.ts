import { isOfEntry } from "../../errors.ts";
import type { ImportArchive } from "../../source.ts";
import type { Visibility } from "../../visibility.ts";
import type { MarkdownFile } from "../front-matter.ts";
import { listOf, textOf } from "../front-matter.ts";
import { readSiteText } from "../sites/config-file.ts";
import { unknownText } from "../sites/site-layout.ts";
import { readOutlinePage } from "./outline-page.ts";
import { readProperty } from "./properties.ts";
import { type Block, nextFence, readOutline } from "./read-outline.ts";

/** A block that others refer to. */
interface NamedBlock {
  readonly words: string;
  /** The blocks below it, as an outline. */
  readonly below: string;
  readonly openness: number;
}

/** The parts of a graph of Logseq that its pages refer to. */
export interface Graph {
  /** The blocks with an `id::`. */
  readonly blocks: ReadonlyMap<string, NamedBlock>;
  /** The names of texts by the titles and other names of their pages, in lower case. */
  readonly texts: ReadonlyMap<string, string>;
}

export const noGraph: Graph = { blocks: new Map(), texts: new Map() };

const longestBlock = 20_000; // characters
const allBlocks = 8_000_000; // characters

/** How open a page is. Its readers may see the blocks of pages that are at least as open. */
export const opennessOf = (visibility: Visibility): number =>
  visibility.public ? 2 : visibility.because === "unsaid" ? 1 : 0;

interface NamesOfPages {
  visibilityOf(name: string, fields: MarkdownFile["fields"]): Visibility;
  titleOf(name: string): string;
}

/**
 * Reads the names of all pages of a graph, and the blocks to which others can refer.
 *
 * @param options.visibilityOf that of a page, by its fields
 * @param options.titleOf that of a page, by its file
 */
export async function readGraph(
  { entries }: ImportArchive,
  { root, texts }: { readonly root: string; readonly texts: readonly string[] },
  { visibilityOf, titleOf }: NamesOfPages,
): Promise<Graph> {
  const graph = { blocks: new Map<string, NamedBlock>(), texts: new Map<string, string>() };
  let length = 0;
  for (const name of texts) {
    const page = unknownText.test(name) ? null : await readPage(entries.get(`${root}${name}`));
    if (page === null) continue;
    const names = [titleOf(name), textOf(page.fields, "title"), ...listOf(page.fields, "alias", "aliases")];
    for (const one of names) if (one !== null) graph.texts.set(one.toLowerCase(), name);
    if (!/(?:^|\s)id:: /.test(page.body)) continue;
    const openness = opennessOf(visibilityOf(name, page.fields));
    for (const block of allOf(readOutline(page.body))) {
      const id = idOf(block);
      const words = block.lines.join("\n");
      if (id === null || words.length > longestBlock || length > allBlocks) continue;
      const below = writeRaw(block.children, "");
      length += words.length + Math.min(below.length, longestBlock);
      graph.blocks.set(id, { words, below: below.length > longestBlock ? "" : below, openness });
    }
  }
  return graph;
}

/** null for a text that can't be read, which the import names. */
async function readPage(entry: Parameters<typeof readSiteText>[0]): Promise<MarkdownFile | null> {
  try {
    return readOutlinePage(await readSiteText(entry));
  } catch (error) {
    if (!isOfEntry(error)) throw error;
    return null;
  }
}

function* allOf(blocks: readonly Block[]): Generator<Block> {
  for (const block of blocks) {
    yield block;
    yield* allOf(block.children);
  }
}

function idOf({ lines }: Block): string | null {
  let fence: string | null = null;
  for (const line of lines) {
    const property = fence === null ? readProperty(line) : null;
    if (property?.name === "id") return property.value.toLowerCase();
    fence = nextFence(line, fence);
  }
  return null;
}

const writeRaw = (blocks: readonly Block[], indentation: string): string =>
  blocks
    .map(({ lines, children }) =>
      [
        ...lines.map((line, index) => `${indentation}${index === 0 ? "- " : "  "}${line}`),
        ...(children.length === 0 ? [] : [writeRaw(children, `${indentation}\t`)]),
      ].join("\n"),
    )
    .join("\n");
