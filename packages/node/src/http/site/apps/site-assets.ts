import { createHash } from "node:crypto";
import { extname } from "node:path";
import type { Address } from "@freehold/protocol";
import {
  type Accent,
  type BuiltProgram,
  mathFonts,
  readBuiltAssets,
  renderColours,
  renderIcon,
  renderMathStylesheet,
  renderStylesheet,
  type SiteAssets,
  siteThemes,
} from "@freehold/web";

/** A file that pages refer to. Its name changes with its bytes, so browsers cache it for ever. */
export interface SiteAsset {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** The media types of built files. */
const mediaTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  // Scripts of pages are UTF-8 in any case.
  ".js": "text/javascript",
};

export type Programs = NonNullable<ReturnType<typeof findPrograms>>;

/** They stay as they are for as long as the process runs. */
let programs: Programs | null = null;

/** @returns what `findPrograms` found first */
export function readPrograms(): Programs | null {
  programs ??= findPrograms();
  return programs;
}

/** The programs that `npm run build` made: the files to serve, and the paths that a page loads, by program; null without a build. */
function findPrograms() {
  const built = readBuiltAssets();
  if (built === null) return null;
  const toPath = (name: string) => `/assets/${name}`;
  const programs = new Map<string, BuiltProgram>();
  for (const [name, { script, styles, imports, firstView, parts, files }] of built.programs) {
    const paths = {
      styles: styles.map(toPath),
      imports: imports.map(toPath),
      firstView: firstView.map(toPath),
      parts: new Map([...parts].map(([part, names]) => [part, names.map(toPath)] as const)),
      files: files.map(toPath),
    };
    programs.set(name, { script: toPath(script), ...paths });
  }
  const files = built.files.map((file): SiteAsset => {
    const mediaType = mediaTypes[extname(file.name)] ?? "application/octet-stream";
    return {
      path: toPath(file.name),
      mediaType,
      get body() {
        return file.body;
      },
    };
  });
  return { files, programs };
}

/** The font of formulas: its stylesheet first, then the files. */
const mathAssets = makeMathAssets();

function makeMathAssets(): readonly [SiteAsset, ...SiteAsset[]] {
  const fonts = mathFonts.map(({ name, body }) => ({
    name,
    asset: asset(name.replace(".woff2", ""), "woff2", "font/woff2", body),
  }));
  const css = renderMathStylesheet((font) => fonts.find(({ name }) => name === font)?.asset.path ?? "");
  return [asset("formulas", "css", "text/css; charset=utf-8", css), ...fonts.map(({ asset }) => asset)];
}

/** The stylesheet of each theme that an owner may choose (docs/themes.md). */
const themesByName = new Map<string, SiteAsset>(
  siteThemes
    .filter(({ name }) => name !== "paper")
    .map(({ name, css }) => [name, asset(`theme-${name}`, "css", "text/css; charset=utf-8", css)]),
);
export const themeAssets: readonly SiteAsset[] = [...themesByName.values()];

/** The stylesheet of a theme; null for the site's own look. */
export const findThemeAsset = (name: string): SiteAsset | null => themesByName.get(name) ?? null;

/** The stylesheet and icon of a site: their paths, and the files. @param owner null for a node without an owner */
export function makeSiteAssets(owner: Address | null, accent: Accent, programs: Programs | null) {
  const stylesheet = asset("site", "css", "text/css; charset=utf-8", renderStylesheet(accent));
  const icon = asset("icon", "svg", "image/svg+xml", renderIcon(owner, accent));
  const scripts = Object.fromEntries(
    [...(programs?.programs ?? [])].map(([name, { script }]) => [name, script]),
  );
  const paths: SiteAssets = {
    stylesheet: stylesheet.path,
    colours: renderColours(accent),
    ownStylesheet: null,
    icon: icon.path,
    scripts,
    mathematics: mathAssets[0].path,
    siteTheme: null,
  };
  return { paths, files: [stylesheet, icon, ...mathAssets] };
}

/** A file in memory, with the hash of its bytes in its name. */
function asset(name: string, ending: string, mediaType: string, content: string | Buffer): SiteAsset {
  const body = Buffer.from(content);
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return { path: `/assets/${name}.${hash}.${ending}`, mediaType, body };
}

/** The owner's stylesheet, which follows the site's. */
export function createOwnerStylesheet() {
  let css = "";
  let current: SiteAsset | null = null;
  let previous: SiteAsset | null = null;
  return {
    /** @param given "" for none. @returns whether it changed */
    set(given: string): boolean {
      if (given === css) return false;
      css = given;
      previous = current ?? previous;
      current = css === "" ? null : asset("theme", "css", "text/css; charset=utf-8", css);
      return true;
    },
    path: () => current?.path ?? null,
    /** The current and the previous one, which pages that were sent a moment ago still need. */
    files: () => [current, previous].filter((file) => file !== null),
  };
}

/**
 * Whether the pages of a route have the owner's stylesheet. The console and the installer never have it, so that the owner
 * can replace one that hides everything.
 *
 * @param route the pattern of the route, or a URL where there is no route
 */
export function appliesOwnerStylesheet(route: string): boolean {
  return !/^\/(console|install)(?![^/?])/.test(route);
}
