import type { Hash } from "@freehold/protocol";
import type { Token } from "markdown-it";
import type { Figure } from "../figures/figure.ts";
import { toFigure } from "../figures/figure.ts";
import { hashOfContents, isOwnPath, pathOfContents } from "./addresses.ts";
import { parser } from "./parser.ts";
import { sourcePerExcerpt } from "./render-markdown.ts";
import { cutSource } from "./text/cut-source.ts";

/** The references of a text, in its order. */
export interface References {
  readonly figures: readonly Figure[];
  /** Paths of pictures that may be of this site: of contents also where a text names them at a node. */
  readonly pictures: readonly string[];
  /** Hashes of the pictures that are named by their hash, each once. */
  readonly contents: readonly Hash[];
  /** Addresses that stand alone in a paragraph. */
  readonly quotes: readonly string[];
  /** Paths of contents that the text links to, at whichever node, each once. */
  readonly files: readonly string[];
}

/** As in `MarkdownOptions`. */
interface Needs {
  readonly excerpt?: number | undefined;
  readonly earlierUrls?: readonly string[];
}

/**
 * Finds the data that a text needs before it can be rendered.
 *
 * @param options as those with which it is rendered
 */
export function readReferences(source: string, { excerpt, earlierUrls }: Needs = {}): References {
  const part = excerpt === undefined ? source : cutSource(source, excerpt * sourcePerExcerpt);
  const tokens = parser.parse(part, earlierUrls ? { earlierUrls } : {});
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  const sources = all.flatMap(({ type, attrs }) => (type === "image" ? [attributeOf(attrs, "src")] : []));
  const links = all.flatMap(({ type, attrs }) => (type === "link_open" ? [attributeOf(attrs, "href")] : []));
  return {
    figures: all.map(toFigure).filter((figure) => figure !== null),
    pictures: sources.map((source) => pathOfContents(source) ?? source).filter(isOwnPath),
    contents: [...new Set(sources.map(hashOfContents))].filter((hash) => hash !== null),
    quotes: tokens.flatMap(({ type, info }) => (type === "quote" ? [info] : [])),
    files: [...new Set(links.map(pathOfContents))].filter((path) => path !== null),
  };
}

function attributeOf(attrs: Token["attrs"], wanted: string): string {
  return String(attrs?.find(([name]) => name === wanted)?.[1] ?? "");
}
