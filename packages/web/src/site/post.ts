import type { Hash, Hex } from "@freehold/protocol";
import type { SitePicture, TextParts } from "../markdown/text/text-parts.ts";

/** A post of the owner, local or signed. */
export interface SitePost {
  readonly id: number;
  readonly kind: "POST" | "FILE";
  readonly contentHash: Hash;
  readonly mediaType: string;
  readonly filename: string | null;
  /** Only for a file. */
  readonly caption: string | null;
  readonly slug: string | null;
  /** Bytes. */
  readonly size: number;
  /** The id of its item in feeds, for ever. */
  readonly feedId: string;
  /** Milliseconds of the Unix epoch, also before 1970: of writing in another program, else of the first publication. */
  readonly publishedAt: number;
  /** Milliseconds: the last change that readers see; `publishedAt` where there was none. */
  readonly modifiedAt: number;
  /** The content that it corrects, as its text says. */
  readonly replaces: Hex | null;
  /** The signature; null for a local post. `timestamp` in seconds of the Unix epoch. */
  readonly proof: { readonly timestamp: number; readonly signature: Hex } | null;
  /** The text of a POST; null for a FILE, and for a text that is too long for a page. */
  readonly markdown: string | null;
  /** The references of the text; for a picture its size. */
  readonly parts: TextParts;
  /** The owner's own summary in plain text; null where the opening of the text stands for it. */
  readonly excerpt: string | null;
  /** The picture above the text. */
  readonly cover: SiteCover | null;
  /** A page such as "About", which is in the menu and in no list. */
  readonly isPage: boolean;
  /** Its published versions, newest first; empty for a post with one version, and in lists. */
  readonly versions: readonly SiteVersion[];
}

/** A version of a post. */
export interface SiteVersion {
  readonly id: number;
  readonly path: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
}

/** A picture with the path of its bytes. */
export interface SiteCover extends SitePicture {
  readonly path: string;
}

const pictures = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]);

/** Whether browsers show the file inside a page. */
export function isPicture({ kind, mediaType }: Pick<SitePost, "kind" | "mediaType">): boolean {
  return kind === "FILE" && pictures.has(mediaType);
}

/** The path of a post's own page. A slug leads to the newest version. */
export function pathOfPost({
  id,
  slug,
  isReplaced = 0,
}: Pick<SitePost, "id" | "slug"> & { readonly isReplaced?: 0 | 1 }): string {
  return slug === null || isReplaced === 1 ? `/publications/${id}` : `/slug/${encodeURIComponent(slug)}`;
}

/** The path of a post's bytes: for a signed post the protocol's, where peers find them too. */
export function pathOfContent({ id, contentHash, proof }: SitePost): string {
  return proof ? `/ewp/contents/${contentHash}?timestamp=${proof.timestamp}` : `/publications/${id}/file`;
}

/** The folder of a post's diagrams; each is below it by its number. */
export function pathOfDiagrams({ id }: SitePost): string {
  return `/publications/${id}/diagrams`;
}

/** The path of a post's picture for previews. */
export function pathOfCard({ id }: SitePost): string {
  return `/publications/${id}/card.png`;
}

/** The path of a tag's page. */
export function pathOfTag(tag: string): string {
  return `/tags/${encodeURIComponent(tag)}`;
}
