import { type Hash, parseHash } from "@freehold/protocol";

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

/** Finds out whether a path in a text is one of this node: it has no host, or this node's address before it. */
function isOwnPath(text: string, at: number, base: string): boolean {
  const before = addressBefore(text, at, base.length + 1);
  return before === "" || before === base;
}

const baseOf = (nodeUrl: string) => nodeUrl.replace(/\/$/, "").toLowerCase();

/**
 * The hashes of the contents of this node that a Markdown text names by their address, without a host or with this node's.
 *
 * @param nodeUrl the address of this node
 */
export function findContentHashes(text: string, nodeUrl: string): Set<Hash> {
  const base = baseOf(nodeUrl);
  const own = text.matchAll(paths).filter(({ index }) => isOwnPath(text, index, base));
  return new Set(own.map(([, hash = ""]) => hash.toLowerCase() as Hash));
}

/**
 * Writes other hashes into the addresses of contents of this node. The addresses of other nodes stay as they are.
 *
 * @param hashes the new hashes by those that they replace
 */
export function replaceContentHashes(text: string, nodeUrl: string, hashes: ReadonlyMap<Hash, Hash>): string {
  const base = baseOf(nodeUrl);
  return text.replace(paths, (address: string, written: string, at: number) => {
    const hash = parseHash(written);
    const next = hash === null ? undefined : hashes.get(hash);
    if (next === undefined || !isOwnPath(text, at, base)) return address;
    return `${address.slice(0, -written.length)}${next}`;
  });
}
