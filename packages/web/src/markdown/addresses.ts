import type { Hash } from "@freehold/protocol";
import type { MarkdownIt } from "markdown-it";
import { textLimits } from "./limits.ts";
import { surroundingsOf, type TextSurroundings } from "./text/text-parts.ts";

/** Whether an address is a path of the site that the text stands on. */
export function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address);
}

/** An address as a reader of this site may follow it: a path of another node leads there. */
export function leadHome(address: string, { origin }: TextSurroundings): string {
  return origin !== undefined && isOwnPath(address) ? new URL(address, origin).href : address;
}

/** Links in a text of another node lead to that node. */
export function origins(md: MarkdownIt): void {
  const next = md.renderer.rules.link_open;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    token?.attrSet("href", leadHome(String(token.attrGet("href") ?? ""), surroundingsOf(env)));
    return next?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };
}

/** A link whose address is longer leads nowhere; its text stays. */
export function limitAddresses(md: MarkdownIt): void {
  md.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const isLong = String(token?.attrGet("href") ?? "").length > textLimits.addressLength;
    if (token && isLong) token.attrs = (token.attrs ?? []).filter(([name]) => name !== "href");
    return self.renderToken(tokens, index, options);
  };
}

/**
 * The hash in the address of contents, on whichever node they are: `/ewp/contents/0x…` has the same bytes everywhere
 * (specification 4.4), so a node that keeps them need not ask another.
 *
 * @param address as written in a text: a path, or a URL with `https:`
 * @returns null for any other address
 */
export function hashOfContents(address: string): Hash | null {
  const found = /^(?:https:\/\/[^/?#\s]+)?\/ewp\/contents\/(0x[0-9a-f]{64})(?=[?#]|$)/.exec(address);
  return (found?.[1] as Hash | undefined) ?? null;
}

/** The path of contents that an address names at any node; null for any other address. */
export function pathOfContents(address: string): string | null {
  return hashOfContents(address) === null ? null : address.replace(/^https:\/\/[^/]+/, "");
}
