import MarkdownIt from "markdown-it";
import type { ImportArchive } from "../source.ts";
import { type ConfigFile, lowerNames, readConfigFile } from "./sites/config-file.ts";
import type { SiteKind } from "./sites/site-layout.ts";

/** A site, as far as it says how its program shows the end of a line. */
interface Lines {
  readonly kind: SiteKind;
  readonly isHexo: boolean;
  readonly config: ConfigFile;
}

/** Whether the program of a site shows the end of a line within a paragraph as one, as CommonMark does not. */
export async function showsLines(
  archive: Pick<ImportArchive, "entries">,
  top: string,
  { kind, isHexo, config }: Lines,
): Promise<boolean> {
  if (kind === "logseq") return true;
  if (kind === "obsidian") {
    const { fields } = await readConfigFile(archive, top, [".obsidian/app.json"]);
    return fields?.strictlinebreaks !== true;
  }
  if (!isHexo) return false;
  const { marked, markdown } = config.fields ?? {};
  return ![lowerNames(marked), lowerNames(markdown), lowerNames(lowerNames(markdown).render)].some(
    ({ breaks }) => breaks === false,
  );
}

const parser = new MarkdownIt({ html: true });

/** Writes the ends of lines within paragraphs as line breaks. Code, tables, headings and formulas stay. */
export function keepLines(markdown: string): string {
  const lines = markdown.split("\n");
  const tokens = parser.parse(markdown, {});
  for (const [index, { type, map, content }] of tokens.entries()) {
    if (type !== "inline" || !map || tokens[index - 1]?.type !== "paragraph_open" || content.includes("$$"))
      continue;
    for (let at = map[0]; at < map[1] - 1; at += 1) {
      const line = lines[at] ?? "";
      if (!/\\$| {2}$/.test(line)) lines[at] = `${line.trimEnd()}  `;
    }
  }
  return lines.join("\n");
}
