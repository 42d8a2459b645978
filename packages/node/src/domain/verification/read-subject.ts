import { type Hash, parseHash, parseNodeUrl } from "@freehold/protocol";

/** What somebody wants to have checked. */
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

const places = /^(.*)\/(publications|slug|ewp\/contents)\/([^/]+)(?:\/file)?\/?$/;

/**
 * Reads what somebody typed: a number or a hash, or the address of a post, a file or its bytes, here or on another node.
 *
 * @param ownUrl the base URL of this node
 * @returns null for anything else, a number on another node among it: that says nothing here
 */
export function readSubject(typed: string, ownUrl: string): Subject | null {
  const text = typed.trim();
  const base = ownUrl.replace(/\/$/, "");
  if (text.startsWith(`${base}/`)) return readHere(text.slice(base.length));
  if (text.startsWith("/")) return readHere(text);
  return /^https:\/\//i.test(text) ? readThere(text) : keyOf(text, "publications");
}

function readHere(path: string): Subject | null {
  const [, , place, word] = places.exec(path.replace(/[?#].*$/, "")) ?? [];
  return place === undefined || word === undefined ? null : keyOf(decode(word), place);
}

function keyOf(word: string, place: string): Subject | null {
  if (place === "slug") return { at: "here", key: { slug: word } };
  const contentHash = parseHash(word);
  if (contentHash !== null) return { at: "here", key: { contentHash } };
  return /^[1-9]\d{0,14}$/.test(word) ? { at: "here", key: { id: Number(word) } } : null;
}

function readThere(text: string): Subject | null {
  const found = URL.parse(text);
  const [, path = "", place, word = ""] = places.exec(found?.pathname ?? "") ?? [];
  if (!found || place === undefined || found.username !== "") return null;
  const url = parseNodeUrl(`${found.origin}${path}`) ? `${found.origin}${path}` : null;
  const contentHash = place === "slug" ? null : parseHash(word);
  const slug = place === "slug" ? decode(word) : null;
  if (url === null || (contentHash === null && slug === null)) return null;
  const second = found.searchParams.get("timestamp") ?? "";
  const timestamp = /^\d{1,12}$/.test(second) ? Number(second) : null;
  return { at: "node", url, contentHash, slug, timestamp };
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
