import type { Hash } from "@freehold/protocol";

/**
 * The hash in the address of contents, on whichever node they are: `/ewp/contents/0x…` has the same bytes everywhere
 * (specification 4.4), so a node that keeps them need not ask another.
 *
 * @param address as it stands in a text: a path, or an address with `https:`
 * @returns null for any other address
 */
export function hashOfContents(address: string): Hash | null {
  const found = /^(?:https:\/\/[^/?#\s]+)?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#]|$)/.exec(address);
  return (found?.[1] as Hash | undefined) ?? null;
}
