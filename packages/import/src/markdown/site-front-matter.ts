import type { FoundEncoding } from "../encoding.ts";
import type { ImportArchive } from "../source.ts";
import { type MarkdownFile, readFrontMatter } from "./front-matter.ts";
import { readHtmlPage } from "./html-page.ts";
import { readOutlinePage } from "./outlines/outline-page.ts";
import { decodeSiteText, readSiteText } from "./sites/config-file.ts";
import type { SiteLayout } from "./sites/find-layout.ts";
import { htmlText, metaOf } from "./sites/site-layout.ts";
import { readWrittenFrontMatter } from "./written-front-matter.ts";

/**
 * Reads a text of a site, with the fields that Nikola keeps in a file beside it, and the title that a page of HTML has.
 *
 * @param name without the root
 * @throws ImportError VALIDATION_FAILED for a text or front matter that can't be read
 */
export async function readTextOfSite(
  { entries }: Pick<ImportArchive, "entries">,
  layout: Pick<SiteLayout, "kind" | "isHexo" | "config" | "root">,
  name: string,
): Promise<MarkdownFile & { readonly encoding: FoundEncoding }> {
  const { text, encoding } = await decodeSiteText(entries.get(`${layout.root}${name}`));
  const written = readSiteFrontMatter(text, layout);
  if (layout.kind !== "plain") return { ...written, encoding };
  const file = htmlText.test(name) && written.fields === null ? readHtmlPage(text) : written;
  const beside = entries.get(`${layout.root}${metaOf(name)}`);
  if (!beside) return { ...file, encoding };
  const meta = await readSiteText(beside);
  const { fields } = readWrittenFrontMatter(/^\s*\.\. /.test(meta) ? `<!--\n${meta.trim()}\n-->\n` : meta);
  return { fields: new Map([...(file.fields ?? []), ...(fields ?? [])]), body: file.body, encoding };
}

/**
 * Takes the front matter off a text of a site, as its program does: Hexo needs no line before it, and takes JSON with `;;;`; Pelican has
 * lines without a mark around them, Eleventy names the language, and Logseq has properties.
 *
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read
 */
export function readSiteFrontMatter(
  source: string,
  { kind, isHexo, config }: Pick<SiteLayout, "kind" | "isHexo" | "config">,
): MarkdownFile {
  const text = source.replace(/^\ufeff/, "");
  if (kind === "logseq") return readOutlinePage(text);
  if (isHexo) return readHexo(text) ?? readFrontMatter(text);
  // A folder with the name of Hugo's may be of any program.
  const isUnknown = kind === "plain" || (kind === "hugo" && config.fields === null);
  return isUnknown ? readWrittenFrontMatter(text) : readFrontMatter(text);
}

const end = /^(-{3,}|;{3,})[ \t]*\r?$/m;
const longest = 65_536; // characters of front matter

/** null for a text that begins with `---`, or not with a field. */
function readHexo(text: string): MarkdownFile | null {
  const [opening = ""] = /^;{3,}[ \t]*\r?\n/.exec(text) ?? [];
  const rest = text.slice(opening.length);
  if (!/^["']?[\w-]{1,60}["']?[ \t]*:/.test(rest)) return null;
  const mark = end.exec(rest.slice(0, longest));
  if (!mark || (opening !== "" && !mark[1]?.startsWith(";"))) return null;
  const fields = rest.slice(0, mark.index);
  const body = rest.slice(mark.index + mark[0].length + 1);
  return readFrontMatter(
    mark[1]?.startsWith(";") ? `---\n{${fields}}\n---\n${body}` : `---\n${fields}---\n${body}`,
  );
}
