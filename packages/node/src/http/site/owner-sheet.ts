import { asset, type SiteAsset } from "./site-assets.ts";

/** The stylesheet of the owner's own, which stands after the site's. */
export interface OwnerSheet {
  /** @returns whether it is another one than before; "" for none */
  set(css: string): boolean;
  /** Null where there is none. */
  path(): string | null;
  /** Beside the one of now the one before it: a page that was sent a moment ago still asks for that. */
  files(): readonly SiteAsset[];
}

export function createOwnerSheet(): OwnerSheet {
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
 * Whether the owner's stylesheet stands on what a route answers. The console and the installer never wear it: that is the
 * way back from one that hides everything.
 *
 * @param route the pattern of the route, or a URL where there is no route
 */
export function wearsOwnerSheet(route: string): boolean {
  return !/^\/(console|install)(?![^/?])/.test(route);
}
