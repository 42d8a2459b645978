import { type Hash, parseHash, parseNodeUrl } from "@freehold/protocol";

/** A publication to check. */
export type Subject =
  | { readonly at: "here"; readonly key: { id: number } | { slug: string } | { contentHash: Hash } }
  | {
      readonly at: "node";
      /** Base URL. */
      readonly url: string;
      readonly contentHash: Hash | null;
      readonly slug: string | null;
      /** Unix seconds. */
      readonly timestamp: number | null;
    };

const paths = /^(.*)\/(publications|slug|ewp\/contents)\/([^/]+)(?:\/file)?\/?$/;

/**
 * Parses typed text: a number or a hash, or the address of a post, a file or its bytes, here or on another node.
 *
 * @param ownUrl the base URL of this node
 * @returns null for anything else, such as a number on another node
 */
export function readSubject(typed: string, ownUrl: string): Subject | null {
  const text = typed.trim();
  const base = ownUrl.replace(/\/$/, "");
  if (text.startsWith(`${base}/`)) return readHere(text.slice(base.length));
  if (text.startsWith("/")) return readHere(text);
  return /^https:\/\//i.test(text) ? readThere(text) : keyOf(text, "publications");
}

function readHere(path: string): Subject | null {
  const [, , kind, name] = paths.exec(path.replace(/[?#].*$/, "")) ?? [];
  return kind === undefined || name === undefined ? null : keyOf(decode(name), kind);
}

function keyOf(name: string, kind: string): Subject | null {
  if (kind === "slug") return { at: "here", key: { slug: name } };
  const contentHash = parseHash(name);
  if (contentHash !== null) return { at: "here", key: { contentHash } };
  return /^[1-9]\d{0,14}$/.test(name) ? { at: "here", key: { id: Number(name) } } : null;
}

function readThere(text: string): Subject | null {
  const found = URL.parse(text);
  const [, path = "", kind, name = ""] = paths.exec(found?.pathname ?? "") ?? [];
  if (!found || kind === undefined || found.username !== "") return null;
  const url = parseNodeUrl(`${found.origin}${path}`) ? `${found.origin}${path}` : null;
  const contentHash = kind === "slug" ? null : parseHash(name);
  const slug = kind === "slug" ? decode(name) : null;
  if (url === null || (contentHash === null && slug === null)) return null;
  const second = found.searchParams.get("timestamp") ?? "";
  const timestamp = /^\d{1,12}$/.test(second) ? Number(second) : null;
  return { at: "node", url, contentHash, slug, timestamp };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
