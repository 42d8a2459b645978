import { globSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { boostDocument } from "../../docs/.vitepress/navigation.ts";
import { readTasks } from "./read-tasks.ts";

/** The results that are seen without scrolling. */
const seen = 3;

interface Index {
  search(words: string): { readonly id: string }[];
}

/** The tasks whose page is not among the first results of the search of a built site. */
export async function findLostTasks(built: string): Promise<string[]> {
  const index = await openIndex(built);
  return readTasks().flatMap(({ name, search, way }) => {
    const pages = index
      .search(search)
      .slice(0, seen)
      .map(({ id }) => id.replace(/^\/|#.*$/g, ""));
    return pages.includes(way.at(-1) ?? "")
      ? []
      : [`${name}: a search for "${search}" finds ${pages.join(", ")}.`];
  });
}

/** Opens the index of the English pages with the library and the options of the site. */
async function openIndex(built: string): Promise<Index> {
  const [file] = globSync("assets/chunks/@localSearchIndexroot.*.js", { cwd: built });
  if (file === undefined) throw new Error("The site has no index.");
  const { default: json } = (await import(pathToFileURL(join(built, file)).href)) as { default: string };
  const ofSite = createRequire(createRequire(import.meta.url).resolve("vitepress"));
  const MiniSearch = ofSite("minisearch") as { loadJSON(json: string, options: object): Index };
  return MiniSearch.loadJSON(json, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, boostDocument },
  });
}
