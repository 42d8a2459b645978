import { valueAt } from "@freehold/protocol/internal";
import type { MarkdownFile } from "../front-matter.ts";
import type { ConfigFields } from "../sites/config-file.ts";

const part = /\{%-?\s{0,9}(end)?raw\s{0,9}-?%\}|\{\{-?\s{0,9}(page|site)\.([\w.-]{1,100})\s{0,9}-?\}\}/g;
/** The address of the site stays out of links, which then lead to the posts here. */
const addresses: ReadonlySet<string> = new Set(["url", "baseurl"]);

/** Writes the values that a text of Jekyll names: fields of its own front matter (`{{ page.title }}`) and of the configuration (`{{ site.author.name }}`). */
export function fillLiquidValues(
  body: string,
  fields: MarkdownFile["fields"],
  config: ConfigFields | null,
): string {
  let isRaw = false;
  return body.replace(part, (whole, end: string | undefined, of: string | undefined, name = "") => {
    if (of === undefined) {
      isRaw = end === undefined;
      return whole;
    }
    if (isRaw || addresses.has(name)) return whole;
    const [own = "", ...parts] = name.split(".");
    const value = valueAt(
      of === "page" ? Object.fromEntries(fields ?? []) : config,
      [own.toLowerCase(), ...parts].join("."),
    );
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
}
