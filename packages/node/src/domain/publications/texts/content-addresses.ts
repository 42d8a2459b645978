import { type Hash, parseHash } from "@freehold/protocol";
import type { OwnAddresses } from "../../profile/own-addresses.ts";

/** The path of a content or of a page by its hash, as texts name them. */
const paths = /\/(?:ewp\/contents|publications)\/(0x[0-9a-f]{64})(?![0-9a-f])/gi;
/** Characters that end an address in Markdown and HTML, and the characters before the value of an attribute. */
const boundary = /[\s"'`<>()[\]=|]/;

/** Up to `longest` characters of the address to which a path in a text belongs, in lower case; "" for a path without a host. */
export function addressBefore(text: string, at: number, longest: number): string {
  let start = at;
  while (start > 0 && at - start < longest && !boundary.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, at).toLowerCase();
}

/** Finds out whether a path in a text is one of this node: it has no host, or an address of this node before it. */
function isOwnPath(text: string, at: number, bases: ReadonlySet<string>): boolean {
  const longest = Math.max(...[...bases].map(({ length }) => length));
  const before = addressBefore(text, at, longest + 1);
  return before === "" || bases.has(before);
}

const basesOf = ({ url, earlierUrls }: OwnAddresses) =>
  new Set([url, ...earlierUrls].map((base) => base.replace(/\/$/, "").toLowerCase()));

/**
 * The hashes of the contents of this node that a Markdown text names by their address, without a host or with one of this node, also of before.
 *
 * @param own the addresses of this node
 */
export function findContentHashes(text: string, own: OwnAddresses): Set<Hash> {
  const bases = basesOf(own);
  const found = text.matchAll(paths).filter(({ index }) => isOwnPath(text, index, bases));
  return new Set(found.map(([, hash = ""]) => hash.toLowerCase() as Hash));
}

/**
 * Writes other hashes into the addresses of contents of this node. The addresses of other nodes stay as they are.
 *
 * @param hashes the new hashes by those that they replace
 */
export function replaceContentHashes(
  text: string,
  own: OwnAddresses,
  hashes: ReadonlyMap<Hash, Hash>,
): string {
  const bases = basesOf(own);
  return text.replace(paths, (address: string, written: string, at: number) => {
    const hash = parseHash(written);
    const next = hash === null ? undefined : hashes.get(hash);
    if (next === undefined || !isOwnPath(text, at, bases)) return address;
    return `${address.slice(0, -written.length)}${next}`;
  });
}
