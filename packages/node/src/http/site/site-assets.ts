import { createHash } from "node:crypto";
import type { Address } from "@freehold/protocol";
import {
  type Accent,
  type BuiltProgram,
  readBuiltAssets,
  renderIcon,
  renderStylesheet,
  type SiteAssets,
} from "@freehold/web";
import { contentType } from "mime-types";

/** A file that pages refer to; its name changes with its bytes, so it is kept for ever. */
export interface SiteAsset {
  readonly path: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** What the pages of one owner refer to: paths, and the files behind them. */
export interface AssetSet {
  readonly paths: SiteAssets;
  readonly files: readonly SiteAsset[];
}

/** The programs for browsers that were built, by name; null where nothing was built. */
export interface Programs {
  readonly files: readonly SiteAsset[];
  /** What a page loads to run one: paths. */
  readonly programs: ReadonlyMap<string, BuiltProgram>;
}

/** What `npm run build` made, as it is served. */
export function readPrograms(): Programs | null {
  const built = readBuiltAssets();
  if (built === null) return null;
  const toPath = (name: string) => `/assets/${name}`;
  const programs = [...built.programs].map(
    ([name, { script, styles, imports, files }]) =>
      [
        name,
        {
          script: toPath(script),
          styles: styles.map(toPath),
          imports: imports.map(toPath),
          files: files.map(toPath),
        },
      ] as const,
  );
  return {
    files: built.files.map(({ name, body }) => ({
      path: toPath(name),
      mediaType: contentType(name) || "application/octet-stream",
      body,
    })),
    programs: new Map(programs),
  };
}

/** Stylesheet and icon of a site, in the owner's colour; null for a node without an owner. */
export function makeSiteAssets(owner: Address | null, accent: Accent, programs: Programs | null): AssetSet {
  const stylesheet = asset("site", "css", "text/css; charset=utf-8", renderStylesheet(accent));
  const icon = asset("icon", "svg", "image/svg+xml", renderIcon(owner, accent));
  const scripts = Object.fromEntries(
    [...(programs?.programs ?? [])].map(([name, { script }]) => [name, script]),
  );
  const paths = { stylesheet: stylesheet.path, ownStylesheet: null, icon: icon.path, scripts };
  return { paths, files: [stylesheet, icon] };
}

/** A file in memory whose name tells its bytes. */
function asset(name: string, ending: string, mediaType: string, text: string): SiteAsset {
  const body = Buffer.from(text);
  const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
  return { path: `/assets/${name}.${hash}.${ending}`, mediaType, body };
}

/** The stylesheet of the owner's own, which stands after the site's. */
export interface OwnerStylesheet {
  /** @returns whether it is another one than before; "" for none */
  set(css: string): boolean;
  /** Null where there is none. */
  path(): string | null;
  /** Beside the one of now the one before it: a page that was sent a moment ago still asks for that. */
  files(): readonly SiteAsset[];
}

export function createOwnerStylesheet(): OwnerStylesheet {
  let css = "";
  let current: SiteAsset | null = null;
  let previous: SiteAsset | null = null;
  return {
    set(given) {
      if (given === css) return false;
      css = given;
      previous = current ?? previous;
      current = css === "" ? null : asset("theme", "css", "text/css; charset=utf-8", css);
      return true;
    },
    path: () => current?.path ?? null,
    files: () => [current, previous].filter((file) => file !== null),
  };
}

/**
 * Whether the owner's stylesheet stands on what a route answers. The console and the installer never apply it: that is the
 * way back from one that hides everything.
 *
 * @param route the pattern of the route, or a URL where there is no route
 */
export function appliesOwnerStylesheet(route: string): boolean {
  return !/^\/(console|install)(?![^/?])/.test(route);
}
