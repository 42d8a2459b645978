import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PagefindIndex } from "pagefind";
import { foldLetters, sameLetters } from "../../../domain/search/fold-letters.ts";
import { foldWord } from "../../../domain/search/terms.ts";
import type { StaticFolder } from "./static-folder.ts";

/** The search of a static site, made page by page. */
export interface SearchIndex extends AsyncDisposable {
  addPage(file: string, html: string): Promise<void>;
  /** Writes the index and its search program, below `pagefind/`. */
  write(folder: StaticFolder): Promise<void>;
}

/** The files that a page needs for searching: the styles first. */
export const searchScripts = [
  "/pagefind/pagefind-ui.css",
  "/pagefind/pagefind-ui.js",
  "/pagefind/begin.js",
] as const;

/** A module, so it knows where it lies, below any path. */
const begin = `const bundlePath = new URL("./", import.meta.url).pathname;
const sameLetters = new Map(${JSON.stringify([...sameLetters])});
const foldLetters = ${foldLetters};
const processTerm = (term) => foldLetters(term, sameLetters);
const processResult = ({ meta: { folded, ...meta }, ...result }) => ({ ...result, meta });
new PagefindUI({ element: "#search", bundlePath, showImages: false, showSubResults: true, processTerm, processResult });
document.querySelector("#search input")?.focus();
`;

/** In the look of the site, light and dark. */
const colours = `
#search {
  --pagefind-ui-primary: var(--ink);
  --pagefind-ui-text: var(--ink);
  --pagefind-ui-background: var(--paper);
  --pagefind-ui-border: var(--line);
  --pagefind-ui-tag: var(--line);
  --pagefind-ui-border-width: 1px;
  --pagefind-ui-font: var(--working);
  --pagefind-ui-scale: 1;
}
#search mark { background: color-mix(in srgb, var(--accent) 22%, var(--paper)); color: inherit; }
`;

/**
 * Starts the program that makes the index, in a temporary folder: beside the site, somebody else might have a file with its
 * name.
 *
 * @returns null where there is no such program for this machine
 */
export async function openSearchIndex(): Promise<SearchIndex | null> {
  const pagefind = await import("pagefind");
  const index = await startIndex(pagefind).catch(() => null);
  if (!index) return null;
  const scratch = await mkdtemp(join(tmpdir(), "freehold-search-"));
  return {
    async addPage(file, html) {
      const { errors } = await index.addHTMLFile({ sourcePath: file, content: addFolded(html) });
      if (errors.length > 0) throw new Error(`${file} can't be put into the search: ${errors.join(" ")}`);
    },
    async write(folder) {
      await index.writeFiles({ outputPath: scratch });
      for (const entry of await readdir(scratch, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const file = `pagefind/${path.slice(scratch.length + 1).replaceAll("\\", "/")}`;
        const body = await readFile(path);
        await folder.write(
          file,
          entry.name === "pagefind-ui.css" ? Buffer.concat([body, Buffer.from(colours)]) : body,
        );
      }
      await folder.write("pagefind/begin.js", Buffer.from(begin));
    },
    async [Symbol.asyncDispose]() {
      await pagefind.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/**
 * A page with its folded words, where they differ by more than case and accents, which Pagefind ignores: it finds them, and shows
 * them in no excerpt.
 */
function addFolded(html: string): string {
  const words = html.replace(/<[^<>]*>/g, " ").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const folded = [...new Set(words)].flatMap((word) => {
    const other = foldWord(word);
    return other === withoutAccents(word) ? [] : [other];
  });
  const content = [...new Set(folded)].join(" ");
  const begin = html.indexOf(">", html.indexOf("data-pagefind-body")) + 1;
  const meta = `<i hidden data-pagefind-meta="folded[data-words]" data-words="${content}"></i>`;
  return `${html.slice(0, begin)}${meta}${html.slice(begin)}`;
}

const withoutAccents = (word: string) =>
  word.normalize("NFD").toLowerCase().replace(/\p{M}/gu, "").normalize("NFC");

async function startIndex({ createIndex }: typeof import("pagefind")): Promise<PagefindIndex | null> {
  // A static site is also read from object stores, which know no index of a folder.
  const { index } = await createIndex({ keepIndexUrl: true });
  return index ?? null;
}
