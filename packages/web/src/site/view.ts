import type { Address } from "@freehold/protocol";
import type { Accent } from "../drawings/accent.ts";
import type { Messages } from "../messages/site/en.ts";
import type { MenuEntry } from "./menu.ts";
import type { ProfileLink } from "./profile-links.ts";

/** The reader's choice: light, dark, or that of the device. */
export type Theme = "system" | "light" | "dark";

/** The verified name of an address in ENS, which is shown beside the address. */
export interface SiteEnsName {
  readonly name: string;
  /** Path of its picture, or null. */
  readonly picture: string | null;
}

/** The owner of the site. */
export interface SiteOwner {
  readonly address: Address;
  readonly url: string;
  /** Addresses that the site had before: texts name them. */
  readonly earlierUrls?: readonly string[];
  readonly title: string;
  readonly description: string | null;
  /** Paths of square copies of the picture, by their sides in pixels; null where there is none. */
  readonly avatar: { readonly small: string; readonly large: string } | null;
  readonly ens: SiteEnsName | null;
  /** Pixels; null if unknown. */
  readonly avatarSize: { readonly width: number; readonly height: number } | null;
  /** From the address, or chosen by the owner. */
  readonly accent: Accent;
  /** The language of the node (BCP 47), in which most posts are. */
  readonly language: string;
  /** Archive, pages, search and links, as the owner arranged them. */
  readonly menu: readonly MenuEntry[];
  /** Pages of the owner elsewhere. */
  readonly links: readonly ProfileLink[];
  /** Whether other nodes may follow this one. */
  readonly takesFollowers: boolean;
  readonly hasFeeds: boolean;
  /** Whether readers can get posts by mail. */
  readonly hasNewsletter: boolean;
  /** When the owner closed the site for good (ms); null for one that goes on. */
  readonly closedAt?: number | null;
  /** Whether the reader came to an address that the owner has left; `url` is the new one. */
  readonly hasMoved?: boolean;
}

/** Paths of the files that pages refer to. */
export interface SiteAssets {
  readonly stylesheet: string;
  /** The site's colours, for the owner's programs: no path, but the CSS itself. */
  readonly colours: string;
  /** The stylesheet of the theme that the owner chose; null for the site's own look. */
  readonly siteTheme: string | null;
  /** The owner's stylesheet, which comes after the site's; null if there is none or it does not apply here. */
  readonly ownStylesheet: string | null;
  readonly icon: string;
  /** The stylesheet that brings the font of formulas. */
  readonly mathematics: string;
  /** The built scripts by the names of their islands. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The data that every page needs besides its content. */
export interface View {
  /** Null before installation. */
  readonly owner: SiteOwner | null;
  readonly assets: SiteAssets;
  readonly messages: Messages;
  readonly theme: Theme;
  /** Whether the page becomes a file that any web server serves: without scripts, and without parts that need a node. */
  readonly isStatic?: boolean;
}

/** The view of a node that has an owner. */
export type OwnedView = View & { readonly owner: SiteOwner };

/** The addresses of this node, for the texts of its owner. */
export function addressesOfSite(owner: Pick<SiteOwner, "url" | "earlierUrls">): {
  home: string;
  earlierUrls: readonly string[];
} {
  return { home: baseOf(owner), earlierUrls: owner.earlierUrls ?? [] };
}

/** The owner's address on the web without a slash at its end. */
export function baseOf({ url }: Pick<SiteOwner, "url">): string {
  return url.replace(/\/$/, "");
}
