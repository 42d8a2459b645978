import { type Hash, parseHash, parseNodeUrl } from "@freehold/protocol";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { type OwnAddresses, pathAtOwn } from "../profile/own-addresses.ts";
import { isSlug } from "../publications/slug-names.ts";

/** A publication to check. */
export type Subject =
  | { readonly at: "here"; readonly key: { id: number } | { slug: string } | { contentHash: Hash } }
  | RemoteSubject
  /** A whole node, by its base URL. */
  | { readonly at: "all"; readonly url: string };

/** A publication of another node. If hash and slug are unknown, its page tells the hash. */
export interface RemoteSubject {
  readonly at: "node";
  /** Base URL. */
  readonly url: string;
  readonly contentHash: Hash | null;
  readonly slug: string | null;
  /** The address of the page that was given, where it has a number. */
  readonly page?: string;
  /** Unix seconds. */
  readonly timestamp: number | null;
}

const paths = /^(.*)\/(publications|slug|ewp\/contents)\/([^/]+)(?:\/file)?\/?$/;

/**
 * Parses typed text: a number, a hash or a slug of this node, or the address of a node, of a post, a file or its bytes,
 * here or on another node.
 *
 * @param own the addresses of this node
 * @returns null for anything else
 */
export function readSubject(typed: string, own: OwnAddresses): Subject | null {
  const text = typed.trim();
  const path = text.startsWith("/") ? text : pathAtOwn(text, own);
  if (path !== null && path !== "/") return readHere(path);
  if (/^https:\/\//i.test(text)) return readRemoteSubject(text);
  return keyOf(text, "publications") ?? (isSlug(text) ? keyOf(text, "slug") : null);
}

function readHere(path: string): Subject | null {
  const [, , kind, name] = paths.exec(path.replace(/[?#].*/s, "")) ?? [];
  return kind === undefined || name === undefined ? null : keyOf(decodeUriIfValid(name), kind);
}

function keyOf(name: string, kind: string): Subject | null {
  if (kind === "slug") return { at: "here", key: { slug: name } };
  const contentHash = parseHash(name);
  if (contentHash !== null) return { at: "here", key: { contentHash } };
  return /^[1-9]\d{0,14}$/.test(name) ? { at: "here", key: { id: Number(name) } } : null;
}

/** Parses an https address on any node: of the node itself, or of something that it published; null for another one. */
export function readRemoteSubject(text: string): Exclude<Subject, { at: "here" }> | null {
  const found = URL.parse(text.trim());
  if (found?.username !== "") return null;
  const [, path = "", kind, name = ""] = paths.exec(found.pathname) ?? [];
  const whole = `${found.origin}${found.pathname}`.replace(/(?<!\/)\/+$/, "");
  if (kind === undefined)
    return parseNodeUrl(whole) && found.search === "" ? { at: "all", url: whole } : null;
  const url = parseNodeUrl(`${found.origin}${path}`) ? `${found.origin}${path}` : null;
  const contentHash = kind === "slug" ? null : parseHash(name);
  const isNumber = kind === "publications" && /^[1-9]\d{0,14}$/.test(name);
  // A node of the reference form has its slugs there, too.
  const slug = contentHash === null && !isNumber && kind !== "ewp/contents" ? decodeUriIfValid(name) : null;
  if (url === null || (contentHash === null && slug === null && !isNumber)) return null;
  const second = found.searchParams.get("timestamp") ?? "";
  const timestamp = /^\d{1,12}$/.test(second) ? Number(second) : null;
  return { at: "node", url, contentHash, slug, timestamp, ...(isNumber && { page: whole }) };
}
