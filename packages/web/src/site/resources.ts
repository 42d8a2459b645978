import type { Address, Hash, Hex } from "@freehold/protocol";
import type { Accent } from "../drawings/accent.ts";
import type { TextParts } from "../markdown/text-parts.ts";

/** Whose site it is. */
export interface SiteOwner {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  readonly hasAvatar: boolean;
  /** Of that picture, in pixels; null where it is not known. */
  readonly avatarSize: { readonly width: number; readonly height: number } | null;
  /** The colour of the place: of their address, or the one that they chose. */
  readonly accent: Accent;
}

/** A post of the owner's, local or signed. */
export interface SitePost {
  readonly id: number;
  readonly kind: "POST" | "FILE";
  readonly contentHash: Hash;
  readonly mediaType: string;
  readonly filename: string | null;
  /** The caption of a file. */
  readonly caption: string | null;
  readonly slug: string | null;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds of the Unix epoch. */
  readonly createdAt: number;
  /** What makes it signed; null for a post that is only here. `timestamp` in seconds of the Unix epoch. */
  readonly proof: { readonly timestamp: number; readonly signature: Hex } | null;
  /** The text of a POST; null for a FILE, and for a text that is too long for a page. */
  readonly markdown: string | null;
  /** What belongs to that text, and to a picture its size. */
  readonly parts: TextParts;
}

/** Where the files stand that every page refers to. */
export interface SiteAssets {
  readonly stylesheet: string;
  /** The owner's own, which comes after the site's; null where there is none, and where it has no say. */
  readonly ownStylesheet: string | null;
  readonly icon: string;
  /** Scripts by the names of their islands; without one that was not built. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** The path of a post's own page. */
export function pathOfPost({ id, slug }: Pick<SitePost, "id" | "slug">): string {
  return slug === null ? `/publications/${id}` : `/slug/${encodeURIComponent(slug)}`;
}

/** The path of a post's bytes: those of a signed one are in the protocol, where peers find them too. */
export function pathOfContent({
  id,
  contentHash,
  proof,
}: Pick<SitePost, "id" | "contentHash" | "proof">): string {
  return proof === null
    ? `/publications/${id}/file`
    : `/ewp/contents/${contentHash}?timestamp=${proof.timestamp}`;
}

/** Where the diagrams of a post are: below this, by their number. */
export function pathOfDiagrams({ id }: Pick<SitePost, "id">): string {
  return `/publications/${id}/diagrams`;
}

/** The path of the picture that stands for a post elsewhere. */
export function pathOfCard({ id }: Pick<SitePost, "id">): string {
  return `/publications/${id}/card.png`;
}
