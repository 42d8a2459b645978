import type { Messages } from "../messages/site/en.ts";
import type { SiteAssets, SiteOwner } from "./resources.ts";

/** What a reader chose: light, dark, or what the device says. */
export type Theme = "system" | "light" | "dark";

/** What is around the content of every page. */
export interface View {
  /** Null before installation. */
  readonly owner: SiteOwner | null;
  readonly assets: SiteAssets;
  readonly words: Messages;
  readonly theme: Theme;
}

/** The view of a house that has somebody in it. */
export type OwnedView = View & { readonly owner: SiteOwner };
