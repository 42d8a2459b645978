import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { AppError } from "../../../errors/errors.ts";
import { limits } from "../../limits.ts";
import { objectOf, textOr } from "../formats/read-text.ts";
import type { ArchiveEntry, ImportArchive } from "../source.ts";
import type { SiteLayout } from "./site-layout.ts";

/** The part of a site's configuration that decides the addresses of its pages. */
export interface SiteConfig {
  /** Jekyll: the pattern of the address of a post; null for the usual one. */
  readonly permalink: string | null;
  /** Hugo: the patterns of the addresses of pages, by their section; `/` for pages outside of sections. */
  readonly permalinks: ReadonlyMap<string, string>;
  /** Hugo: pages are files, as `/posts/first.html`. */
  readonly hasUglyUrls: boolean;
  /** Hugo: the language codes that file names may contain; null where there is no configuration. */
  readonly languages: ReadonlySet<string> | null;
  /** Hugo: the language whose pages have no prefix. */
  readonly defaultLanguage: string;
}

const unknown: SiteConfig = {
  ...{ permalink: null, permalinks: new Map(), hasUglyUrls: false, languages: null, defaultLanguage: "en" },
};

/** Reads a site's configuration, and ignores one that can't be read. */
export async function readSiteConfig(
  { entries }: ImportArchive,
  { root, kind }: Pick<SiteLayout, "root" | "kind">,
): Promise<SiteConfig> {
  const read = async (...names: string[]): Promise<Fields | null> => {
    for (const name of names) {
      const entry = entries.get(`${root}${name}`);
      if (entry) return await parseConfig(name, entry);
    }
    return null;
  };
  if (kind === "jekyll") {
    const config = await read("_config.yml", "_config.yaml");
    return { ...unknown, permalink: textOr(config?.permalink) || null };
  }
  if (kind !== "hugo") return unknown;
  const namesOf = (name: string) => endings.map((ending) => `${name}.${ending}`);
  const parts = ["", "config/_default/"].flatMap((folder) => [`${folder}hugo`, `${folder}config`]);
  const config = await read(...parts.flatMap(namesOf));
  const languages = await read(...namesOf("config/_default/languages"));
  const permalinks = await read(...namesOf("config/_default/permalinks"));
  if (config === null && languages === null && permalinks === null) return unknown;
  const defaultLanguage = (textOr(config?.defaultcontentlanguage) || "en").toLowerCase();
  const codes = Object.keys(languages ?? objectOf(config?.languages)).map((code) => code.toLowerCase());
  return {
    ...{ permalink: null, permalinks: readPermalinks(permalinks ?? objectOf(config?.permalinks)) },
    ...{ hasUglyUrls: config?.uglyurls === true, languages: new Set([...codes, defaultLanguage]) },
    defaultLanguage,
  };
}

type Fields = Readonly<Record<string, unknown>>;

const endings = ["toml", "yaml", "yml", "json"];

/** The names of Hugo's settings may be in any case. */
async function parseConfig(name: string, entry: ArchiveEntry): Promise<Fields | null> {
  try {
    const text = await readSiteText(entry);
    const parsed = name.endsWith(".toml")
      ? parseToml(text)
      : name.endsWith(".json")
        ? JSON.parse(text)
        : parseYaml(text, { maxAliasCount: 20, logLevel: "error" });
    const fields = Object.entries(objectOf(parsed));
    return Object.fromEntries(fields.map(([key, value]) => [key.toLowerCase(), value]));
  } catch {
    return null;
  }
}

/** Hugo has them by section, or below `page` by section. */
function readPermalinks(fields: Fields): ReadonlyMap<string, string> {
  const all = [...Object.entries(fields), ...Object.entries(objectOf(fields.page))];
  return new Map(
    all.flatMap(([section, pattern]) => (typeof pattern === "string" ? [[section, pattern]] : [])),
  );
}

/** The text of a file of a site. @throws AppError VALIDATION_FAILED */
export async function readSiteText(entry: ArchiveEntry | undefined): Promise<string> {
  if (!entry) throw new AppError("VALIDATION_FAILED", "it is not there any more");
  if (entry.size > limits.markdownBytes)
    throw new AppError("VALIDATION_FAILED", "it is too large for a post");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await entry.open()) chunks.push(chunk);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new AppError("VALIDATION_FAILED", "it is no UTF-8 text", { cause: error });
  }
}
