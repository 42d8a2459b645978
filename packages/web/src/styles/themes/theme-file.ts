import { findForeignPart } from "./foreign-part.ts";

/** The designs of the program, by which a theme can begin. */
export const designs = ["paper", "journal", "photographs", "plain"] as const;

/** A theme: the design whose rules come before its own, and its own rules. */
export interface SiteTheme {
  readonly name: string;
  readonly base: (typeof designs)[number];
  readonly css: string;
}

/** The reason why a file is no theme of this site: its manifest, or what it loads from elsewhere, in the words of the stylesheet. */
export type ThemeFault =
  | { readonly fault: "manifest" }
  | { readonly fault: "foreign"; readonly part: string };

/** Characters in the name of a theme. */
export const themeNameLength = 100;

/** Bytes of a theme's file, which is the longest stylesheet that a site keeps. */
export const themeBytes = 64 * 1024;

const mark = "Freehold theme";

/** The stylesheet of a theme with its manifest as the first comment, as a browser saves it and a site keeps it. */
export function writeThemeFile({ name, base, css }: SiteTheme): string {
  // A name can't end the comment.
  return `/* ${mark} ${JSON.stringify({ name, base }).replaceAll("/", "\\/")} */\n${css}`;
}

/**
 * Reads the theme in a stylesheet with a manifest, as `writeThemeFile` makes it, or in a stylesheet with a manifest in a file of
 * its own.
 *
 * @param manifest the text of that file
 */
export function readThemeFile(text: string, manifest?: string): SiteTheme | ThemeFault {
  const parts = splitTheme(text);
  const described = parseManifest(manifest ?? parts.manifest);
  if (described === null) return { fault: "manifest" };
  const part = findForeignPart(parts.css);
  return part === null ? { ...described, css: parts.css } : { fault: "foreign", part };
}

/**
 * The theme of a site, by its settings. A site without rules of its own has those of its design, so that there is something to
 * change.
 *
 * @param rulesOf the rules of a design
 */
export async function themeOfSite(
  { siteTheme, stylesheet }: { readonly siteTheme: string; readonly stylesheet: string },
  rulesOf: (design: SiteTheme["base"]) => Promise<string> | string,
): Promise<SiteTheme> {
  const { css, manifest } = splitTheme(stylesheet);
  const base = designs.find((one) => one === siteTheme) ?? "paper";
  const name = parseManifest(manifest)?.name ?? "My theme";
  return css.trim() === "" ? themeOfDesign(name, base, await rulesOf(base)) : { name, base, css };
}

/** A design as a theme to be changed. The home page of photographs has HTML of its own, which comes with the design. */
export function themeOfDesign(name: string, design: SiteTheme["base"], css: string): SiteTheme {
  return { name, base: design === "photographs" ? "photographs" : "paper", css };
}

/** The variables that the site's own look begins with: the rules of the design paper. */
export function variablesOf(ground: string): string {
  const begin = ground.indexOf(":root {\n");
  const block = ground.slice(begin, ground.indexOf("\n}", begin) + 3);
  return block.replace(/^ {2}color-scheme: .*\n/m, "");
}

/** A stylesheet without its manifest, and the text of that. */
export function splitTheme(text: string): { readonly css: string; readonly manifest: string } {
  const begin = text.trimStart();
  const end = begin.indexOf("*/");
  const comment = begin.startsWith("/*") && end > 0 ? begin.slice(2, end).trim() : "";
  if (!comment.startsWith(mark)) return { css: text, manifest: "" };
  return { css: begin.slice(end + 2).replace(/^\r?\n/, ""), manifest: comment.slice(mark.length) };
}

function parseManifest(text: string): Pick<SiteTheme, "name" | "base"> | null {
  const found = Object(parseJson(text)) as Record<string, unknown>;
  const base = designs.find((one) => one === found.base);
  const name = typeof found.name === "string" ? found.name.trim() : "";
  return base && name !== "" && name.length <= themeNameLength ? { name, base } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
