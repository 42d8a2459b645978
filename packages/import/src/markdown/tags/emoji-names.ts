import { mapProse } from "@freehold/protocol";
import { nameToEmoji } from "gemoji";
import type { ImportArchive } from "../../source.ts";
import { type ConfigFields, lowerNames, readSiteText, textsOf } from "../sites/config-file.ts";
import type { SiteLayout } from "../sites/find-layout.ts";

type Site = Pick<SiteLayout, "kind" | "isHexo" | "config" | "top">;

/** Packages that show names of emoji, by themselves or as a part of a generator. */
const packages =
  /"(?:vitepress|vuepress|@docusaurus\/core|remark-g?emoji|gatsby-remark-emojis?|(?:@\w+\/)?markdown-it-emoji|hexo-filter-(?:github-)?emojis?|eleventy-plugin-emoji)"\s*:/;

/** Whether the program of a site shows `:smile:` as the emoji of that name. Most show the name. */
export async function showsEmoji(
  { entries }: Pick<ImportArchive, "entries">,
  { kind, isHexo, config, top }: Site,
): Promise<boolean> {
  const fields: ConfigFields = config.fields ?? {};
  if (kind === "hugo") return fields.enableemoji === true;
  if (kind === "obsidian" || kind === "logseq") return false;
  if (kind === "jekyll" && !isHexo) return textsOf([fields.plugins, fields.gems].flat()).includes("jemoji");
  if (isHexo && fields.githubemojis !== undefined) return lowerNames(fields.githubemojis).enable !== false;
  if (await hasText(entries.get(`${top}mkdocs.yml`), /^ {0,8}- {0,8}pymdownx\.emoji\b/m)) return true;
  return await hasText(entries.get(`${top}package.json`), packages);
}

async function hasText(entry: Parameters<typeof readSiteText>[0], pattern: RegExp): Promise<boolean> {
  if (!entry) return false;
  try {
    return pattern.test(await readSiteText(entry));
  } catch {
    return false;
  }
}

/** Writes GitHub's names of emoji as emoji, outside of code. Other names stay: those of a site's own pictures, too. */
export function convertEmojiNames(markdown: string): string {
  return mapProse(
    markdown,
    (prose) =>
      prose.replace(
        /(?<![\w:/]):([a-z\d_+-]{1,40}):(?![\w:])/g,
        (whole, name: string) => (Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : null) ?? whole,
      ),
    { skipsIndented: true },
  );
}
