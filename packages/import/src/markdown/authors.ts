import { isRecord } from "@freehold/protocol/internal";
import { AuthorCounts, cleanAuthor } from "../authors.ts";
import { isOfEntry } from "../errors.ts";
import type { ImportArchive, ImportAuthor } from "../source.ts";
import type { MarkdownFile } from "./front-matter.ts";
import { readTextOfSite } from "./site-front-matter.ts";
import type { SiteLayout } from "./sites/find-layout.ts";
import { readSiteRules } from "./sites/read-site-rules.ts";
import { isForNotes, unknownText } from "./sites/site-layout.ts";
import { ruleText } from "./sites/site-rules.ts";

const fieldNames = ["author", "authors"] as const;

/** The people whom front matter names: a name, names with commas, or tables with a name. A note of a vault names whom it is about. */
export function authorsOf(
  { kind }: Pick<SiteLayout, "kind">,
  fields: MarkdownFile["fields"],
): readonly string[] {
  if (isForNotes(kind)) return [];
  const values = fieldNames.flatMap((name) => fields?.get(name) ?? []);
  const names = values.flatMap((value) => {
    const named = isRecord(value) ? value.name : value;
    return typeof named === "string" ? named.split(",") : [];
  });
  return [...new Set(names.map(cleanAuthor))].filter((name) => name !== "");
}

/** Reads the front matter of every text. */
export async function countAuthors(
  archive: ImportArchive,
  layout: SiteLayout,
): Promise<readonly ImportAuthor[]> {
  const counts = new AuthorCounts();
  if (isForNotes(layout.kind)) return [];
  const rules = await readSiteRules(archive, layout);
  for (const name of layout.texts) {
    if (unknownText.test(name)) continue;
    try {
      const { fields } = await readTextOfSite(archive, layout, name);
      counts.add(authorsOf(layout, ruleText(rules, { name, fields }).fields));
    } catch (error) {
      // The import names the texts that can't be read.
      if (!isOfEntry(error)) throw error;
    }
  }
  return counts.list();
}
