import type { ImportArchive } from "../../source.ts";
import type { SiteLayout } from "./find-layout.ts";
import { createHugoRules } from "./hugo-rules.ts";
import { createJekyllRules } from "./jekyll-rules.ts";
import { noRules, type SiteRules } from "./site-rules.ts";

/**
 * Reads the rules of a site. A site whose configuration is missing or can't be read has no rules, so nothing marks a text
 * as public.
 */
export async function readSiteRules(archive: ImportArchive, layout: SiteLayout): Promise<SiteRules> {
  const { kind, config } = layout;
  if (config.isBroken) return noRules;
  if (kind === "jekyll") return createJekyllRules(layout);
  return kind === "hugo" && config.fields !== null ? await createHugoRules(archive, layout) : noRules;
}
